/** Evidence from the browser beyond the tag: policy violations, layout shifts, and how an address replies. */

/**
 * `startTime`: milliseconds since navigation. Nodes that have left the page, or are in a shadow tree, are null:
 * https://wicg.github.io/layout-instability/#sec-layout-shift-attribution
 */
export interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Reason why an address did not respond or an image did not load; `why` is absent until it is known. */
export interface Diagnosis {
  why?: "policy" | "corp" | "offline" | "mixed" | "cors" | "address" | "host" | "broken" | "late";
  /** Directive of the content security policy. */
  directive?: string | undefined;
}

export interface Evidence {
  /** Layout shifts of the page, except those after a click or key press. */
  shifts: readonly Shift[];
  /** Finds the cause of the error code `network` or `image`, once for each address and request. */
  diagnose(code: string, address: string, at: number): Diagnosis;
  stop(): void;
}

/** Address that the page's own policies blocked. */
interface Block extends Pick<Diagnosis, "directive"> {
  address: string;
  why: "policy" | "corp";
}

/** `body` of a report: https://html.spec.whatwg.org/#queue-a-cross-origin-embedder-policy-corp-violation-report */
interface EmbedderReport {
  blockedURL: string;
  disposition: "enforce" | "reporting";
}

/** Collects addresses that COEP blocked. Only some browsers report them to the page. */
function watchReports(blocks: Block[]): ReportingObserver | undefined {
  if (!("ReportingObserver" in window)) return undefined;
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) {
        // Chromium has these fields only in the JSON of a body.
        const { blockedURL, disposition }: EmbedderReport = JSON.parse(JSON.stringify(body));
        if (disposition === "enforce") blocks.push({ address: blockedURL, why: "corp" });
      }
    },
    { types: ["coep"], buffered: true },
  );
  observer.observe();
  return observer;
}

/** Collects evidence, including what the browser buffered before the console was opened. Calls `onChange` for each. */
export function collectEvidence(onChange: () => void): Evidence {
  const blocks: Block[] = [];
  const shifts: Shift[] = [];
  const diagnoses: Record<string, Diagnosis> = {};

  // A report-only policy blocks nothing.
  const onViolation = ({ disposition, blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) =>
    disposition === "enforce" &&
    blocks.push({ address: blockedURI, why: "policy", directive: effectiveDirective });
  document.addEventListener("securitypolicyviolation", onViolation);
  const reports = watchReports(blocks);
  const openedAt = performance.now();
  // The console's own elements shift, too. They are in a shadow tree, which browsers do not report.
  const isOfPage = ({ startTime, sources }: Shift) =>
    startTime < openedAt || sources.some(({ node }) => node);
  const observer = new PerformanceObserver((list) => {
    shifts.push(
      ...(list.getEntries() as Shift[]).filter((shift) => !shift.hadRecentInput && isOfPage(shift)),
    );
    onChange();
  });
  observer.observe({ type: "layout-shift", buffered: true });

  return {
    shifts,
    diagnose(code, address, at) {
      const key = at + address;
      if (!diagnoses[key]) {
        diagnoses[key] = {};
        probe(code === "image", address, blocks).then((diagnosis) => {
          diagnoses[key] = diagnosis;
          onChange();
        });
      }
      return diagnoses[key];
    },
    stop() {
      observer.disconnect();
      reports?.disconnect();
      document.removeEventListener("securitypolicyviolation", onViolation);
    },
  };
}

/**
 * Requests the address again, without a body, then its host: the fewest requests that distinguish a policy, a content
 * blocker and a dead host.
 */
async function probe(isImage: boolean, address: string, blocks: readonly Block[]): Promise<Diagnosis> {
  if (!navigator.onLine) return { why: "offline" };
  if (await (isImage ? canLoad(address) : canReach(address))) return { why: isImage ? "late" : "cors" };
  // A violation is reported in a separate task, after the failure that it caused:
  // https://w3c.github.io/webappsec-csp/#report-violation
  await new Promise((resume) => setTimeout(resume, 100));
  const origin = readOrigin(address);
  const block = blocks.findLast((one) => one.address.startsWith(origin));
  if (block) return block;
  if (isMixed(address)) return { why: "mixed" };
  if (isImage) return { why: "broken" };
  return { why: (await canReach(origin)) ? "address" : "host" };
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

const canReach = (address: string): Promise<boolean> =>
  succeeds(fetch(address, { method: "HEAD", mode: "no-cors", credentials: "omit", cache: "no-store" }));

const canLoad = (address: string): Promise<boolean> =>
  succeeds(Object.assign(new Image(), { src: address }).decode());

/**
 * Whether an address is insecure in a secure page. Loopback addresses are not:
 * https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
 */
export const isMixed = (address: string, page: string = location.href): boolean =>
  page.startsWith("https:") &&
  /^http:\/\/(?!(127\.[\d.]+|\[::1\]|([^/:]*\.)?localhost)([:/]|$))/.test(address);

/** Returns scheme and host, also of an invalid address. */
export const readOrigin = (address: string): string => address.split("/", 3).join("/");
