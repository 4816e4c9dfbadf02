/** Contract of rate limiters, in this process and in Redis. */
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

testEach(LIMITERS, "%s allows requests up to the limit and does not count refused ones", async (make) => {
  const limiter = await make(3, 60_000);
  const verdicts = [];
  for (let request = 0; request < 5; request++) verdicts.push(await limiter.take("a"));
  expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false]);
  expect(verdicts.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
  expect(verdicts.every(({ limit, resetSeconds }) => limit === 3 && resetSeconds === 60)).toBe(true);
});

testEach(LIMITERS, "%s limits each key separately, without counting peeks", async (make) => {
  const limiter = await make(1, 60_000);
  await limiter.peek("b");
  expect(await limiter.take("b")).toMatchObject({ allowed: true });
  expect(await limiter.peek("b")).toMatchObject({ allowed: false, remaining: 0 });
  expect(await limiter.take("c")).toMatchObject({ allowed: true });
});

testEach(LIMITERS, "%s allows at most the limit of 40 from 200 concurrent requests", async (make) => {
  const limiter = await make(40, 60_000);
  const verdicts = await Promise.all(Array.from({ length: 200 }, () => limiter.take("d")));
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(40);
});

testEach(LIMITERS, "%s allows another request once the oldest has left the window", async (make) => {
  const limiter = await make(2, 300);
  const startedAt = performance.now();
  for (let request = 0; request < 2; request++) await limiter.take("e");
  await expect.poll(async () => (await limiter.take("e")).allowed, { interval: 10 }).toBe(true);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(299);
});

testEach(LIMITERS, "%s refuses a request if either of its two windows is full", async (make) => {
  const limiter = await make(3, 60_000, [{ limit: 2, windowMs: 300 }]);
  const take = async () => (await limiter.take("g")).allowed;
  expect([await take(), await take(), await take()]).toEqual([true, true, false]);
  await expect.poll(take, { interval: 10 }).toBe(true);
  // Now the shorter window has capacity, but the longer one is full.
  await expect.poll(async () => (await limiter.peek("g")).remaining, { interval: 10 }).toBe(0);
  expect(await take()).toBe(false);
});

testEach(LIMITERS, "%s allows another request for one that was given back", async (make) => {
  const limiter = await make(2, 60_000);
  const take = async () => (await limiter.take("h")).allowed;
  await limiter.giveBack("h");
  expect([await take(), await take(), await take()]).toEqual([true, true, false]);
  await limiter.giveBack("h");
  expect(await limiter.peek("h")).toMatchObject({ allowed: true, remaining: 1 });
  expect([await take(), await take()]).toEqual([true, false]);
});

testEach(LIMITERS, "%s with a limit of 0 allows every request", async (make) => {
  const limiter = await make(0, 1000);
  expect(await limiter.take("f")).toMatchObject({ allowed: true, limit: 0 });
});

const options = { limit: 40, windowMs: 60_000 };
const countAllowed = async (limiters: Limiter[], key: string, each: number) => {
  const requests = limiters.flatMap((limiter) => Array.from({ length: each }, () => limiter.take(key)));
  return (await Promise.all(requests)).filter(({ allowed }) => allowed).length;
};

testWithRedis("limiters of three nodes share one limit", async () => {
  const nodes = await Promise.all([cluster.addNode(), cluster.addNode(), cluster.addNode()]);
  const limiters = nodes.map(({ state }) => state.makeLimiter("ip", options));
  // No node reaches the limit with its own 20 requests.
  expect(await countAllowed(limiters, "192.0.2.1", 20)).toBe(40);
  expect(await countAllowed(limiters, "192.0.2.1", 20)).toBe(0);
});

testWithRedis("limiters of two nodes share the limit of the shorter window", async () => {
  const nodes = await Promise.all([cluster.addNode(), cluster.addNode()]);
  const windows = { limit: 60, windowMs: 3600_000, shorter: [{ limit: 5, windowMs: 60_000 }] };
  const limiters = nodes.map(({ state }) => state.makeLimiter("clicks", windows));
  // Neither node reaches the limit with its own four requests.
  expect(await countAllowed(limiters, "192.0.2.1", 4)).toBe(5);
});

testWithRedis("limiter keys in Redis expire and contain no addresses", async () => {
  const { state } = await cluster.addNode();
  await state.makeLimiter("ip", options).take("192.0.2.77");
  const keys = (await cluster.redis.send("KEYS", "zonetag:limit:*")) as string[];
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.join(" ")).not.toContain("192.0.2");
  for (const key of keys) expect(await cluster.redis.send("PTTL", key)).toBeGreaterThan(0);
});

testWithRedis("while Redis does not answer, two nodes together allow at most twice the limit", async () => {
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
  // Each try uses a new key, since Redis may miss the timeout again on a busy machine.
  let tries = 0;
  await expect.poll(() => countAllowed(limiters, `b${tries++}`, 100)).toBe(40);
});
