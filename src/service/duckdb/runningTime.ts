/**
 * Measures the total time for which the store has run, over all starts.
 *
 * Deduplication keys age by this time because, unlike the wall clock, it only grows. Time lost in a crash makes keys
 * live longer, never shorter.
 */

import { type Database, run } from "./database.ts";
import type { Connection } from "./engineTypes.ts";

export class RunningTime {
  readonly #elapsed: () => number;
  readonly #before: number;
  readonly #startedAt: number;

  /** `before`: milliseconds of earlier starts. `elapsed`: monotonic milliseconds. */
  constructor(before: number, elapsed: () => number) {
    this.#elapsed = elapsed;
    this.#before = before;
    this.#startedAt = elapsed();
  }

  now(): number {
    return Math.floor(this.#before + this.#elapsed() - this.#startedAt);
  }
}

/** Reads the recorded milliseconds of earlier starts. */
export async function readRunningTime(database: Database): Promise<number> {
  const [row] = await database.query<{ ms: bigint }>("SELECT ms FROM running_time");
  if (!row) await database.query("INSERT INTO running_time VALUES (0)");
  return Number(row?.ms ?? 0n);
}

export async function noteRunningTime(connection: Connection, runningTime: RunningTime): Promise<void> {
  await run(connection, "UPDATE running_time SET ms = $1", [runningTime.now()]);
}
