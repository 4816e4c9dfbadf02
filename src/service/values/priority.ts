/**
 * Lets requests go first where processors are few. The nice value is a thread's own on Linux, elsewhere the process's:
 * https://man7.org/linux/man-pages/man2/setpriority.2.html
 */
import { readdirSync, readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";

const LAST = 19;

/** Of this thread, where it has one of its own. */
export function yieldThread(): void {
  quietly(() => setPriority(Number(basename(readlinkSync("/proc/thread-self"))), LAST));
}

/**
 * Of all threads of this process. Those that are started later take the value of the one that starts them, but loading
 * modules has started some already.
 */
export function yieldProcess(nice: number): void {
  quietly(() => setPriority(nice));
  quietly(() => {
    for (const thread of readdirSync("/proc/self/task")) setPriority(Number(thread), nice);
  });
}

/** It is only a matter of speed, and a sandbox may forbid it. */
function quietly(change: () => void): void {
  try {
    change();
  } catch {}
}
