/** Periodic tasks of a store. */

export interface MaintenanceTask {
  /** Interval in milliseconds; 0: at every check. */
  everyMs: number;
  /** Runs the task; after a failure, it is retried at the next interval. */
  run(): Promise<void>;
}

interface MaintenanceOptions {
  /** Interval of the checks for due tasks. Milliseconds. */
  lookEveryMs: number;
  /** Monotonic milliseconds. A task first runs after its interval. */
  now: () => number;
}

/** Runs each task when it is due. Returns a function that stops all tasks. */
export function startMaintenance(
  tasks: readonly MaintenanceTask[],
  { lookEveryMs, now }: MaintenanceOptions,
): () => void {
  const startedAt = new Map<MaintenanceTask, number>();
  const timer = setInterval(() => {
    for (const task of tasks) {
      if (now() - (startedAt.get(task) ?? 0) < task.everyMs) continue;
      startedAt.set(task, now());
      task.run().catch(() => {});
    }
  }, lookEveryMs).unref();
  return () => clearInterval(timer);
}
