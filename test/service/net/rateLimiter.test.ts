import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  createLimiter,
  createLimits,
  EXPOSED_HEADERS,
  formatRateHeaders,
  type Limiter,
  type Limits,
  takeAll,
  UNLIMITED,
} from "../../../src/service/net/rateLimiter.ts";

function clocked(limit: number, windowMs: number, maxKeys?: number) {
  const clock = { time: 0 };
  const limiter = createLimiter({ limit, windowMs, now: () => clock.time, ...(maxKeys ? { maxKeys } : {}) });
  return { clock, limiter };
}

test("requests beyond the limit are refused until the oldest leaves the window", () => {
  const { clock, limiter } = clocked(3, 60_000);
  const take = () => limiter.take("a");
  expect([take(), take(), take()].map(({ remaining }) => remaining)).toEqual([2, 1, 0]);
  clock.time = 30_500;
  expect(take()).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 30 });
  clock.time = 59_999;
  expect(take().allowed).toBe(false);
  clock.time = 60_000;
  expect(take().allowed).toBe(true);
});

test("the reset time never exceeds the window, even with fractions of milliseconds", () => {
  const { clock, limiter } = clocked(3, 60_000);
  for (clock.time = 1.1; clock.time < 1e6; clock.time *= 1.7)
    expect(limiter.take(`${clock.time}`).resetSeconds).toBe(60);
});

test("when several limits are reached, the latest reset is reported", async () => {
  const [short, long] = [clocked(1, 10_000), clocked(1, 60_000)];
  for (const order of [
    [short, long],
    [long, short],
  ]) {
    const limits = order.map(({ limiter }) => [limiter, "a"] as const);
    await takeAll(limits);
    const verdict = await takeAll(limits);
    expect(verdict).toMatchObject({ allowed: false, resetSeconds: 60 });
    expect(formatRateHeaders(verdict)).toMatchObject({ "Retry-After": "60", "X-Rate-Limit-Reset": "60" });
  }
});

test("beyond the maximum of 100 keys, a limiter forgets idle keys but keeps a busy one", () => {
  const { limiter } = clocked(1, 60_000, 100);
  limiter.take("busy");
  for (let key = 0; key < 10_000; key++) {
    limiter.take(`flood ${key}`);
    expect(limiter.take("busy").allowed).toBe(false);
  }
  expect(limiter.size).toBe(100);
});

test("a limit of 0 allows every request and sends no headers", () => {
  const { limiter } = clocked(0, 1000);
  expect(limiter.take("a").allowed).toBe(true);
  expect(formatRateHeaders(limiter.take("a"))).toEqual({});
  expect(limiter.size).toBe(0);
});

test("for random requests, a limiter decides like a plain list of request times", () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: 400 }), fc.constantFrom("a", "b")), {
    maxLength: 200,
    size: "max",
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), steps, (limit, requests) => {
      const { clock, limiter } = clocked(limit, 1000);
      const passed: Record<string, number[]> = { a: [], b: [] };
      for (const [wait, key] of requests) {
        clock.time += wait;
        const times = passed[key] ?? [];
        const inWindow = times.filter((time) => time > clock.time - 1000).length;
        const { allowed, remaining } = limiter.take(key);
        expect(allowed).toBe(inWindow < limit);
        expect(remaining).toBe(Math.max(0, limit - inWindow - 1));
        if (allowed) times.push(clock.time);
      }
    }),
  );
});

const addressSettings = { limitWindow: 1000, limitKeys: 100, limitIp: 1, limitUser: 1, clickLimits: [] };
const addressLimits = createLimits(
  { ...addressSettings, limitStatisticsIp: 1, limitStatisticsUser: 1 },
  () => 0,
  (address) => address === "192.0.2.9",
);

test("the limit per address counts all addresses of an IPv6 /64 together", () => {
  expect(addressLimits.ip.take("2001:db8:1:2::1")).toMatchObject({ allowed: true });
  expect(addressLimits.ip.peek("2001:db8:1:2:eeee::3")).toMatchObject({ allowed: false });
  expect(addressLimits.ip.take("2001:db8:1:2:ffff::2")).toMatchObject({ allowed: false });
  expect(addressLimits.ip.take("2001:db8:1:3::1")).toMatchObject({ allowed: true });
});

test("unlimited addresses are exempt from the limit per address, except for statistics", () => {
  for (let request = 0; request < 5; request++)
    expect(addressLimits.ip.take("192.0.2.9")).toMatchObject({ allowed: true });
  expect(addressLimits.ip.peek("192.0.2.9")).toMatchObject({ allowed: true });
  expect(addressLimits.statisticsIp.take("192.0.2.9")).toMatchObject({ allowed: true });
  expect(addressLimits.statisticsIp.take("192.0.2.9")).toMatchObject({ allowed: false });
});

test("a request refused by one of several limits is counted by none of them", async () => {
  const wide = clocked(10, 1000).limiter;
  const narrow = clocked(2, 1000).limiter;
  const take = () =>
    takeAll([
      [wide, "a"],
      [narrow, "n"],
    ] as const);
  expect(await take()).toMatchObject({ allowed: true, limit: 2, remaining: 1 });
  expect(await take()).toMatchObject({ allowed: true, limit: 2, remaining: 0 });
  expect(await take()).toMatchObject({ allowed: false, limit: 2 });
  expect(wide.peek("a").remaining).toBe(8);
});

test("every response has three rate-limit headers, and a refusal also has Retry-After", () => {
  const verdict = { allowed: true, limit: 150, remaining: 3, resetSeconds: 12 };
  const headers = {
    "X-Rate-Limit-Limit": "150",
    "X-Rate-Limit-Remaining": "3",
    "X-Rate-Limit-Reset": "12",
  };
  expect(formatRateHeaders(verdict)).toEqual(headers);
  const refused = { ...verdict, allowed: false, remaining: 0 };
  expect(formatRateHeaders(refused)).toEqual({
    ...headers,
    "X-Rate-Limit-Remaining": "0",
    "Retry-After": "12",
  });
});

test("peeking at a limit does not count a request", () => {
  const { clock, limiter } = clocked(1, 10_000);
  const free = { allowed: true, limit: 1, remaining: 1, resetSeconds: 10 };
  expect([limiter.peek("a"), limiter.peek("a")]).toEqual([free, free]);
  expect(limiter.size).toBe(0);
  limiter.take("a");
  clock.time = 9_999;
  expect(limiter.peek("a")).toEqual({ allowed: false, limit: 1, remaining: 0, resetSeconds: 1 });
  clock.time = 10_000;
  expect(limiter.peek("a")).toEqual(free);
  expect(clocked(0, 1000).limiter.peek("a")).toEqual(UNLIMITED);
});

test("a limiter remembers a hundred thousand keys by default", () => {
  const limiter = createLimiter({ limit: 1, windowMs: 3600_000 });
  for (let key = 0; key < 100_001; key++) limiter.take(String(key));
  expect(limiter.size).toBe(100_000);
  expect([limiter.peek("0").allowed, limiter.peek("1").allowed]).toEqual([true, false]);
});

test("each limiter uses the limit and windows of its setting", async () => {
  const names: (keyof Limits)[] = [];
  const clickLimits = [
    { limit: 5, windowMs: 500 },
    { limit: 6, windowMs: 5000 },
  ];
  const settings = { limitWindow: 1000, limitKeys: 100, limitIp: 1, limitUser: 2, clickLimits };
  const windows: unknown[] = [];
  const limits = createLimits(
    { ...settings, limitStatisticsIp: 3, limitStatisticsUser: 4 },
    undefined,
    undefined,
    (name, options) => {
      names.push(name);
      windows.push(options.shorter ?? []);
      return createLimiter(options);
    },
  );
  const verdicts = await Promise.all(names.map((name) => limits[name].take("192.0.2.9")));
  expect(verdicts.map(({ limit, remaining }) => [limit, remaining])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 3],
    [6, 5],
    [60, 59],
    [200, 199],
    [5, 4],
    [20, 19],
    [20, 19],
    [1, 0],
    [5, 4],
    [20, 19],
    [3, 2],
    [50, 49],
  ]);
  expect(names).toEqual([
    ...[
      "ip",
      "user",
      "statisticsIp",
      "statisticsUser",
      "clicks",
      "sharedClicks",
      "mails",
      "accountMailAddresses",
      "mailAddresses",
      "reportMails",
      "sameReportMails",
      "notices",
      "forgottenIp",
      "forgottenUser",
      "conversionTests",
    ],
  ]);
  const shorter = [5, 50].map((limit) => [{ limit, windowMs: 500 }]);
  expect(windows).toEqual([[], [], [], [], ...shorter, [], [], [], [], [], [], [], [], []]);
});

test("of several limits, the enabled one with the fewest remaining requests is reported", async () => {
  const [off, wide, narrow] = [clocked(0, 1000).limiter, clocked(5, 1000).limiter, clocked(3, 1000).limiter];
  for (const order of [
    [off, wide, narrow],
    [narrow, wide, off],
    [wide, off, narrow],
  ])
    expect(await takeAll(order.map((limiter) => [limiter, "a"] as const))).toMatchObject({ limit: 3 });
  expect(await takeAll([[off, "a"]])).toEqual(UNLIMITED);
});

test("a request is refused when another caller fills a limit between check and count", async () => {
  const open = { allowed: true, limit: 2, remaining: 1, resetSeconds: 5 };
  const filled = { ...open, allowed: false, remaining: 0 };
  const shared: Limiter = { peek: () => open, take: () => filled, giveBack: () => {} };
  const { limiter } = clocked(1, 1000);
  const verdict = await takeAll([
    [shared, "a"],
    [limiter, "a"],
  ]);
  expect(verdict).toEqual(filled);
});

test("every header of a refusal is exposed to pages", () => {
  const refused = { allowed: false, limit: 150, remaining: 0, resetSeconds: 12 };
  expect(EXPOSED_HEADERS.split(", ")).toEqual(Object.keys(formatRateHeaders(refused)));
  expect(formatRateHeaders(UNLIMITED)).toEqual({});
});

test("an unused limiter drops keys whose requests left the window, and stops its timer", () => {
  vi.useFakeTimers();
  try {
    let time = 0;
    const limiter = createLimiter({ limit: 2, windowMs: 60_000, now: () => time });
    limiter.take("a");
    time = 30_000;
    limiter.take("b");
    time = 60_000;
    vi.advanceTimersByTime(10_000);
    expect(limiter.size).toBe(1);
    time = 90_000;
    vi.advanceTimersByTime(10_000);
    expect(limiter.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
