/** The two clocks of a process. */
export interface Clock {
  /** The wall clock: milliseconds since 1970. It is set forward and back, by people and by time servers. */
  now(): number;
  /** Milliseconds since some moment of this process. It only ever runs forward: for windows, delays and ages. */
  elapsed(): number;
}

export const systemClock: Clock = { now: Date.now, elapsed: () => performance.now() };
