/** `/v1/placement` with a stubbed store and stubbed decisions. */
// @isolated Counts the requests in flight of the process.
import { expect, onTestFinished, test, vi } from "vitest";
import { StoreError } from "../../../src/service/facts/eventStore.ts";
import { Admission } from "../../../src/service/http/admission.ts";
import { PlacementRoute, type PlacementRouteParts } from "../../../src/service/http/placementRoute.ts";
import { createLimiter, UNLIMITED } from "../../../src/service/net/rateLimiter.ts";
import type { Caller, Placed } from "../../../src/service/placement/placement.ts";
import { defer } from "../../support/defer.ts";
import { createRequest, isLongWorkWaiting, type RequestOptions, readHeaders } from "./support.ts";

const BODY = '{"user":{"ip":"192.0.2.1"},"zones":[{"id":1}]}';
const WITHOUT_IP = '{"user":{},"zones":[{"id":1}]}';
const CALLER: Caller = {
  address: "203.0.113.9",
  isBrowser: false,
  userAgent: undefined,
  language: undefined,
  optsOut: false,
  origin: "http://ads.example",
};

interface Options {
  settings?: Partial<PlacementRouteParts["settings"]>;
  limit?: number;
  maxConcurrent?: number;
  isBrowser?: boolean;
  append?: () => Promise<void>;
}

function createRoute({ settings, limit = 0, maxConcurrent = 10, isBrowser = false, append }: Options = {}) {
  const state = { isStopping: false, now: 5 };
  const limiter = createLimiter({ limit, windowMs: 60_000, now: () => 0 });
  const limits = { limitPlacement: true, maxConcurrent, maxWait: 100 };
  const admission = new Admission(limits, limiter, () => 0);
  const undo = vi.fn();
  const placed: Placed = { body: "{}", events: [], filled: 3, empty: 2, unknown: 1, undo };
  const placement = { place: vi.fn((): Placed | Promise<Placed> => placed) };
  const store = { append: vi.fn(append ?? (async () => {})) };
  const metrics = { countRefusal: vi.fn(), countZones: vi.fn() };
  const route = new PlacementRoute({
    settings: { maxBody: 100, maxZones: 2, requireUserIp: "server", ...settings },
    admission,
    placement,
    store,
    metrics,
    now: () => state.now,
    isStopping: () => state.isStopping,
    readCaller: () => ({ ...CALLER, isBrowser }),
  } as unknown as PlacementRouteParts);
  const ask = async (options: RequestOptions = {}) => {
    const reply = await route.handle(createRequest({ method: "POST", body: BODY, ...options }));
    return { status: reply.status, body: String(reply.body), headers: readHeaders(reply) };
  };
  return { state, admission, placement, placed, store, metrics, undo, ask };
}

const COMMON = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Frame-Options": "DENY",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": expect.stringMatching(/Retry-After.*X-Zonetag-Dashboard/),
};
const ANSWER = {
  ...COMMON,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
  "Content-Type": "application/json",
};

/** Headers with the one by which the console finds the dashboard. */
const PLACED = { ...ANSWER, "X-Zonetag-Dashboard": "http://ads.example/dashboard/" };

test("a placement stores and counts its decisions", async () => {
  const { ask, placement, placed, store, metrics } = createRoute();
  expect(await ask()).toEqual({ status: 200, body: "{}", headers: PLACED });
  const request = { user: { ip: "192.0.2.1" }, zones: [{ id: 1 }] };
  expect(placement.place.mock.calls).toEqual([[expect.objectContaining(request), CALLER, 5]]);
  expect(store.append.mock.calls).toEqual([[placed.events]]);
  expect(metrics.countZones.mock.calls).toEqual([
    ["filled", 3],
    ["empty", 2],
    ["unknown", 1],
  ]);
  expect(metrics.countRefusal).not.toHaveBeenCalled();
});

test("asynchronous decisions are stored once they are made", async () => {
  const { ask, placement, placed, store } = createRoute();
  const decision = defer<Placed>();
  placement.place.mockReturnValue(decision.promise);
  const asked = ask();
  await expect.poll(() => placement.place.mock.calls.length).toBe(1);
  expect(store.append).not.toHaveBeenCalled();
  decision.resolve(placed);
  expect((await asked).status).toBe(200);
  expect(store.append.mock.calls).toEqual([[placed.events]]);
});

test("a preflight response is valid for a day, also while the service stops, and is not rate limited", async () => {
  const { ask, state } = createRoute({ limit: 1 });
  state.isStopping = true;
  const headers = {
    ...COMMON,
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "Content-Type",
    "Access-Control-Max-Age": "86400",
  };
  for (let again = 0; again < 2; again++)
    expect(await ask({ method: "OPTIONS", body: "" })).toEqual({ status: 204, body: "", headers });
});

test.each<[string, Options, RequestOptions, string, number, string, object]>([
  [
    ...(["another method", {}, { method: "PUT" }, "method", 405] as const),
    ...(["Request placements with POST.", { Allow: "POST, OPTIONS" }] as const),
  ],
  [
    ...(["a compressed body", {}, { headers: { "content-encoding": "gzip" } }, "encoding", 415] as const),
    ...(["Compressed bodies are not supported; send plain JSON.", { Connection: "close" }] as const),
  ],
  [
    ...(["a body that is too long", {}, { body: " ".repeat(101) }, "large", 413] as const),
    ...(["A body has at most 100 bytes.", { Connection: "close" }] as const),
  ],
  [
    ...(["a request over the concurrency limit", { maxConcurrent: 0 }, {}, "busy", 503] as const),
    ...(["Too many requests are in flight.", { "Retry-After": "1" }] as const),
  ],
])("%s is refused with a reason and without a decision", async (_what, options, asked, ...refusal) => {
  const [reason, status, message, more] = refusal;
  const { ask, metrics, placement } = createRoute(options);
  expect(await ask(asked)).toEqual({
    status,
    body: JSON.stringify({ message }),
    headers: { ...ANSWER, ...more },
  });
  expect(metrics.countRefusal.mock.calls).toEqual([[reason]]);
  expect(placement.place).not.toHaveBeenCalled();
  const limited = createRoute({ ...options, limit: 9 });
  expect((await limited.ask(asked)).headers).toMatchObject({ "X-Rate-Limit-Remaining": "8", ...more });
});

test.each(["identity", "Identity"])("a body whose Content-Encoding is %s is read", async (encoding) => {
  const { ask } = createRoute();
  expect((await ask({ headers: { "content-encoding": encoding } })).status).toBe(200);
});

test("a stopping service refuses placements without counting them in a rate limit", async () => {
  const { ask, state, metrics } = createRoute({ limit: 9 });
  state.isStopping = true;
  expect(await ask()).toEqual({
    status: 503,
    body: '{"message":"The service is stopping."}',
    headers: { ...ANSWER, "Retry-After": "1" },
  });
  expect(metrics.countRefusal.mock.calls).toEqual([["stopping"]]);
  state.isStopping = false;
  expect((await ask()).headers).toMatchObject({ "X-Rate-Limit-Remaining": "8" });
});

test("a request over the rate limit of its address gets 429 with Retry-After", async () => {
  const { ask, metrics, placement } = createRoute({ limit: 1 });
  const rates = { "X-Rate-Limit-Limit": "1", "X-Rate-Limit-Remaining": "0", "X-Rate-Limit-Reset": "60" };
  expect(await ask()).toEqual({ status: 200, body: "{}", headers: { ...PLACED, ...rates } });
  expect(await ask()).toEqual({
    status: 429,
    body: '{"message":"Too Many Requests."}',
    headers: { ...ANSWER, ...rates, "Retry-After": "60" },
  });
  expect(metrics.countRefusal.mock.calls).toEqual([["limit"]]);
  expect(placement.place).toHaveBeenCalledOnce();
});

test("the rate limit may be checked asynchronously", async () => {
  const { ask, admission } = createRoute();
  vi.spyOn(admission, "take").mockResolvedValue({ ...UNLIMITED, allowed: false });
  expect((await ask()).status).toBe(429);
});

test("a request gets 503 if the service becomes overloaded while its body arrives", async () => {
  const { ask, admission, metrics } = createRoute();
  vi.spyOn(admission, "isOverloaded", "get").mockReturnValueOnce(false).mockReturnValueOnce(true);
  expect((await ask()).status).toBe(503);
  expect(metrics.countRefusal.mock.calls).toEqual([["busy"]]);
});

test("an invalid request gets 400 with its problems", async () => {
  const { ask, metrics } = createRoute({ limit: 9 });
  const { status, headers, body } = await ask({ body: "{" });
  expect([status, JSON.parse(body)]).toEqual([400, { errors: [{ "[body]": "Malformed JSON body." }] }]);
  expect(headers).toMatchObject({ ...ANSWER, "X-Rate-Limit-Remaining": "8" });
  expect(metrics.countRefusal.mock.calls).toEqual([["invalid"]]);
  const many = `{"user":{"ip":"192.0.2.1"},"zones":${JSON.stringify(Array(3).fill({ id: 1 }))}}`;
  expect((await createRoute().ask({ body: many })).status).toBe(400);
});

test.each<["server" | "always" | "never", boolean, number]>([
  ["server", false, 400],
  ["server", true, 200],
  ["always", false, 400],
  ["always", true, 400],
  ["never", false, 200],
  ["never", true, 200],
])(
  "with requireUserIp %s and isBrowser %s, a request without user.ip gets %d",
  async (requireUserIp, isBrowser, status) => {
    const { ask } = createRoute({ settings: { requireUserIp }, isBrowser });
    expect((await ask({ body: WITHOUT_IP })).status).toBe(status);
  },
);

test("decisions that cannot be stored are undone, and the request gets 503 with Retry-After", async () => {
  const { ask, metrics, undo } = createRoute({
    append: () => Promise.reject(new StoreError("full", "The disk is full.")),
  });
  expect(await ask()).toEqual({
    status: 503,
    body: '{"message":"Events cannot be stored at the moment."}',
    headers: { ...ANSWER, "Retry-After": "1" },
  });
  expect(undo.mock.calls).toEqual([[5]]);
  expect([metrics.countRefusal.mock.calls, metrics.countZones.mock.calls]).toEqual([[["store-full"]], []]);
});

test("an unexpected error of the store undoes the decisions and is rethrown", async () => {
  const { ask, metrics, undo } = createRoute({ append: () => Promise.reject(new Error("broken")) });
  await expect(ask()).rejects.toThrow("broken");
  expect([undo.mock.calls, metrics.countRefusal.mock.calls]).toEqual([[[5]], []]);
});

test("a request counts as in flight until its events are stored", async () => {
  const stored = defer();
  const { ask, admission } = createRoute({ maxConcurrent: 1, append: () => stored.promise });
  const first = ask();
  await expect.poll(() => admission.isOverloaded).toBe(true);
  expect((await ask()).status).toBe(503);
  stored.resolve();
  expect([(await first).status, admission.isOverloaded]).toEqual([200, false]);
});

test("long work waits for a decision to be stored but not for an unfinished body", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const stored = defer();
  const { ask } = createRoute({ append: () => stored.promise });
  void ask({ body: "{", isUnfinished: true });
  expect(await isLongWorkWaiting()).toBe(false);
  const answer = ask();
  expect(await isLongWorkWaiting()).toBe(true);
  stored.resolve();
  await answer;
  expect(await isLongWorkWaiting()).toBe(false);
});
