// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { collectEvidence, type Diagnosis, getOrigin, isMixed } from "../../src/console/evidence.ts";

// e2e/console tests how browsers report policies, blocked requests and moved boxes; these tests start from such reports.
const SERVICE = "https://ads.test";
const ENDPOINT = `${SERVICE}/v1/placement`;
const IMAGE = `${SERVICE}/creatives/1.png`;

/** Addresses that reply, or from which an image loads; after `omit` or `include`, those that the page may read. */
const online = new Set<string>();
/** Requests that were sent, after `no-cors`, `image`, or the credentials of a request that the page may read. */
const requests: string[] = [];
/** Headers of the page itself. */
let pageHeaders: Record<string, string> = {};
let reportShifts = (_: object[]) => {};
let isObserving = false;
const onChange = vi.fn();

const reply = async (address: string) => {
  if (!online.has(address)) throw new TypeError("Failed to fetch");
  return { headers: new Headers(pageHeaders) };
};

class FakePerformanceObserver {
  constructor(callback: (list: { getEntries(): object[] }) => void) {
    reportShifts = (entries) => callback({ getEntries: () => entries });
  }
  observe(options: object) {
    isObserving = true;
    expect(options).toEqual({ type: "layout-shift", buffered: true });
  }
  disconnect() {
    isObserving = false;
  }
}

let reportEmbedding = (_: object[]) => {};
let isReporting = false;

/** As in Chromium, the fields of a body are available only through `toJSON()`. */
class FakeReportingObserver {
  constructor(callback: (reports: object[]) => void, options: object) {
    expect(options).toEqual({ types: ["coep"], buffered: true });
    reportEmbedding = (bodies) => callback(bodies.map((body) => ({ body: { toJSON: () => body } })));
  }
  observe() {
    isReporting = true;
  }
  disconnect() {
    isReporting = false;
  }
}

class FakeImage {
  src = "";
  decode() {
    requests.push(`image ${this.src}`);
    return reply(this.src);
  }
}

beforeEach(() => {
  online.clear();
  requests.length = 0;
  pageHeaders = {};
  onChange.mockClear();
  vi.useFakeTimers();
  vi.stubGlobal("PerformanceObserver", FakePerformanceObserver);
  vi.stubGlobal("Image", FakeImage);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { href: "https://site.test/" });
  vi.stubGlobal("fetch", (address: string, { method, ...options }: RequestInit) => {
    expect(method).toBe("HEAD");
    expect(options.cache).toBe("no-store");
    const how = options.mode ?? options.credentials;
    requests.push(`${how} ${address}`);
    return reply(how === "no-cors" ? address : `${how} ${address}`);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const violate = (blockedURI: string, disposition = "enforce", effectiveDirective = "connect-src") =>
  document.dispatchEvent(
    Object.assign(new Event("securitypolicyviolation"), { blockedURI, disposition, effectiveDirective }),
  );

/** Returns the diagnosis of an address once nothing is in flight. */
async function diagnose(code: string, address: string, meanwhile = () => {}): Promise<Diagnosis> {
  const evidence = collectEvidence(onChange);
  evidence.diagnose(code, address, 1);
  await vi.advanceTimersByTimeAsync(99);
  meanwhile();
  await vi.advanceTimersByTimeAsync(1);
  evidence.stop();
  return evidence.diagnose(code, address, 1);
}

test.each([
  ["network", "answers now", [`omit ${ENDPOINT}`], "late", [`omit ${ENDPOINT}`]],
  [
    ...["network", "replies, but may not be read", [ENDPOINT], "cors"],
    [`omit ${ENDPOINT}`, `no-cors ${ENDPOINT}`],
  ],
  [
    ...["network", "does not reply, its host does", [SERVICE], "address"],
    [`omit ${ENDPOINT}`, `no-cors ${ENDPOINT}`, `no-cors ${SERVICE}`],
  ],
  [
    ...["network", "does not reply, nor does its host", [], "host"],
    [`omit ${ENDPOINT}`, `no-cors ${ENDPOINT}`, `no-cors ${SERVICE}`],
  ],
  ["image", "loads now", [IMAGE], "late", [`image ${IMAGE}`]],
  ["image", "does not load, its host replies", [SERVICE], "broken", [`image ${IMAGE}`]],
] as [string, string, string[], string, string[]][])(
  "after the code %s, an address that %s is diagnosed by the fewest requests",
  async (code, _, reachable, why, expected) => {
    for (const address of reachable) online.add(address);
    expect(await diagnose(code, code === "image" ? IMAGE : ENDPOINT)).toEqual({ why });
    expect(requests).toEqual(expected);
  },
);

test.each([
  ["include", [`omit ${ENDPOINT}`], "credentials"],
  ["include", [`include ${ENDPOINT}`], "late"],
  ["include", [ENDPOINT], "cors"],
] as const)(
  "with credentials “%s”, if only %j is readable, the reason is %s",
  async (credentials, [readable], why) => {
    online.add(readable);
    const evidence = collectEvidence(onChange);
    evidence.diagnose("network", ENDPOINT, 1, credentials);
    await vi.advanceTimersByTimeAsync(100);
    expect(evidence.diagnose("network", ENDPOINT, 1)).toEqual({ why });
    evidence.stop();
  },
);

test("nothing is requested while the browser is offline", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  online.add(ENDPOINT);
  expect(await diagnose("network", ENDPOINT)).toEqual({ why: "offline" });
  expect(requests).toEqual([]);
});

test.each([
  ["network", ENDPOINT],
  ["image", IMAGE],
])("after the code %s, an insecure address in a secure page is mixed content", async (code, address) => {
  expect(await diagnose(code, address.replace("https:", "http:"))).toEqual({ why: "mixed" });
});

test.each([
  ["network", ENDPOINT, ENDPOINT],
  ["network", ENDPOINT, SERVICE],
  ["image", IMAGE, IMAGE],
])(
  "after the code %s, the latest policy violation at the origin of %s is the reason",
  async (code, address, blockedUri) => {
    const meanwhile = () => {
      violate(blockedUri, "enforce", "default-src");
      violate(blockedUri, "enforce", "the-last-src");
      violate("https://other.test/a", "enforce", "font-src");
    };
    expect(await diagnose(code, address, meanwhile)).toMatchObject({
      why: "policy",
      directive: "the-last-src",
    });
  },
);

test("report-only violations and violations at other origins are not the reason", async () => {
  const meanwhile = () => {
    violate(ENDPOINT, "report");
    violate("https://other.test/v1");
  };
  expect(await diagnose("network", ENDPOINT, meanwhile)).toEqual({ why: "host" });
});

test.each([
  ["enforce", "corp"],
  ["reporting", "broken"],
])("after a COEP report with the disposition %s, the reason is %s", async (disposition, why) => {
  vi.stubGlobal("ReportingObserver", FakeReportingObserver);
  const meanwhile = () => {
    expect(isReporting).toBe(true);
    reportEmbedding([
      { blockedURL: "https://other.test/1.png", disposition: "enforce" },
      { blockedURL: IMAGE, disposition },
    ]);
  };
  expect(await diagnose("image", IMAGE, meanwhile)).toMatchObject({ why });
  expect(isReporting).toBe(false);
});

test("an address is diagnosed once per request, and its diagnosis reported once", async () => {
  const evidence = collectEvidence(onChange);
  expect(evidence.diagnose("network", ENDPOINT, 1)).toEqual({});
  expect(evidence.diagnose("network", ENDPOINT, 1)).toEqual({});
  await vi.advanceTimersByTimeAsync(100);
  expect(evidence.diagnose("network", ENDPOINT, 1)).toEqual({ why: "host" });
  expect(requests).toHaveLength(3);
  expect(onChange).toHaveBeenCalledOnce();

  online.add(ENDPOINT);
  expect(evidence.diagnose("network", ENDPOINT, 2)).toEqual({});
  evidence.diagnose("image", IMAGE, 2);
  await vi.advanceTimersByTimeAsync(100);
  expect(evidence.diagnose("network", ENDPOINT, 1)).toEqual({ why: "host" });
  expect(evidence.diagnose("network", ENDPOINT, 2)).toEqual({ why: "cors" });
  expect(evidence.diagnose("image", IMAGE, 2)).toEqual({ why: "broken" });
  expect(onChange).toHaveBeenCalledTimes(3);
  evidence.stop();
});

test("layout shifts after a click or key, or of the console itself, do not count", () => {
  vi.spyOn(performance, "now").mockReturnValue(100);
  const evidence = collectEvidence(onChange);
  const sources = [{ node: null }, { node: document.body }];
  const shift = (startTime: number, ofPage: boolean, hadRecentInput = false) => ({
    startTime,
    hadRecentInput,
    sources: ofPage ? sources : sources.slice(0, 1),
  });
  const kept = [shift(99, false), shift(99, true), shift(100, true), shift(101, true)];
  reportShifts([
    ...kept,
    shift(100, false),
    shift(101, false),
    shift(99, true, true),
    shift(101, true, true),
  ]);
  expect(evidence.shifts).toEqual(kept);
  expect(onChange).toHaveBeenCalledOnce();
  reportShifts([shift(105, true)]);
  expect(evidence.shifts).toEqual([...kept, shift(105, true)]);
});

test("once stopped, layout shifts and policy violations are no longer observed", async () => {
  const evidence = collectEvidence(onChange);
  expect(isObserving).toBe(true);
  evidence.stop();
  expect(isObserving).toBe(false);
  violate(ENDPOINT);
  evidence.diagnose("network", ENDPOINT, 1);
  await vi.advanceTimersByTimeAsync(100);
  expect(evidence.diagnose("network", ENDPOINT, 1)).toEqual({ why: "host" });
});

test.each([
  ["http://ads.test/", "https://site.test/", true],
  ["https://ads.test/", "https://site.test/", false],
  ["https://ads.test/?to=http://site.test", "https://site.test/", false],
  ["http://ads.test/", "http://site.test/", false],
  ["http://ads.test/", "http://site.test/https:", false],
  ["http://127.0.0.1:8080/", "https://site.test/", false],
  ["http://localhost/", "https://site.test/", false],
  ["http://localhost", "https://site.test/", false],
  ["http://localhost:8080", "https://site.test/", false],
  ["http://ads.localhost/v1", "https://site.test/", false],
  ["http://[::1]:80/", "https://site.test/", false],
  ["http://127.0.0.1.evil.test/", "https://site.test/", true],
  ["http://localhost.evil.test/", "https://site.test/", true],
])("%s in a page at %s is mixed content: %s", (address, page, mixed) => {
  expect(isMixed(address, page)).toBe(mixed);
});

test("readOrigin() returns the origin, or an invalid address unchanged", () => {
  expect(getOrigin("https://ads.test:81/v1/placement?a=b")).toBe("https://ads.test:81");
  expect(getOrigin("https://ads test")).toBe("https://ads test");
});

const SANDBOXED = "Assignment is forbidden for sandboxed iframes.";
test.each([
  ["no sandbox", null, "not a suffix", "sandbox allow-scripts", undefined],
  ["an attribute without allow-popups", "allow-scripts", SANDBOXED, "", "“allow-scripts”"],
  ["an attribute without any token", "", SANDBOXED, "", "“”"],
  ["an attribute with allow-popups", "allow-popups allow-scripts", SANDBOXED, "", undefined],
  [
    ...["only allow-popups-to-escape-sandbox", "allow-popups-to-escape-sandbox", SANDBOXED, ""],
    "“allow-popups-to-escape-sandbox”",
  ],
  [
    ...["a policy without allow-popups", null, SANDBOXED, "img-src *; sandbox allow-scripts; font-src *"],
    "“sandbox allow-scripts”",
  ],
  ["a policy with allow-popups", null, SANDBOXED, "sandbox allow-popups", undefined],
  ["rules that cannot be read", null, SANDBOXED, "", undefined],
] as const)(
  "a page with %s has the evidence of a sandbox that blocks links",
  async (...[, tokens, message, policy, rules]) => {
    online.add("omit https://site.test/");
    if (policy) pageHeaders = { "content-security-policy": policy };
    const frame = tokens == null ? null : { getAttribute: () => tokens };
    vi.stubGlobal("frameElement", frame);
    Object.defineProperty(document, "domain", {
      configurable: true,
      set() {
        throw new DOMException(message, "SecurityError");
      },
    });
    const evidence = collectEvidence(onChange);
    await vi.advanceTimersByTimeAsync(0);
    expect(evidence.sandbox).toBe(rules);
    evidence.stop();
  },
);
