/** `/i/` and `/c/` with a stubbed store and stubbed tracking. */
// @isolated Counts the requests in flight of the process.
import { expect, onTestFinished, test, vi } from "vitest";
import { StoreError, type WriteNew } from "../../../src/service/facts/eventStore.ts";
import { TrackingRoute, type TrackingRouteParts } from "../../../src/service/http/trackingRoute.ts";
import type { Outcome, TrackingKind } from "../../../src/service/tracking/tracking.ts";
import { defer } from "../../support/defer.ts";
import { createRequest, isLongWorkWaiting, type RequestOptions, readHeaders } from "./support.ts";

const KEY = { epoch: 1, number: 2, kind: "impression", decidedAt: 3 } as const;
/** Key that gets no event. */
const OMITTED = { ...KEY, kind: "click" } as const;
const EVENTS = [{ key: KEY, event: "the event to store" }];

interface Options {
  outcome?: Outcome;
  landingPage?: string | undefined;
  keys?: readonly (typeof KEY)[];
  append?: () => Promise<void>;
}

function createRoute({ outcome = "counted", landingPage, keys = [KEY], append }: Options = {}) {
  const fetched = {
    landingPage: landingPage && (() => landingPage),
    keys,
    charge: vi.fn(() => EVENTS),
    settle: vi.fn(() => outcome),
  };
  const tracking = { read: vi.fn(() => fetched) };
  const store = { appendKeyed: vi.fn(append ?? (async () => {})) };
  const writeOnce = vi.fn((_keys: unknown, write: WriteNew) => write([KEY, OMITTED], true));
  const metrics = { countFetch: vi.fn() };
  const clickLimitWarning = { add: vi.fn() };
  const route = new TrackingRoute({
    tracking,
    tests: { read: () => undefined },
    store,
    metrics,
    deduplication: { writeOnce },
    now: () => 5,
    findAddress: () => "203.0.113.9",
    isShared: () => true,
    clickLimitWarning,
  } as unknown as TrackingRouteParts);
  const ask = async (kind: TrackingKind, options: RequestOptions = {}) => {
    const reply = await route.handle(kind, "token", createRequest(options));
    return { status: reply.status, body: reply.body, headers: readHeaders(reply) };
  };
  return { fetched, tracking, store, writeOnce, metrics, clickLimitWarning, ask };
}

const PIXEL = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const INERT = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
};
const TEXT = { ...INERT, "Content-Type": "text/plain; charset=utf-8" };

test("a fetch is read, stored once and settled with the keys that have an event", async () => {
  const { ask, fetched, tracking, store, writeOnce, metrics } = createRoute();
  await ask("impression", { headers: { "user-agent": "Agent" } });
  const fetcher = {
    address: "203.0.113.9",
    userAgent: "Agent",
    isView: true,
    isNavigation: true,
    isShared: false,
    optsOut: false,
  };
  expect(tracking.read.mock.calls).toEqual([["impression", "token", fetcher, 5]]);
  expect(writeOnce.mock.calls).toEqual([[[KEY], expect.any(Function)]]);
  expect(fetched.charge.mock.calls).toEqual([[[KEY, OMITTED], true]]);
  expect(store.appendKeyed.mock.calls).toEqual([[EVENTS]]);
  expect(fetched.settle.mock.calls).toEqual([[[KEY], 5]]);
  expect(metrics.countFetch.mock.calls).toEqual([["impression", "counted"]]);
});

const AHEAD = { "sec-purpose": "prefetch" };
const BY_SCRIPT = { "sec-fetch-mode": "cors" };

test.each<[string, TrackingKind, RequestOptions, object]>([
  ["a HEAD request", "impression", { method: "HEAD" }, { isView: false }],
  ["a beacon", "impression", { method: "POST", body: "anything" }, {}],
  ["a prefetch", "impression", { headers: AHEAD }, { isView: false }],
  ["a click", "click", {}, {}],
  ["a HEAD request", "click", { method: "HEAD" }, { isView: false }],
  ["a HEAD request of a prefetch", "click", { method: "HEAD", headers: AHEAD }, { isView: false }],
  ["a script", "click", { headers: BY_SCRIPT }, { isNavigation: false }],
  ["a visitor who opts out", "click", { headers: { "sec-gpc": "1" } }, { optsOut: true }],
  ["a click", "click", { headers: { ...AHEAD, "sec-fetch-user": "?1" } }, {}],
])("a fetch by %s (%s, %j) is read as %j", async (_what, kind, options, expected) => {
  const { ask, tracking } = createRoute();
  await ask(kind, options);
  const fetcher = {
    address: "203.0.113.9",
    userAgent: "",
    isView: true,
    isNavigation: true,
    isShared: kind === "click",
    optsOut: false,
    ...expected,
  };
  expect(tracking.read.mock.calls).toEqual([[kind, "token", fetcher, 5]]);
});

test("a click that the browser fetches ahead gets an error that is not kept, whatever its token", async () => {
  const { ask, tracking, metrics, writeOnce } = createRoute({ landingPage: "https://shop.example/" });
  expect(await ask("click", { headers: AHEAD })).toEqual({
    status: 409,
    headers: { ...TEXT, "X-Event": "ignored" },
    body: "This link counts clicks, and cannot be fetched ahead.",
  });
  expect(tracking.read).not.toHaveBeenCalled();
  expect(writeOnce).not.toHaveBeenCalled();
  expect(metrics.countFetch.mock.calls).toEqual([["click", "ignored"]]);
});

test("the body of a beacon is read and discarded, which allows reuse of the connection", async () => {
  const request = createRequest({ method: "POST", body: "anything" });
  const { tracking, store, metrics, writeOnce } = createRoute();
  const parts = {
    tracking,
    store,
    metrics,
    deduplication: { writeOnce },
    now: () => 5,
    findAddress: () => "",
  };
  await new TrackingRoute(parts as unknown as TrackingRouteParts).handle("impression", "token", request);
  await expect.poll(() => request.readableEnded).toBe(true);
});

test("a fetch without a deduplication key is settled without storing", async () => {
  const { ask, fetched, writeOnce } = createRoute({ keys: [], outcome: "ignored" });
  expect((await ask("impression")).headers["X-Event"]).toBe("ignored");
  expect(writeOnce).not.toHaveBeenCalled();
  expect(fetched.settle.mock.calls).toEqual([[[], 5]]);
});

test("a fetch that cannot be stored is settled as lost, and an unexpected exception is rethrown", async () => {
  const full = createRoute({ append: () => Promise.reject(new StoreError("full", "No.")), outcome: "lost" });
  expect((await full.ask("impression")).status).toBe(503);
  expect(full.fetched.settle.mock.calls).toEqual([[undefined, 5]]);
  const broken = createRoute({ append: () => Promise.reject(new Error("broken")) });
  await expect(broken.ask("impression")).rejects.toThrow("broken");
  expect(broken.fetched.settle.mock.calls).toEqual([[undefined, 5]]);
});

test.each<[Outcome, number, object]>([
  ["counted", 200, {}],
  ["repeated", 200, {}],
  ["unpaid", 200, {}],
  ["invalid", 200, {}],
  ["robot", 200, {}],
  ["ignored", 200, {}],
  ["expired", 410, {}],
  ["forged", 403, {}],
  ["lost", 503, { "Retry-After": "1" }],
])("an impression that is %s gets %d with a pixel", async (outcome, status, more) => {
  const { body, ...answer } = await createRoute({ outcome }).ask("impression");
  const headers = { ...INERT, "Content-Type": "image/gif", "Access-Control-Allow-Origin": "*" };
  expect(answer).toEqual({ status, headers: { ...headers, "X-Event": outcome, ...more } });
  expect(Buffer.from(body).toString("base64")).toBe(PIXEL);
});

test.each<Outcome>(["counted", "repeated", "expired", "lost"])(
  "a click that is %s redirects to the landing page",
  async (outcome) => {
    const landingPage = "https://shop.example/";
    const headers = { ...TEXT, "X-Event": outcome, Location: landingPage };
    expect(await createRoute({ outcome, landingPage }).ask("click")).toEqual({
      status: 302,
      body: "",
      headers,
    });
  },
);

test.each<[Outcome, number, string]>([
  ["forged", 403, "This link is invalid."],
  ["expired", 410, "This ad no longer exists."],
  ["counted", 410, "This ad no longer exists."],
])("a click that is %s and has no landing page gets %d", async (outcome, status, body) => {
  const headers = { ...TEXT, "X-Event": outcome };
  expect(await createRoute({ outcome }).ask("click")).toEqual({ status, body, headers });
});

test.each<[TrackingKind, string, string]>([
  ["impression", "DELETE", "GET, HEAD, POST"],
  ["click", "POST", "GET, HEAD"],
])("fetching %ss with %s returns 405", async (kind, method, allowed) => {
  const { ask, tracking } = createRoute();
  const headers = { ...INERT, "Content-Type": "application/json", Allow: allowed };
  const body = '{"message":"Request this address with GET."}';
  expect(await ask(kind, { method })).toEqual({ status: 405, body, headers });
  expect(tracking.read).not.toHaveBeenCalled();
});

test("a click over the limit redirects and is recorded as a limited click", async () => {
  const page = "https://advertiser.example/";
  const { ask, tracking, clickLimitWarning } = createRoute({ outcome: "limited", landingPage: page });
  expect(await ask("click")).toMatchObject({
    status: 302,
    headers: { Location: page, "X-Event": "limited" },
  });
  expect(clickLimitWarning.add).toHaveBeenCalledTimes(1);
  expect(tracking.read).toHaveBeenCalledWith(
    "click",
    "token",
    expect.objectContaining({ isShared: true }),
    5,
  );
});

test("long work waits until a fetch is stored", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const stored = defer();
  const { ask } = createRoute({ append: () => stored.promise });
  const answer = ask("click");
  expect(await isLongWorkWaiting()).toBe(true);
  stored.resolve();
  await answer;
  expect(await isLongWorkWaiting()).toBe(false);
});
