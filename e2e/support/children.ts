/** Processes that tests start: none outlives the file of tests that started it, also when a test fails or hangs. */
import type { ChildProcess } from "node:child_process";

/** How each is ended at last. */
const running = new Map<ChildProcess, () => void>();

/** Gives the process back. `isGroup`: it was started `detached`, and ends with all that it started. */
export function endWithTests<T extends ChildProcess>(child: T, isGroup = false): T {
  running.set(child, () => {
    if (isGroup) endGroup(child);
    else child.kill("SIGKILL");
  });
  // The leader of a group may end before the others.
  if (!isGroup) child.once("exit", () => running.delete(child));
  return child;
}

/** Ends those that are left. */
export function endChildren(): void {
  for (const end of running.values()) end();
  running.clear();
}

/** Ends a process that was started `detached`, and all that it started. */
export function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of them have ended.
  }
}

process.once("exit", endChildren);
