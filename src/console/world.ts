/** What the browser knows beyond the tag: policy violations, layout shifts, and what an address does when asked. */

/** As browsers measure it: `startTime` in milliseconds since navigation, nodes that have left the page as null. */
export interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Why nothing came back from an address, or an image did not load; without `why` until it is known. */
export interface Diagnosis {
  why?: "policy" | "offline" | "mixed" | "cors" | "address" | "host" | "broken" | "late";
  /** Of the policy. */
  directive?: string | undefined;
}

export interface World {
  /** Those that no click or key brought about. */
  shifts: readonly Shift[];
  /** Finds out once for each address and moment what is behind the code `network` or `image`. */
  diagnose(code: string, address: string, at: number): Diagnosis;
  stop(): void;
}

/** Watches, from the page's beginning where the browser kept it; `changed` is called when there is something new. */
export function watchWorld(changed: () => void): World {
  const violations: SecurityPolicyViolationEvent[] = [];
  const shifts: Shift[] = [];
  const known: Record<string, Diagnosis> = {};

  const violated = (event: SecurityPolicyViolationEvent) => {
    violations.push(event);
  };
  document.addEventListener("securitypolicyviolation", violated);
  const observer = new PerformanceObserver((list) => {
    shifts.push(...(list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput));
    changed();
  });
  observer.observe({ type: "layout-shift", buffered: true });

  return {
    shifts,
    diagnose(code, address, at) {
      const key = at + address;
      if (!known[key]) {
        known[key] = {};
        probe(code === "image", address, violations).then((found) => {
          known[key] = found;
          changed();
        });
      }
      return known[key];
    },
    stop() {
      observer.disconnect();
      document.removeEventListener("securitypolicyviolation", violated);
    },
  };
}

/**
 * Asks the address again, without a body, then its host: the least that tells a policy, a filter and a dead host
 * apart.
 */
async function probe(
  isImage: boolean,
  address: string,
  violations: readonly SecurityPolicyViolationEvent[],
): Promise<Diagnosis> {
  if (!navigator.onLine) return { why: "offline" };
  if (await (isImage ? loads(address) : answers(address))) return { why: isImage ? "late" : "cors" };
  // Browsers tell of a violation in a task of its own, a little after the failure that it caused.
  await new Promise((resume) => setTimeout(resume, 100));
  const origin = originOf(address);
  const violation = violations.findLast(({ blockedURI }) => blockedURI.startsWith(origin));
  if (violation) return { why: "policy", directive: violation.effectiveDirective };
  if (isMixed(address)) return { why: "mixed" };
  if (isImage) return { why: "broken" };
  return { why: (await answers(origin)) ? "address" : "host" };
}

const answers = (address: string): Promise<boolean> =>
  fetch(address, { method: "HEAD", mode: "no-cors", credentials: "omit", cache: "no-store" }).then(
    () => true,
    () => false,
  );

const loads = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = address;
  });

/** An insecure address in a secure page; browsers trust this machine's own. */
export const isMixed = (address: string, page: string = location.href): boolean =>
  page.startsWith("https:") &&
  /^http:\/\/(?!(127\.[\d.]+|\[::1\]|([^/:]*\.)?localhost)([:/]|$))/.test(address);

/** Scheme and host, also of an address that is none. */
export const originOf = (address: string): string => address.split("/", 3).join("/");
