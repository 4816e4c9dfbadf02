import { beforeEach } from "vitest";
import { findRedisServer, NO_REDIS } from "./redis.ts";

/** Skips the tests of this file on a machine without Redis. Returns whether the machine has it. */
export function requireRedis(): boolean {
  const hasRedis = findRedisServer() !== undefined;
  beforeEach(({ skip }) => skip(!hasRedis, NO_REDIS));
  return hasRedis;
}
