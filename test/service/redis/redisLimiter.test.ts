/** The shared limiter with a Redis that is away, and with answers that come only after Redis' clock was set. */
import { expect, test, vi } from "vitest";
import { SharedLimiter } from "../../../src/service/redis/redisLimiter.ts";

test("the reset time of a shared limit never exceeds the window, even after Redis' clock was set back", async () => {
  const redis = { isAway: false, run: async () => [1, 1, 61_000], send: async () => null };
  const limiter = new SharedLimiter({ redis, name: (key) => key, limit: 25, windowMs: 60_000 });
  expect(await limiter.take("ann")).toEqual({ allowed: true, limit: 25, remaining: 24, resetSeconds: 60 });
  expect((await limiter.peek("ann")).resetSeconds).toBe(60);
});

test("a request that was counted while Redis was away is given back only on this node", async () => {
  const send = vi.fn(async () => null);
  const redis = { isAway: false, run: async () => [1, 1, 1000], send };
  const limiter = new SharedLimiter({ redis, name: (key) => key, limit: 2, windowMs: 60_000 });
  await limiter.take("ann");
  redis.isAway = true;
  expect((await limiter.take("ann")).remaining).toBe(0);
  redis.isAway = false;
  await limiter.giveBack("ann");
  expect([send.mock.calls, (await limiter.take("ann")).allowed]).toEqual([[], true]);
  await limiter.giveBack("ann");
  expect(send.mock.calls).toEqual([[["RPOP", "ann"]]]);
});
