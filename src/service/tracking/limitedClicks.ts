/** Warns of clicks beyond the limit of their address: click fraud, or visitors who share an address. */
import type { Logger } from "pino";

const HOUR_MS = 3_600_000;

export class LimitedClicks {
  readonly #log: Logger;
  readonly #elapsed: () => number;
  /** Number of clicks since the warning began, and time of the last click in monotonic milliseconds. */
  #count = 0;
  #lastAt = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  /** `elapsed`: monotonic milliseconds. */
  constructor(log: Logger, elapsed: () => number) {
    this.#log = log;
    this.#elapsed = elapsed;
  }

  /** Counts a click. Logs at most once an hour. */
  add(): void {
    const now = this.#elapsed();
    this.#count = this.warning === undefined ? 1 : this.#count + 1;
    this.#lastAt = now;
    if (now - this.#loggedAt < HOUR_MS) return;
    this.#loggedAt = now;
    this.#log.warn(this.warning);
  }

  /** Current warning; undefined after an hour without such a click. */
  get warning(): string | undefined {
    if (this.#count === 0 || this.#elapsed() - this.#lastAt >= HOUR_MS) return undefined;
    return `Clicks beyond --click-limits were stored as invalid and not paid: ${this.#count}. If many visitors share an address, as behind a proxy, name it in --trusted-proxies or raise the limits.`;
  }
}
