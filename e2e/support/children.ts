/** Processes that tests start. None outlives its test file, even when a test fails or hangs. */
import type { ChildProcess } from "node:child_process";

/** Functions that end the processes. */
const running = new Map<ChildProcess, () => void>();

/**
 * Registers a process to be ended after the tests, and returns it. `isGroup`: it was started `detached`, and ends with
 * everything that it started.
 */
export function endWithTests<T extends ChildProcess>(child: T, isGroup = false): T {
  running.set(child, () => {
    if (isGroup) endGroup(child);
    else child.kill("SIGKILL");
  });
  // The leader of a group may end before the other processes.
  if (!isGroup) child.once("exit", () => running.delete(child));
  return child;
}

/** Ends all remaining processes. */
export function endChildren(): void {
  for (const end of running.values()) end();
  running.clear();
}

/** Ends a `detached` process and everything that it started. */
export function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // They have already ended.
  }
}

process.once("exit", endChildren);
