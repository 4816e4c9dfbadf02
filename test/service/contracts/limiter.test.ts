/** Contract of limiters, for each place where they count. */
import { expect } from "vitest";
import { createLimiter, type Limiter, type RateWindow } from "../../../src/service/net/rateLimiter.ts";
import { Cluster } from "./engines.ts";
import { testEach, testWithRedis } from "./tests.ts";

const cluster = await Cluster.use();

type Make = (limit: number, windowMs: number, shorter?: readonly RateWindow[]) => Promise<Limiter>;
const LOCAL: Make = async (limit, windowMs, shorter = []) => createLimiter({ limit, windowMs, shorter });
const SHARED: Make = async (limit, windowMs, shorter = []) =>
  (await cluster.addNode()).state.makeLimiter("ip", { limit, windowMs, shorter });

const LIMITERS = [
  ["a limiter in this process", LOCAL, false],
  ["a limiter in Redis", SHARED, true],
] as const;

testEach(LIMITERS, "%s lets the limit through and counts no refused request", async (make) => {
  const limiter = await make(3, 60_000);
  const verdicts = [];
  for (let request = 0; request < 5; request++) verdicts.push(await limiter.take("a"));
  expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false]);
  expect(verdicts.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
  expect(verdicts.every(({ limit, resetSeconds }) => limit === 3 && resetSeconds === 60)).toBe(true);
});

testEach(LIMITERS, "%s counts each key by itself, and a look at it not at all", async (make) => {
  const limiter = await make(1, 60_000);
  await limiter.peek("b");
  expect(await limiter.take("b")).toMatchObject({ allowed: true });
  expect(await limiter.peek("b")).toMatchObject({ allowed: false, remaining: 0 });
  expect(await limiter.take("c")).toMatchObject({ allowed: true });
});

testEach(LIMITERS, "%s never lets more than the limit through from many callers at once", async (make) => {
  const limiter = await make(40, 60_000);
  const verdicts = await Promise.all(Array.from({ length: 200 }, () => limiter.take("d")));
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(40);
});

testEach(LIMITERS, "%s lets one more through once the oldest has left the window", async (make) => {
  const limiter = await make(2, 300);
  const startedAt = performance.now();
  for (let request = 0; request < 2; request++) await limiter.take("e");
  await expect.poll(async () => (await limiter.take("e")).allowed, { interval: 10 }).toBe(true);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(299);
});

testEach(LIMITERS, "%s keeps the limits of all windows, or counts nothing", async (make) => {
  const limiter = await make(3, 60_000, [{ limit: 2, windowMs: 300 }]);
  const take = async () => (await limiter.take("g")).allowed;
  expect([await take(), await take(), await take()]).toEqual([true, true, false]);
  await expect.poll(take, { interval: 10 }).toBe(true);
  // The shorter window has room, and the longer one does not.
  await expect.poll(async () => (await limiter.peek("g")).remaining, { interval: 10 }).toBe(0);
  expect(await take()).toBe(false);
});

testEach(LIMITERS, "%s limits nothing where the limit is 0", async (make) => {
  const limiter = await make(0, 1000);
  expect(await limiter.take("f")).toMatchObject({ allowed: true, limit: 0 });
});

const options = { limit: 40, windowMs: 60_000 };
const countAllowed = async (limiters: Limiter[], key: string, each: number) => {
  const requests = limiters.flatMap((limiter) => Array.from({ length: each }, () => limiter.take(key)));
  return (await Promise.all(requests)).filter(({ allowed }) => allowed).length;
};

testWithRedis("limiters of several nodes let the limit through together", async () => {
  const nodes = await Promise.all([cluster.addNode(), cluster.addNode(), cluster.addNode()]);
  const limiters = nodes.map(({ state }) => state.makeLimiter("ip", options));
  // None of them reaches the limit by itself.
  expect(await countAllowed(limiters, "192.0.2.1", 20)).toBe(40);
  expect(await countAllowed(limiters, "192.0.2.1", 20)).toBe(0);
});

testWithRedis("limiters of several nodes keep the limits of all windows together", async () => {
  const nodes = await Promise.all([cluster.addNode(), cluster.addNode()]);
  const windows = { limit: 60, windowMs: 3600_000, shorter: [{ limit: 5, windowMs: 60_000 }] };
  const limiters = nodes.map(({ state }) => state.makeLimiter("clicks", windows));
  // Neither of them reaches the limit by itself.
  expect(await countAllowed(limiters, "192.0.2.1", 4)).toBe(5);
});

testWithRedis("limiters keep no address in Redis, and let what they keep expire", async () => {
  const { state } = await cluster.addNode();
  await state.makeLimiter("ip", options).take("192.0.2.77");
  const keys = (await cluster.redis.send("KEYS", "zonetag:limit:*")) as string[];
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.join(" ")).not.toContain("192.0.2");
  for (const key of keys) expect(await cluster.redis.send("PTTL", key)).toBeGreaterThan(0);
});

testWithRedis(
  "limiters let at most nodes times the limit through while Redis does not answer, without waiting for it",
  async () => {
    const own = await Cluster.startOwn();
    const nodes = await Promise.all([own.addNode({ timeout: 300 }), own.addNode({ timeout: 300 })]);
    const limiters = nodes.map(({ state }) => state.makeLimiter("ip", options));
    const before = await countAllowed(limiters, "a", 10);
    expect(before).toBe(20);
    own.redis.freeze();
    const allowed = before + (await countAllowed(limiters, "a", 100));
    expect(allowed).toBeGreaterThanOrEqual(40);
    expect(allowed).toBeLessThanOrEqual(80);
    expect(nodes.every(({ state }) => state.status.isAway)).toBe(true);
    own.redis.thaw();
    await expect.poll(() => nodes.some(({ state }) => state.status.isAway)).toBe(false);
    // With a key of its own each time: on a busy machine Redis may be late once more.
    let tries = 0;
    await expect.poll(() => countAllowed(limiters, `b${tries++}`, 100)).toBe(40);
  },
);
