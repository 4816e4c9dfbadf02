/** Wall clock and monotonic clock of a process. */
import { uptime } from "node:os";

export interface Clock {
  /** Wall clock, milliseconds since 1970. Time servers and operators can set it back. */
  now(): number;
  /** Monotonic milliseconds, for windows, delays and ages. */
  elapsed(): number;
  /** Milliseconds that the machine slept since its start, which `elapsed` leaves out. Absent: not known. */
  slept?(): number;
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  // Linux counts sleep in its uptime: https://man7.org/linux/man-pages/man2/clock_gettime.2.html (CLOCK_BOOTTIME)
  slept: () => uptime() * 1000 - performance.now(),
};
