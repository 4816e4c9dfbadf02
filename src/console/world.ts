/** What the browser knows beyond the tag: policy violations, layout shifts, and what an address does when asked. */

export interface Violation {
  directive: string;
  blocked: string;
}

export interface Shift {
  /** Milliseconds since navigation. */
  at: number;
  value: number;
  /** What moved; null for what has left the page. */
  moved: (Node | null)[];
}

/** Why nothing came back from an address, or an image did not load. */
export interface Diagnosis {
  why: "policy" | "offline" | "mixed" | "cors" | "address" | "host" | "broken" | "late";
  /** Of the policy. */
  directive?: string | undefined;
}

export interface World {
  violations: readonly Violation[];
  shifts: readonly Shift[];
  /** Finds out once for each address and moment what is behind the code `network` or `image`; undefined until known. */
  diagnose(code: string, address: string, at: number): Diagnosis | undefined;
  stop(): void;
}

interface ShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources?: { node: Node | null }[];
}

/** Watches, from the page's beginning where the browser kept it; `changed` is called when there is something new. */
export function watchWorld(changed: () => void): World {
  const violations: Violation[] = [];
  const shifts: Shift[] = [];
  const known = new Map<string, Diagnosis | undefined>();

  const violated = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    violations.push({ directive: effectiveDirective, blocked: blockedURI });
    changed();
  };
  const observer = observeShifts((entries) => {
    for (const { startTime, value, sources = [], hadRecentInput } of entries)
      if (!hadRecentInput) shifts.push({ at: startTime, value, moved: sources.map(({ node }) => node) });
    changed();
  });
  document.addEventListener("securitypolicyviolation", violated);

  function diagnose(code: string, address: string, at: number): Diagnosis | undefined {
    const key = `${at} ${address}`;
    if (!known.has(key)) {
      known.set(key, undefined);
      const probe = code === "image" ? probeImage : probeConnection;
      probe(address, violations).then((diagnosis) => {
        known.set(key, diagnosis);
        changed();
      });
    }
    return known.get(key);
  }

  function stop(): void {
    observer?.disconnect();
    document.removeEventListener("securitypolicyviolation", violated);
  }
  return { violations, shifts, diagnose, stop };
}

function observeShifts(seen: (entries: ShiftEntry[]) => void): PerformanceObserver | undefined {
  if (!self.PerformanceObserver?.supportedEntryTypes?.includes("layout-shift")) return undefined;
  const observer = new PerformanceObserver((list) => seen(list.getEntries() as ShiftEntry[]));
  observer.observe({ type: "layout-shift", buffered: true });
  return observer;
}

/** Asks the address without a body, then its host: the least that tells a policy, a filter and a dead host apart. */
async function probeConnection(address: string, violations: Violation[]): Promise<Diagnosis> {
  if (!navigator.onLine) return { why: "offline" };
  if (isMixed(address)) return { why: "mixed" };
  if (await answers(address)) return { why: "cors" };
  const directive = await violationOf(address, violations);
  if (directive) return { why: "policy", directive };
  return { why: (await answers(new URL("/", address).href)) ? "address" : "host" };
}

const answers = (address: string): Promise<boolean> =>
  fetch(address, { method: "HEAD", mode: "no-cors", credentials: "omit", cache: "no-store" }).then(
    () => true,
    () => false,
  );

async function probeImage(address: string, violations: Violation[]): Promise<Diagnosis> {
  const loaded = await new Promise<boolean>((resolve) => {
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = address;
  });
  if (loaded) return { why: "late" };
  const directive = await violationOf(address, violations);
  if (directive) return { why: "policy", directive };
  return { why: isMixed(address) ? "mixed" : "broken" };
}

/** Browsers tell of a violation in a task of its own, a little after the failure that it caused. */
async function violationOf(address: string, violations: Violation[]): Promise<string | undefined> {
  await new Promise((resume) => setTimeout(resume, 100));
  const { origin } = new URL(address);
  return violations.findLast(({ blocked }) => blocked.startsWith(origin))?.directive;
}

/** An insecure address in a secure page; browsers trust this machine's own. */
export function isMixed(address: string, page: string = location.href): boolean {
  const { protocol, hostname } = new URL(address, page);
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/.test(hostname);
  return page.startsWith("https:") && protocol === "http:" && !local;
}
