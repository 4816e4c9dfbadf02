/** What a store does by itself from time to time. */

export interface MaintenanceTask {
  /** Milliseconds from one run to the next; 0: at every look. */
  everyMs: number;
  /** What fails is tried again when its next time has come. */
  run(): Promise<void>;
}

export interface MaintenanceOptions {
  /** How often to look which tasks are due. Milliseconds. */
  lookEveryMs: number;
  /** Milliseconds of a clock that only runs forward. A task runs at first when `everyMs` of it have passed. */
  now: () => number;
}

/** Runs each task whenever it is due, until the function that it returns is called. */
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
