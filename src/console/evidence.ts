/** Evidence from the browser beyond the tag: policy violations, layout shifts, sandboxes, and how an address replies. */

/**
 * `startTime`: milliseconds since navigation. Nodes that have left the page, or are in a shadow tree, are null:
 * https://wicg.github.io/layout-instability/#sec-layout-shift-attribution
 */
export interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Reason why an address did not respond or an image did not load; `why` is absent until it is known. */
export interface Diagnosis {
  why?:
    | "policy"
    | "corp"
    | "offline"
    | "mixed"
    | "credentials"
    | "cors"
    | "address"
    | "host"
    | "broken"
    | "late";
  /** Directive of the content security policy. */
  directive?: string | undefined;
}

export interface Evidence {
  /** Layout shifts of the page, except those after a click or key press. */
  shifts: readonly Shift[];
  /**
   * Finds the cause of the error code `network` or `image`, once for each address and request. `credentials`: as the
   * tag requested it.
   */
  diagnose(code: string, address: string, at: number, credentials?: Credentials): Diagnosis;
  /** Rules of the sandbox that the page is in, if they lack `allow-popups`. */
  sandbox: string | undefined;
  stop(): void;
}

type Credentials = RequestInit["credentials"];

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

  const evidence: Evidence = {
    shifts,
    sandbox: undefined,
    diagnose(code, address, at, credentials) {
      const key = at + address;
      if (!diagnoses[key]) {
        diagnoses[key] = {};
        probe(code === "image", address, blocks, credentials).then((diagnosis) => {
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
  findSandbox().then((rules) => {
    evidence.sandbox = rules;
  });
  return evidence;
}

/**
 * Requests the address again, without a body: first as the tag did, then with fewer conditions. The first request that
 * succeeds shows which condition failed.
 */
async function probe(
  isImage: boolean,
  address: string,
  blocks: readonly Block[],
  credentials: Credentials = "omit",
): Promise<Diagnosis> {
  if (!navigator.onLine) return { why: "offline" };
  if (isImage ? await load(address) : await reach(address, { credentials })) return { why: "late" };
  if (!isImage && credentials !== "omit" && (await reach(address))) return { why: "credentials" };
  if (!isImage && (await reach(address, ANY))) return { why: "cors" };
  // A violation is reported in a separate task, after the failure that it caused:
  // https://w3c.github.io/webappsec-csp/#report-violation
  await new Promise((resume) => setTimeout(resume, 100));
  const origin = getOrigin(address);
  const block = blocks.findLast((one) => one.address.startsWith(origin));
  if (block) return block;
  if (isMixed(address)) return { why: "mixed" };
  if (isImage) return { why: "broken" };
  return { why: (await reach(origin, ANY)) ? "address" : "host" };
}

/** Options for a response that the page may not read. */
const ANY: RequestInit = { mode: "no-cors" };

const attempt = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

const reach = (address: string, options?: RequestInit): Promise<Response | undefined> =>
  attempt(fetch(address, { method: "HEAD", credentials: "omit", cache: "no-store", ...options }));

const load = (address: string): Promise<true | undefined> =>
  attempt(
    Object.assign(new Image(), { src: address })
      .decode()
      .then(() => true),
  );

/**
 * Finds the rules of a sandbox that keeps links from opening. Pages cannot read the flags, and a test would open a
 * window, so this reads the attribute of the frame, or the policy that the page's address has.
 */
async function findSandbox(): Promise<string | undefined> {
  let rules = window.frameElement?.getAttribute("sandbox");
  try {
    // Always throws; the message names a sandbox: https://html.spec.whatwg.org/#dom-document-domain
    document.domain = "";
  } catch (error) {
    if (/sandbox/.test(`${error}`))
      rules ??= /sandbox[^;,]*/.exec(
        `${(await reach(location.href))?.headers.get("content-security-policy")}`,
      )?.[0];
  }
  return rules == null || /allow-popups(\s|$)/.test(rules) ? undefined : `“${rules}”`;
}

/**
 * Whether an address is insecure in a secure page. Loopback addresses are not:
 * https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
 */
export const isMixed = (address: string, page: string = location.href): boolean =>
  page.startsWith("https:") &&
  /^http:\/\/(?!(127\.[\d.]+|\[::1\]|([^/:]*\.)?localhost)([:/]|$))/.test(address);

/** Returns scheme and host, also of an invalid address. */
export const getOrigin = (address: string): string => address.split("/", 3).join("/");
