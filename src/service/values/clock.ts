/** Wall clock and monotonic clock of a process. */
export interface Clock {
  /** Wall clock, milliseconds since 1970. Time servers and operators can set it back. */
  now(): number;
  /** Monotonic milliseconds, for windows, delays and ages. */
  elapsed(): number;
}

export const systemClock: Clock = { now: Date.now, elapsed: () => performance.now() };
