import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Values } from "../../src/tag/types.ts";

type Transport = typeof import("../../src/tag/transport.ts");
type Record = typeof import("../../src/tag/record.ts");

const ENDPOINT = "https://ads.example/v1/placement";
const ANSWER = { zones: [null], errors: {} };

let transport: Transport;
let notes: Record["notes"];
/** Behaviour of each fetch, in turn; the last is repeated. */
let turns: (() => unknown)[];
let fetched: { address: string; init: RequestInit; at: number }[];

beforeEach(async () => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(performance, "now").mockReturnValue(350);
  fetched = [];
  turns = [() => response(ANSWER)];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const turn = turns[Math.min(fetched.length, turns.length - 1)];
    fetched.push({ address, init, at: Date.now() });
    return turn?.();
  });
  vi.resetModules();
  transport = await import("../../src/tag/transport.ts");
  ({ notes } = await import("../../src/tag/record.ts"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const response = (content: unknown, status = 200, headers: HeadersInit = {}) => ({
  status,
  headers: new Headers(headers),
  text: async () => (typeof content === "string" ? content : JSON.stringify(content)),
});
const fails = () => {
  throw new TypeError("Failed to fetch");
};
const hangs = () => new Promise(() => {});
const stalls = () => ({ ...response(""), text: hangs });

/** Sends once and returns the result after some time: an answer, a failure, or "waits". */
async function post(milliseconds = 0, values: Values = {}, body = "{}") {
  let ended: unknown = "waits";
  transport.post({ endpoint: ENDPOINT, ...values }, body).then((reply) => {
    ended = reply;
  });
  await vi.advanceTimersByTimeAsync(milliseconds);
  return ended;
}

test("a request is one simple POST to the endpoint, and returns its answer", async () => {
  expect(await post(0, { credentials: "include" }, `{"user":{}}`)).toEqual(ANSWER);
  expect(fetched).toHaveLength(1);
  expect(fetched[0]).toMatchObject({
    address: ENDPOINT,
    init: { method: "POST", body: `{"user":{}}`, credentials: "include" },
  });
  expect(fetched[0]?.init.headers).toEqual({ "Content-Type": "text/plain" });
});

test("the sent body and the received answer are noted", async () => {
  turns = [fails, () => response("oops", 404, { "Retry-After": "1" })];
  await post(0, {}, "body");
  await post(0, {}, "body");
  expect(notes.map(({ type }) => type)).toEqual(["sent", "received", "sent", "received"]);
  expect(notes.map(({ detail }) => detail)).toMatchObject([
    "body",
    { body: "body", status: 0, text: "", headers: undefined },
    "body",
    { body: "body", status: 404, text: "oops" },
  ]);
  const last = notes[3]?.detail as { headers: Headers } | undefined;
  expect(last?.headers.get("Retry-After")).toBe("1");
});

test("a JSON body is read with any status", async () => {
  turns = [() => response(ANSWER, 500)];
  expect(await post()).toEqual(ANSWER);
  turns = [() => response({ errors: [{ "[zones]": "none" }] }, 400)];
  expect(await post()).toEqual({
    code: "rejected",
    message: '[{"[zones]":"none"}]',
  });
  turns = [() => response({ zones: [] }, 429)];
  expect(await post()).toEqual({ zones: [] });
});

/** Body, status, code, and whether a retry may help. */
test.each([
  ["oops", 200, "invalid-response", false],
  ["", 204, "invalid-response", false],
  ["null", 200, "invalid-response", false],
  [`"zones"`, 200, "invalid-response", false],
  ["[]", 200, "invalid-response", false],
  ["<!doctype html>", 200, "invalid-response", false],
  ["{}", 200, "invalid-response", false],
  [`{"zones":[`, 200, "invalid-response", false],
  ["", 399, "invalid-response", false],
  ["", 400, "http", false],
  ["", 404, "http", false],
  ["", 499, "http", false],
  ["", 500, "http", true],
  ["", 503, "http", true],
])("%j with status %d is %s, retry: %s", async (body, status, code, mayHelp) => {
  turns = [() => response(body, status)];
  const _retryAfterMs = mayHelp ? 650 : undefined;
  expect(await post(5_000)).toEqual({ code, message: `HTTP ${status}`, _retryAfterMs });
  expect(fetched).toHaveLength(1);
});

test("a network failure may be retried", async () => {
  turns = [fails];
  expect(await post()).toEqual({
    code: "network",
    message: "TypeError: Failed to fetch",
    _retryAfterMs: 650,
  });
});

test("a network failure without a text form is still reported as a network failure", async () => {
  turns = [() => Promise.reject(Object.create(null))];
  expect(await post()).toMatchObject({ code: "network", message: "object" });
});

test.each([
  ["hangs", hangs],
  ["stalls after its headers", stalls],
])("a request to a service that %s is aborted after three seconds", async (_, turn) => {
  turns = [turn];
  expect(await post(2_999)).toBe("waits");
  expect(await post(3_000)).toMatchObject({ code: "timeout", message: "timeout", _retryAfterMs: 650 });
});

test("the timeout setting limits the time of a request", async () => {
  turns = [hangs];
  expect(await post(99, { timeout: "100" })).toBe("waits");
  expect(await post(100, { timeout: "100" })).toMatchObject({ code: "timeout" });
});

test("a request that hangs is aborted at its timeout and not earlier", async () => {
  turns = [hangs];
  await post(99, { timeout: "100" });
  const signal = fetched[0]?.init.signal;
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(signal?.aborted).toBe(true);
});

/** Headers of a 429, and the delay of the retry in milliseconds. */
test.each([
  [{ "Retry-After": "2" }, 2_000],
  [{ "X-Rate-Limit-Reset": "3" }, undefined],
  [{ "Retry-After": "60" }, 60_000],
  [{ "Retry-After": "61" }, undefined],
  [{ "Retry-After": "0" }, 0],
  [{ "Retry-After": "-1" }, -1_000],
  // The clock of these tests starts at the Unix epoch.
  [{ "Retry-After": "Thu, 01 Jan 1970 00:00:30 GMT" }, 30_000],
  [{ "Retry-After": "Wed, 31 Dec 1969 00:00:00 GMT" }, -86_400_000],
  [{ "Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT" }, undefined],
  [{ "Retry-After": "soon" }, undefined],
  [{}, undefined],
])("a 429 with Retry-After %j may be retried after %s", async (headers, pause) => {
  turns = [() => response("", 429, headers as HeadersInit)];
  expect(await post()).toEqual({
    code: "rate-limited",
    message: "HTTP 429",
    _retryAfterMs: pause,
  });
});

const send = (credentials?: "include") =>
  transport.sendImpression("https://ads.example/i", credentials ? { credentials } : {});

test.each([undefined, "include"] as const)(
  "an impression is fetched once, with keepalive (credentials %s)",
  async (credentials) => {
    send(credentials);
    expect(fetched).toMatchObject([
      {
        address: "https://ads.example/i",
        init: { mode: "no-cors", keepalive: true, credentials: credentials ?? "omit" },
      },
    ]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetched).toHaveLength(1);
  },
);

test("a lost impression is retried once", async () => {
  turns = [fails, () => response("")];
  const sent = send();
  await vi.advanceTimersByTimeAsync(999);
  expect(fetched).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toHaveLength(2);
  await expect(sent).resolves.toBeDefined();
});

test("sendImpression() rejects when the retry fails too", async () => {
  turns = [fails];
  const sent = expect(send()).rejects.toThrow("Failed to fetch");
  await vi.advanceTimersByTimeAsync(10_000);
  await sent;
});

test("an impression whose fetch throws is retried", async () => {
  const throws = vi.fn(() => {
    throw new Error("blocked");
  });
  vi.stubGlobal("fetch", throws);
  send().catch(() => {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(throws).toHaveBeenCalledTimes(2);
});
