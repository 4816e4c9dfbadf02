/** Limits how often a condition is logged. */

const HOUR_MS = 3_600_000;

/** Creates a function that calls `report` at most once an hour. `elapsed`: monotonic milliseconds. */
export function createHourly(elapsed = () => performance.now()): (report: () => void) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (report) => {
    const now = elapsed();
    if (now - reportedAt < HOUR_MS) return;
    reportedAt = now;
    report();
  };
}
