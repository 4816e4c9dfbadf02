/** Many calls that wait at once: notices, timers, abort listeners, and requests to a closed service. */
import { getEventListeners } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { createRateLimits, type Wait } from "../../src/statistics/rateLimits.ts";
import type { RateHeaders } from "../../src/statistics/rateWindow.ts";
import { createRetries } from "../../src/statistics/retry.ts";
import { manualClock } from "./support/manualClock.ts";
import { EMPTY, rate, start } from "./support/scripted.ts";

const REPORT = ["overall", "statistics"] as const;
const BY_DATE = { group_by: ["date"] } as const;
const WINDOW_MS = 60_000;
const CAPACITY = 25;
const LASTING = { token: "kept", expiresAt: Number.POSITIVE_INFINITY };

interface Load {
  calls: number;
  /** Duration of each request. */
  flightMs: number;
  isSupposed: boolean;
  hasHeaders: boolean;
}

/** Sends reports at once to a service with a limit of 25 in 60 seconds, and other requests every half second. */
async function sendReports({ calls, flightMs, isSupposed, hasHeaders }: Load) {
  const { clock, timers } = countTimers();
  const statistics = { requests: CAPACITY, seconds: WINDOW_MS / 1000, isSupposed };
  const limits = { overall: { requests: 1_000, seconds: WINDOW_MS / 1000 }, statistics };
  const rateLimits = createRateLimits(limits, clock, () => {});
  const notices = Array.from({ length: calls }, (): number[] => []);
  let counted: number[] = [];
  let isDone = false;
  const countRequest = (): RateHeaders => {
    const now = clock.now();
    counted = [...counted.filter((at) => at > now - WINDOW_MS), now];
    const reset = Math.ceil((Math.min(...counted) + WINDOW_MS - now) / 1000);
    return hasHeaders ? { limit: CAPACITY, remaining: Math.max(0, CAPACITY - counted.length), reset } : {};
  };
  const reports = notices.map(async (ends) => {
    const ticket = await rateLimits.admit(REPORT, { onWait: ({ until }) => ends.push(until) });
    await clock.pause(flightMs);
    ticket.answered(countRequest());
  });
  const others = (async () => {
    while (!isDone) {
      await clock.pause(500);
      (await rateLimits.admit(["overall"])).answered({});
    }
  })();
  const all = Promise.all(reports).then(() => {
    isDone = true;
  });
  await clock.run(Promise.all([all, others]));
  return { notices: notices.map(({ length }) => length), timers: timers() };
}

/** Manual clock that counts the timers of the rate limits, which can be cancelled. */
function countTimers() {
  const clock = manualClock();
  let timers = 0;
  const pause: typeof clock.pause = (milliseconds, signal) => {
    if (signal) timers += 1;
    return clock.pause(milliseconds, signal);
  };
  return { clock: { ...clock, pause }, timers: () => timers };
}

const LOADS = [true, false].flatMap((isSupposed) =>
  [true, false].flatMap((hasHeaders) =>
    [0, 300, 5_000].map((flightMs) => ({ isSupposed, hasHeaders, flightMs })),
  ),
);

test.each(LOADS)("each waiting call gets one notice: %o", async (load) => {
  const { notices } = await sendReports({ calls: 40, ...load });
  expect(notices).toEqual(Array.from({ length: 40 }, (_, call) => (call < CAPACITY ? 0 : 1)));
});

test("calls that wait for several windows get one notice each, from a few timers per window", async () => {
  const { notices, timers } = await sendReports({
    calls: 500,
    flightMs: 300,
    isSupposed: true,
    hasHeaders: true,
  });
  expect(notices).toEqual(Array.from({ length: 500 }, (_, call) => (call < CAPACITY ? 0 : 1)));
  expect(timers).toBeLessThanOrEqual((500 / CAPACITY) * 3);
});

test("when a limit stays closed for longer than announced, each waiting call gets a second notice", async () => {
  const clock = manualClock();
  const limits = { requests: CAPACITY, seconds: WINDOW_MS / 1000 };
  const rateLimits = createRateLimits({ overall: limits, statistics: limits }, clock, () => {});
  const notices = Array.from({ length: 60 }, (): number[][] => []);
  let started = 0;
  const calls = notices.map(async (own) => {
    const onWait = ({ until }: Wait) => own.push([clock.now(), until]);
    const ticket = await rateLimits.admit(["overall"], { onWait });
    started += 1;
    if (started > 5) return ticket.answered({});
    // Each refusal announces a later end. The last end, 90 s, applies once the announced end has passed.
    await clock.pause(25_000 + started * 1_000);
    ticket.answered({}, WINDOW_MS);
  });
  await clock.run(Promise.all(calls));
  const expected = (call: number) => {
    if (call < CAPACITY) return [];
    const windows = Math.floor(call / CAPACITY);
    const end = windows * WINDOW_MS;
    return [
      [0, end],
      [end, end + 30_000],
    ];
  };
  expect(notices).toEqual(notices.map((_, call) => expected(call)));
});

test("a queue whose calls were all aborted leaves no timer", async () => {
  const clock = manualClock();
  const timers: AbortSignal[] = [];
  const pause: typeof clock.pause = (milliseconds, signal) => {
    if (signal) timers.push(signal);
    return clock.pause(milliseconds, signal);
  };
  const limits = { requests: 1, seconds: WINDOW_MS / 1000 };
  const rateLimits = createRateLimits({ overall: limits, statistics: limits }, { ...clock, pause }, () => {});
  await rateLimits.admit(["overall"]);
  const controller = new AbortController();
  const waiting = rateLimits.admit(["overall"], { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  expect(timers.map(({ aborted }) => aborted)).toEqual([true]);
});

test("calls report a longer wait when a call of higher priority goes first", async () => {
  const clock = manualClock();
  const limits = { requests: 1, seconds: WINDOW_MS / 1000 };
  const rateLimits = createRateLimits({ overall: limits, statistics: limits }, clock, () => {});
  const notices: Record<string, number[][]> = { early: [], urgent: [] };
  const send = async (name: string, priority = 0) => {
    const onWait = ({ until }: Wait) => notices[name]?.push([clock.now(), until]);
    (await rateLimits.admit(["overall"], { onWait, priority })).answered({});
  };
  const refused = await rateLimits.admit(["overall"]);
  const early = send("early");
  refused.answered({}, 90_000);
  await clock.run(Promise.all([early, send("urgent", 1)]));
  expect(notices).toEqual({
    early: [
      [0, 60_000],
      [60_000, 150_000],
    ],
    urgent: [[0, 90_000]],
  });
});

test("a hundred calls with one signal add one listener and print no warning", async () => {
  const warnings: Error[] = [];
  const collect = (warning: Error) => warnings.push(warning);
  process.on("warning", collect);
  onTestFinished(() => void process.off("warning", collect));
  const clock = manualClock();
  let notices = 0;
  const { server, client } = await start({ session: LASTING, onWait: () => (notices += 1) }, clock);
  const remaining = (index: number) => CAPACITY - 1 - (index % CAPACITY);
  server.answer((_, index) => ({ body: EMPTY, headers: rate(CAPACITY, remaining(index), 60) }));
  const { signal } = new AbortController();
  let listeners = 0;
  const calls = Array.from({ length: 100 }, async () => {
    const call = client.publisher.query(BY_DATE, { signal });
    listeners = Math.max(listeners, getEventListeners(signal, "abort").length);
    await call;
    listeners = Math.max(listeners, getEventListeners(signal, "abort").length);
  });
  await expect.poll(() => notices).toBe(100 - CAPACITY);
  await expect.poll(() => server.asked.length).toBe(CAPACITY);
  await clock.run(Promise.all(calls));
  expect({ listeners, warnings }).toEqual({ listeners: 1, warnings: [] });
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a 429 without rate limit headers delays waiting calls until its Retry-After", async () => {
  const clock = manualClock();
  const limits = { requests: CAPACITY, seconds: WINDOW_MS / 1000, isSupposed: true };
  const rateLimits = createRateLimits({ overall: limits, statistics: limits }, clock, () => {});
  const sent: Record<number, number> = {};
  let index = 0;
  const send = createRetries({
    send: async () => {
      const isRefused = index++ <= CAPACITY;
      sent[clock.now()] = (sent[clock.now()] ?? 0) + 1;
      return { body: {}, rate: {}, status: isRefused ? 429 : 200, retryAfter: isRefused ? 90 : undefined };
    },
    rateLimits,
    retries: 3,
    maxWaitMs: 120_000,
    onWait: () => {},
    clock,
  });
  const request = { url: "https://ads.example", method: "POST", names: REPORT } as const;
  await clock.run(Promise.all(Array.from({ length: 27 }, () => send(request))));
  expect(sent).toEqual({ 0: 25, 90000: 1, 180000: 25, 240000: 2 });
});
