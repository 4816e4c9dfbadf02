/** Runs contract tests on each engine. */
import { inject, test } from "vitest";
import { findRedisServer, NO_REDIS } from "../support/redis.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Engines whose tests this Vitest project runs: in-process ones or Redis. Undefined: all. */
    engines: "local" | "redis" | undefined;
  }
}

const engines = inject("engines");
const runsRedis = engines !== "local";

/** Whether this project runs Redis tests and the machine has Redis. */
export const hasRedis = runsRedis && findRedisServer() !== undefined;

/** Engine: name in test titles, factory, whether it needs Redis. */
export type Engine<Make> = readonly [name: string, make: Make, needsRedis: boolean];

/** Runs a test on each engine, whose name replaces `%s` in the title. */
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

/** Defines a test of nodes that share a Redis. */
export function testWithRedis(title: string, work: () => Promise<void>): void {
  if (!runsRedis) return;
  test(title, async ({ skip }) => {
    skip(!hasRedis, NO_REDIS);
    await work();
  });
}
