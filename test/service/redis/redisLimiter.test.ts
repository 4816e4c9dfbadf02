/** The shared limiter with answers that the script returns only after Redis' clock was set. */
import { expect, test } from "vitest";
import { SharedLimiter } from "../../../src/service/redis/redisLimiter.ts";

test("the reset time of a shared limit never exceeds the window, even after Redis' clock was set back", async () => {
  const redis = { isAway: false, run: async () => [1, 1, 61_000], send: async () => null };
  const limiter = new SharedLimiter({ redis, name: (key) => key, limit: 25, windowMs: 60_000 });
  expect(await limiter.take("ann")).toEqual({ allowed: true, limit: 25, remaining: 24, resetSeconds: 60 });
  expect((await limiter.peek("ann")).resetSeconds).toBe(60);
});
