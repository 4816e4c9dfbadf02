/**
 * Clocks of processes that tests can set, by Debian's package `faketime`. Monotonic clocks stay right. Does not work for
 * Redis, whose allocator starts before the library.
 */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const LIBRARY = ["x86_64", "aarch64"]
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(existsSync);

/** Whether clocks can be set. */
export const canSetClocks = LIBRARY !== undefined;

export interface Clock {
  /** Command that wraps a process, so that it has this clock. */
  through: readonly string[];
  /** Sets the clock: milliseconds ahead of the machine's. The process notices within a second. */
  set(aheadMs: number): Promise<void>;
}

/** Creates a clock. `name`: name of its file in `folder`. */
export async function createClock(folder: string, name: string): Promise<Clock> {
  const file = join(folder, `${name}.clock`);
  const set = (aheadMs: number) => {
    const seconds = Math.round(aheadMs / 1000);
    return writeFile(file, `${seconds < 0 ? "" : "+"}${seconds}\n`);
  };
  await set(0);
  if (!LIBRARY) return { through: [], set };
  const variables = [
    ...[`LD_PRELOAD=${LIBRARY}`, `FAKETIME_TIMESTAMP_FILE=${file}`],
    ...["FAKETIME_CACHE_DURATION=1", "FAKETIME_DONT_FAKE_MONOTONIC=1", "NO_FAKE_STAT=1"],
  ];
  return { through: ["env", ...variables], set };
}
