/** Tests of what a port promises, on each engine behind it. */
import { test } from "vitest";
import { findRedisServer, NO_REDIS } from "../support/redis.ts";

export const hasRedis = findRedisServer() !== undefined;

/** An engine by its name in titles, what makes one, and whether this machine has what it needs. */
export type Engine<Make> = readonly [name: string, make: Make, isThere: boolean];

/** Tests the same on each engine; its name stands for `%s` in the title. */
export function testEach<Make>(
  engines: readonly Engine<Make>[],
  title: string,
  work: (make: Make) => Promise<void>,
): void {
  test.for(engines)(title, async ([, make, isThere], { skip }) => {
    skip(!isThere, NO_REDIS);
    await work(make);
  });
}

/** A test of nodes that share a Redis. */
export function testWithRedis(title: string, work: () => Promise<void>): void {
  test(title, async ({ skip }) => {
    skip(!hasRedis, NO_REDIS);
    await work();
  });
}
