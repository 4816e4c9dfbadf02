import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  type AdmitOptions,
  createRateLimits,
  type LimitName,
  type Wait,
} from "../../src/statistics/rateLimits.ts";
import { manualClock } from "./support/manualClock.ts";
import { EMPTY, rate, start, testClock } from "./support/scripted.ts";

const BY_DATE = { group_by: ["date"] } as const;
const LASTING = { token: "kept", expiresAt: Number.POSITIVE_INFINITY };
const LIMITS = { overall: { requests: 6, seconds: 60 }, statistics: { requests: 3, seconds: 60 } };

test("when the statistics limit is used up, the client waits and reports the wait", async () => {
  const clock = testClock();
  const waits: Wait[] = [];
  const { server, client } = await start({ limits: LIMITS, onWait: (wait) => waits.push(wait) }, clock);
  for (let n = 0; n < 3; n++) await client.publisher.query(BY_DATE);
  expect(waits).toEqual([]);
  expect(client.limit("statistics")).toEqual({ limit: 3, remaining: 0, until: clock.now() + 60_000 });
  await client.publisher.query(BY_DATE);
  expect(waits).toEqual([{ reason: "limit", limit: "statistics", milliseconds: 60_000, until: clock.now() }]);
  expect(server.asked).toHaveLength(4);
});

test("collections and sign-ins count only towards the overall limit", async () => {
  const clock = testClock();
  const waits: Wait[] = [];
  const { server, client } = await start({ limits: LIMITS, onWait: (wait) => waits.push(wait) }, clock);
  server.answer(({ method }) => ({ body: method === "GET" ? { result: [] } : EMPTY }));
  for (let n = 0; n < 5; n++) await client.timezones();
  await client.countries();
  expect(waits.map(({ limit }) => limit)).toEqual(["overall"]);
  expect(client.limit("statistics")).toEqual({ limit: 3, remaining: 3 });
});

test("the client follows the rate limit headers when other clients use the same account", async () => {
  const clock = testClock();
  const { server, client } = await start({}, clock);
  server.answer((_, index) => ({ body: EMPTY, headers: rate(25, index === 0 ? 1 : 0, 12) }));
  await client.publisher.query(BY_DATE);
  await client.publisher.query(BY_DATE);
  expect(clock.pauses).toEqual([]);
  await client.publisher.query(BY_DATE);
  expect(clock.pauses).toEqual([12_000]);
});

test("headers of the overall limit apply to the overall limit", async () => {
  const clock = testClock();
  const { server, client } = await start({}, clock);
  server.answer(() => ({ body: { result: [] }, headers: rate(150, 0, 7) }));
  await client.timezones();
  expect(client.limit("overall").remaining).toBe(0);
  expect(client.limit("statistics").remaining).toBe(25);
  await client.timezones();
  expect(clock.pauses).toEqual([7_000]);
});

test("a request answered 429 is sent again after its Retry-After", async () => {
  const clock = testClock();
  const waits: Wait[] = [];
  const { server, client } = await start({ onWait: (wait) => waits.push(wait) }, clock);
  const full = {
    status: 429,
    headers: { ...rate(25, 0, 9), "Retry-After": "9" },
    body: { message: "Full." },
  };
  server.answer((_, index) => (index === 0 ? full : { body: EMPTY }));
  await client.publisher.query(BY_DATE);
  expect(clock.pauses).toEqual([9_000]);
  expect(waits.map(({ reason, limit }) => [reason, limit])).toEqual([["limit", "statistics"]]);
});

test("a finished rate-limit wait removes its abort listener", async () => {
  const rateLimits = createRateLimits(LIMITS, testClock(), () => {});
  for (let n = 0; n < 6; n++) (await rateLimits.admit(["overall"])).answered({});
  const { signal } = new AbortController();
  const [add, remove] = [vi.spyOn(signal, "addEventListener"), vi.spyOn(signal, "removeEventListener")];
  await rateLimits.admit(["overall"], { signal });
  expect(add).toHaveBeenCalledOnce();
  expect(remove.mock.calls).toEqual([["abort", add.mock.calls[0]?.[1]]]);
});

test("a call whose signal is aborted does not wait and is not counted", async () => {
  const rateLimits = createRateLimits(LIMITS, testClock(), () => {});
  const signal = AbortSignal.abort(new Error("before"));
  await expect(rateLimits.admit(["overall"], { signal })).rejects.toThrow("before");
  expect(rateLimits.state("overall").remaining).toBe(6);
});

test("waits with the same signal share one listener and reject together", async () => {
  const rateLimits = createRateLimits(LIMITS, { ...testClock(), pause: untilAborted }, () => {});
  (await rateLimits.admit(["overall"])).answered({}, 60_000);
  const controller = new AbortController();
  const { signal } = controller;
  const add = vi.spyOn(signal, "addEventListener");
  const waits = Array.from({ length: 20 }, () => rateLimits.admit(["overall"], { signal }));
  const reason = new Error("enough");
  controller.abort(reason);
  expect(await Promise.allSettled(waits)).toEqual(waits.map(() => ({ status: "rejected", reason })));
  expect(add).toHaveBeenCalledOnce();
});

test("a collection request answered with 429 waits for the overall limit", async () => {
  const waits: Wait[] = [];
  const { server, client } = await start({ onWait: (wait) => waits.push(wait) });
  const full = { status: 429, headers: { "Retry-After": "9" }, body: {} };
  server.answer((_, index) => (index === 0 ? full : { body: { result: [] } }));
  await client.timezones();
  expect(waits.map(({ limit, milliseconds }) => [limit, milliseconds])).toEqual([["overall", 9_000]]);
});

test("a 429 without Retry-After is retried after its X-Rate-Limit-Reset", async () => {
  const clock = testClock();
  const { server, client } = await start({}, clock);
  server.answer((_, index) =>
    index === 0 ? { status: 429, headers: rate(30, 0, 4), body: {} } : { body: EMPTY },
  );
  await client.publisher.query(BY_DATE);
  expect(clock.pauses).toEqual([4_000]);
});

test("a 429 whose Retry-After exceeds maxWaitMs rejects with retryAfter", async () => {
  const clock = testClock();
  const { server, client } = await start({ maxWaitMs: 30_000 }, clock);
  server.answer(() => ({ status: 429, headers: { "Retry-After": "31" }, body: { message: "Later." } }));
  await expect(client.publisher.query(BY_DATE)).rejects.toMatchObject({
    code: "rate-limited",
    retryAfter: 31,
    message: "Later.",
  });
  expect(server.asked).toHaveLength(1);
});

test("with retries: 2, a service that always answers 429 gets three requests", async () => {
  const { server, client } = await start({ retries: 2 });
  server.answer(() => ({ status: 429, headers: { "Retry-After": "1" }, body: {} }));
  await expect(client.publisher.query(BY_DATE)).rejects.toMatchObject({ code: "rate-limited" });
  expect(server.asked).toHaveLength(3);
});

test("parallel calls wait no longer than the limit requires", async () => {
  // A service with a limit of 25 whose window ends at the same moment for all requests.
  const clock = manualClock();
  const rateLimits = createRateLimits(
    { overall: { requests: 150, seconds: 60 }, statistics: { requests: 25, seconds: 60, isSupposed: true } },
    clock,
    () => {},
  );
  let counted: number[] = [];
  const ended: number[] = [];
  const calls = Array.from({ length: 27 }, async () => {
    const ticket = await rateLimits.admit(["overall", "statistics"]);
    counted = [...counted.filter((at) => at > clock.now() - 60_000), clock.now()];
    const remaining = 25 - counted.length;
    await clock.pause(1000);
    ticket.answered({ limit: 25, remaining, reset: 60 });
    ended.push(clock.now());
  });
  await clock.run(Promise.all(calls));
  expect(ended).toHaveLength(27);
  expect(Math.max(...ended)).toBeLessThanOrEqual(63_000);
});

test("a queued call reports the start of the window in which it will be sent", async () => {
  const clock = manualClock();
  const rateLimits = createRateLimits(LIMITS, clock, () => {});
  const expected: number[] = [];
  const calls = Array.from({ length: 9 }, async () => {
    const onWait = ({ until }: Wait) => expected.push(until);
    (await rateLimits.admit(["overall", "statistics"], { onWait })).answered({});
  });
  await clock.run(Promise.all(calls));
  expect(expected).toEqual([60_000, 60_000, 60_000, 120_000, 120_000, 120_000]);
});

test("waiting calls are sent by priority, then retries first, then by arrival", async () => {
  const clock = manualClock();
  const rateLimits = createRateLimits(LIMITS, clock, () => {});
  for (let n = 0; n < 3; n++) (await rateLimits.admit(["overall", "statistics"])).answered({});
  const order: string[] = [];
  const start = async (name: string, options: AdmitOptions = {}) => {
    const ticket = await rateLimits.admit(["overall", "statistics"], options);
    order.push(name);
    ticket.answered({});
  };
  await clock.run(
    Promise.all([
      start("first"),
      start("second"),
      start("later", { priority: -1 }),
      start("sooner", { priority: 1 }),
      start("soonest", { priority: 2 }),
      start("also sooner", { priority: 1 }),
      start("retried", { isRetry: true }),
    ]),
  );
  expect(order).toEqual(["soonest", "sooner", "also sooner", "retried", "first", "second", "later"]);
});

test("waiting reports do not delay other requests", async () => {
  const rateLimits = createRateLimits(LIMITS, { ...testClock(), pause: untilAborted }, () => {});
  for (let n = 0; n < 3; n++) (await rateLimits.admit(["overall", "statistics"])).answered({});
  const leave = new AbortController();
  const waiting = rateLimits.admit(["overall", "statistics"], { signal: leave.signal, priority: 1 });
  await rateLimits.admit(["overall"]);
  leave.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
});

test("a login is sent before all waiting calls", async () => {
  const clock = manualClock();
  const limits = { overall: { requests: 1, seconds: 60 } };
  const { server, client } = await start({ session: LASTING, limits }, clock);
  server.answer(() => ({ body: { result: [] } }));
  await client.timezones();
  const waits: string[] = [];
  const waiting = [1, 2].map((call) => client.timezones({ onWait: () => waits.push(`call ${call}`) }));
  await expect.poll(() => waits).toEqual(["call 1", "call 2"]);
  client.logout();
  await clock.run(Promise.all([...waiting, client.login()]));
  const path = "/collections/timezones";
  expect(server.received.map((request) => request.path)).toEqual([path, "/v2/login", path, path]);
});

test("a request in flight for longer than the window counts until one window after its answer", async () => {
  const clock = manualClock();
  const rateLimits = createRateLimits(LIMITS, clock, () => {});
  const sent: number[] = [];
  const counted: number[] = [];
  const calls = Array.from({ length: LIMITS.statistics.requests * 2 }, async () => {
    const ticket = await rateLimits.admit(["overall", "statistics"]);
    sent.push(clock.now());
    await clock.pause(90_000);
    counted.push(clock.now());
    ticket.answered({});
  });
  await clock.run(Promise.all(calls));
  expect(sent).toEqual([0, 0, 0, 150_000, 150_000, 150_000]);
  expect(counted).toHaveLength(6);
});

test("the limit in the headers replaces the assumed limit", async () => {
  const clock = testClock();
  const { server, client } = await start({}, clock);
  server.answer((_, index) => ({ body: EMPTY, headers: rate(100, 99 - index, 60) }));
  for (let n = 0; n < 60; n++) await client.publisher.query(BY_DATE);
  expect(clock.pauses).toEqual([]);
  expect(client.limit("statistics")).toMatchObject({ limit: 100 });
});

test("the remaining limit drops with each request, and is restored when its window ends", async () => {
  const clock = testClock();
  const { client } = await start({ limits: LIMITS }, clock);
  const left = () => [client.limit("overall").remaining, client.limit("statistics").remaining];
  await client.publisher.query(BY_DATE);
  // The sign-in counts towards the overall limit.
  expect(left()).toEqual([4, 2]);
  await client.publisher.query(BY_DATE);
  expect(left()).toEqual([3, 1]);
  clock.advance(60_000);
  expect(left()).toEqual([6, 3]);
});

test("a report waits for the overall limit even if the statistics limit is not used up", async () => {
  const clock = testClock();
  const waits: Wait[] = [];
  const { server, client } = await start({ limits: LIMITS, onWait: (wait) => waits.push(wait) }, clock);
  server.answer(({ method }) => ({ body: method === "GET" ? { result: [] } : EMPTY }));
  for (let n = 0; n < 5; n++) await client.timezones();
  expect(client.limit("statistics").remaining).toBe(3);
  await client.publisher.query(BY_DATE);
  expect(waits.map(({ limit, milliseconds }) => [limit, milliseconds])).toEqual([["overall", 60_000]]);
});

test.each([
  ["a report apply to the overall limit if X-Rate-Limit-Limit equals it", rate(150, 0, 7), [0, 24], "query"],
  [
    "a report apply to the statistics limit if X-Rate-Limit-Limit is smaller",
    rate(30, 0, 7),
    [149, 0],
    "query",
  ],
  ["a collection always apply to the overall limit", rate(100, 0, 7), [0, 25], "timezones"],
] as const)("the rate limit headers of %s", async (_what, headers, left, call) => {
  const { server, client } = await start({ session: LASTING });
  server.answer(() => ({ body: EMPTY, headers }));
  await (call === "query" ? client.publisher.query(BY_DATE) : client.timezones());
  expect([client.limit("overall").remaining, client.limit("statistics").remaining]).toEqual(left);
});

test("a limit of the service below the configured limit applies, and a higher limit does not", async () => {
  for (const [named, waits] of [
    [2, [2]],
    [9, [5]],
  ] as const) {
    const clock = testClock();
    const waited: number[] = [];
    let sent = 0;
    const own = { requests: 5, seconds: 60 };
    const rateLimits = createRateLimits({ overall: own, statistics: own }, clock, () => waited.push(sent));
    for (; sent < 6 && waited.length === 0; sent++) {
      const ticket = await rateLimits.admit(["overall"]);
      clock.advance(1);
      ticket.answered({ limit: named });
    }
    expect([named, waited]).toEqual([named, waits]);
  }
});

test("after the service lowered its limit, one more request passes when enough have left the window", async () => {
  const clock = testClock();
  const own = { requests: 6, seconds: 60 };
  const rateLimits = createRateLimits({ overall: own, statistics: own }, clock, () => {});
  for (const limit of [undefined, undefined, undefined, 2]) {
    (await rateLimits.admit(["overall"])).answered(limit ? { limit } : {});
    clock.advance(10_000);
  }
  // The responses arrived 40, 30, 20 and 10 seconds ago; the third one must leave the window.
  expect(rateLimits.state("overall")).toEqual({ limit: 2, remaining: 0, until: clock.now() + 40_000 });
});

test("a window shorter than assumed is learned from the answers", async () => {
  const clock = testClock();
  const waits: number[] = [];
  const supposed = { requests: 100, seconds: 60, isSupposed: true };
  const limits = { overall: supposed, statistics: supposed };
  const rateLimits = createRateLimits(limits, clock, ({ milliseconds }) => waits.push(milliseconds));
  for (let n = 0; n < 6; n++) {
    const ticket = await rateLimits.admit(["overall"]);
    ticket.answered({ limit: 2, remaining: 1, reset: 10 });
    clock.advance(10_000);
    expect(rateLimits.state("overall")).toEqual({ limit: 2, remaining: 1 });
  }
  expect(waits).toEqual([]);
});

test.each([
  ["the assumed limit", {}, 3],
  ["a limit that answers report without remaining requests", { limit: 2 }, 2],
])("until a response contains the remaining requests, %s applies", async (_, headers, requests) => {
  const waits: Wait[] = [];
  const supposed = { requests: 3, seconds: 60, isSupposed: true };
  const limits = { overall: supposed, statistics: supposed };
  const rateLimits = createRateLimits(limits, testClock(), (wait) => waits.push(wait));
  for (let n = 0; n < requests; n++) (await rateLimits.admit(["overall"])).answered(headers);
  expect([waits, rateLimits.state("overall").remaining]).toEqual([[], 0]);
  await rateLimits.admit(["overall"]);
  expect(waits).toMatchObject([{ limit: "overall", milliseconds: 60_000 }]);
});

test("a limit opens when its first request leaves the window", async () => {
  const clock = testClock();
  const own = { requests: 2, seconds: 60 };
  const rateLimits = createRateLimits({ overall: own, statistics: own }, clock, () => {});
  for (let n = 0; n < 2; n++) {
    (await rateLimits.admit(["overall"])).answered({});
    clock.advance(20_000);
  }
  expect(rateLimits.state("overall").until).toBe(clock.now() + 20_000);
});

test("a configured limit overrides reported limits, and an assumed limit outlasts a shorter Retry-After", async () => {
  const clock = testClock();
  const own = { requests: 1, seconds: 60 };
  const kept = createRateLimits({ overall: own, statistics: own }, clock, () => {});
  (await kept.admit(["overall"])).answered({ limit: 100, remaining: 90, reset: 5 });
  expect(kept.state("overall")).toEqual({ limit: 100, remaining: 0, until: clock.now() + 60_000 });
  const supposed = { ...own, isSupposed: true };
  const paused = createRateLimits({ overall: supposed, statistics: supposed }, clock, () => {});
  (await paused.admit(["overall"])).answered({}, 5_000);
  expect(paused.state("overall")).toEqual({ limit: 1, remaining: 0, until: clock.now() + 60_000 });
});

test("after the reset of a limit one request is sent, and others wait up to one window for its answer", async () => {
  const clock = testClock();
  const rateLimits = createRateLimits(LIMITS, clock, () => {});
  (await rateLimits.admit(["overall"])).answered({ limit: 6, remaining: 0, reset: 10 });
  clock.advance(10_000);
  const first = await rateLimits.admit(["overall"]);
  expect(rateLimits.state("overall")).toEqual({ limit: 6, remaining: 0, until: clock.now() + 60_000 });
  first.answered({});
  expect(rateLimits.state("overall")).toEqual({ limit: 6, remaining: 1 });
});

test("requests in flight count against the remaining limit that an answer reports", async () => {
  const supposed = { requests: 100, seconds: 60, isSupposed: true };
  for (const [remaining, left] of [
    [5, 3],
    [1, 0],
  ] as const) {
    const rateLimits = createRateLimits({ overall: supposed, statistics: supposed }, testClock(), () => {});
    const first = await rateLimits.admit(["overall"]);
    for (let n = 0; n < 2; n++) await rateLimits.admit(["overall"]);
    first.answered({ limit: 100, remaining, reset: 30 });
    expect(rateLimits.state("overall").remaining).toBe(left);
  }
});

test("a response without limit headers keeps the known limit", async () => {
  const rateLimits = createRateLimits(LIMITS, testClock(), () => {});
  (await rateLimits.admit(["overall"])).answered({ limit: 4, remaining: 3, reset: 30 });
  (await rateLimits.admit(["overall"])).answered({});
  (await rateLimits.admit(["overall"])).answered({ remaining: 0 });
  expect(rateLimits.state("overall")).toEqual({ limit: 4, remaining: 1 });
});

test("a wait for both limits is reported as a wait for the overall limit", async () => {
  const waits: Wait[] = [];
  const same = { requests: 1, seconds: 60 };
  const rateLimits = createRateLimits({ overall: same, statistics: same }, testClock(), (wait) =>
    waits.push(wait),
  );
  for (let n = 0; n < 2; n++) (await rateLimits.admit(["overall", "statistics"])).answered({});
  expect(waits.map(({ limit }) => limit)).toEqual(["overall"]);
});

test("a used-up limit without a reset time opens for one request after a full window", async () => {
  const clock = testClock();
  const rateLimits = createRateLimits(LIMITS, clock, () => {});
  (await rateLimits.admit(["overall"])).answered({ limit: 6, remaining: 0 });
  expect(rateLimits.state("overall")).toEqual({ limit: 6, remaining: 0, until: clock.now() + 60_000 });
  clock.advance(60_000);
  expect(rateLimits.state("overall")).toEqual({ limit: 6, remaining: 1 });
});

test("requests sent after an answer count against the remaining limit that the answer reported", async () => {
  const clock = testClock();
  const waits: number[] = [];
  const supposed = { requests: 100, seconds: 60, isSupposed: true };
  const limits = { overall: supposed, statistics: supposed };
  const rateLimits = createRateLimits(limits, clock, ({ milliseconds }) => waits.push(milliseconds));
  const first = await rateLimits.admit(["overall"]);
  first.answered({ limit: 100, remaining: 2, reset: 30 });
  await rateLimits.admit(["overall"]);
  expect(rateLimits.state("overall")).toEqual({ limit: 100, remaining: 1 });
  await rateLimits.admit(["overall"]);
  expect(rateLimits.state("overall")).toEqual({ limit: 100, remaining: 0, until: clock.now() + 30_000 });
  expect(waits).toEqual([]);
  await rateLimits.admit(["overall"]);
  expect(waits).toEqual([30_000]);
});

const NAMES: Record<string, LimitName[]> = { statistics: ["overall", "statistics"], other: ["overall"] };

test("the client never sends more than the limit in any window", async () => {
  const moves = fc.array(
    fc.record({ kind: fc.constantFrom("statistics", "other"), gap: fc.nat(30_000), flight: fc.nat(5_000) }),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(moves, async (list) => {
      const clock = testClock();
      const rateLimits = createRateLimits(LIMITS, clock, () => {});
      const counted: { kind: string; at: number }[] = [];
      for (const { kind, gap, flight } of list) {
        clock.advance(gap);
        const ticket = await rateLimits.admit(NAMES[kind] ?? []);
        clock.advance(flight);
        counted.push({ kind, at: clock.now() });
        ticket.answered({});
      }
      const inWindow = (from: number, kinds: string[]) =>
        counted.filter(({ at, kind }) => kinds.includes(kind) && at >= from && at < from + 60_000).length;
      for (const { at } of counted) {
        expect(inWindow(at, ["statistics", "other"])).toBeLessThanOrEqual(6);
        expect(inWindow(at, ["statistics"])).toBeLessThanOrEqual(3);
      }
    }),
  );
});

function untilAborted(_: number, signal?: AbortSignal): Promise<void> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}

test("calls take turns in the order of their arrival, whichever limits they count in", async () => {
  const clock = manualClock();
  const limits = { overall: { requests: 1, seconds: 60 }, statistics: { requests: 1, seconds: 60 } };
  const { admit } = createRateLimits(limits, clock, () => {});
  const sent: string[] = [];
  const call = async (name: string, limits: LimitName[], options?: AdmitOptions) => {
    const ticket = await admit(limits, options);
    sent.push(name);
    ticket.answered({});
  };
  const plain = (name: string, options?: AdmitOptions) => call(name, ["overall"], options);
  const report = (name: string, options?: AdmitOptions) => call(name, ["overall", "statistics"], options);
  const calls = [plain("a"), plain("b"), report("c"), plain("d"), report("e"), plain("f")];
  calls.push(report("urgent", { priority: 1 }), plain("again", { isRetry: true }));
  await clock.run(Promise.all(calls));
  expect(sent).toEqual(["a", "urgent", "again", "b", "c", "d", "e", "f"]);
});

test("when the computer's clock is set back, a limit opens when it would have", async () => {
  const set = { back: 0 };
  const clock = testClock();
  const now = () => clock.now() - set.back;
  const waits: Wait[] = [];
  const { client } = await start({ limits: LIMITS, onWait: (wait) => waits.push(wait) }, { ...clock, now });
  for (let n = 0; n < 3; n++) await client.publisher.query(BY_DATE);
  set.back = 3_600_000;
  expect(client.limit("statistics").until).toBe(now() + 60_000);
  await client.publisher.query(BY_DATE);
  expect(waits).toEqual([{ reason: "limit", limit: "statistics", milliseconds: 60_000, until: now() }]);
  expect(clock.pauses).toEqual([60_000]);
});
