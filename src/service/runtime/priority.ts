/**
 * Lowers the scheduling priority of background work, so that requests go first. On Linux each thread has its own nice
 * value, elsewhere the process has one: https://man7.org/linux/man-pages/man2/setpriority.2.html
 */
import { readdirSync, readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";

const LAST = 19;

/** Lowers the priority of this thread, where threads have their own. */
export function yieldThread(): void {
  quietly(() => setPriority(Number(basename(readlinkSync("/proc/thread-self"))), LAST));
}

/**
 * Lowers the priority of all threads of this process. New threads inherit it, but loading modules has already started
 * some.
 */
export function yieldProcess(nice: number): void {
  quietly(() => setPriority(nice));
  quietly(() => {
    for (const thread of readdirSync("/proc/self/task")) setPriority(Number(thread), nice);
  });
}

/** Runs the change and ignores failures: a sandbox may forbid it, and only speed depends on it. */
function quietly(change: () => void): void {
  try {
    change();
  } catch {}
}
