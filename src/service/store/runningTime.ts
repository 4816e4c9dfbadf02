/**
 * How long the store has been running, all starts together.
 *
 * Deduplication keys age by it: the wall clock may be set while the service runs or between two starts, and this one
 * only grows. What a crash loses of it makes keys live longer, never shorter.
 */
export class RunningTime {
  readonly #elapsed: () => number;
  readonly #before: number;
  readonly #startedAt: number;

  /** `before`: milliseconds of earlier starts. `elapsed`: milliseconds of a clock that only runs forward. */
  constructor(before: number, elapsed: () => number) {
    this.#elapsed = elapsed;
    this.#before = before;
    this.#startedAt = elapsed();
  }

  now(): number {
    return Math.floor(this.#before + this.#elapsed() - this.#startedAt);
  }
}
