/** Tests of what a port promises, on each engine behind it. */
import { inject, test } from "vitest";
import { findRedisServer, NO_REDIS } from "../support/redis.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Engines whose tests this Vitest project runs: those in the test's process, or Redis. Undefined: all. */
    engines: "local" | "redis" | undefined;
  }
}

const engines = inject("engines");
const runsRedis = engines !== "local";

/** Whether these tests run, and this machine has Redis. */
export const hasRedis = runsRedis && findRedisServer() !== undefined;

/** An engine by its name in titles, what makes one, and whether it needs Redis. */
export type Engine<Make> = readonly [name: string, make: Make, needsRedis: boolean];

/** Tests the same on each engine; its name replaces `%s` in the title. */
export function testEach<Make>(
  all: readonly Engine<Make>[],
  title: string,
  work: (make: Make) => Promise<void>,
): void {
  const chosen = all.filter(([, , needsRedis]) => (needsRedis ? runsRedis : engines !== "redis"));
  test.for(chosen)(title, async ([, make, needsRedis], { skip }) => {
    skip(needsRedis && !hasRedis, NO_REDIS);
    await work(make);
  });
}

/** A test of nodes that share a Redis. */
export function testWithRedis(title: string, work: () => Promise<void>): void {
  if (!runsRedis) return;
  test(title, async ({ skip }) => {
    skip(!hasRedis, NO_REDIS);
    await work();
  });
}
