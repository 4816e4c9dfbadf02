/** Warns of clicks beyond the limit of their address: click fraud, or visitors who share an address. */
import type { Logger } from "pino";

const HOUR_MS = 3_600_000;

export class ClickLimitWarning {
  readonly #log: Logger;
  readonly #elapsed: () => number;
  /** Number of clicks since the warning began, and time of the last click in monotonic milliseconds. */
  #count = 0;
  #lastAt = 0;
  /** Address of such a click that sent X-Forwarded-For, and is not trusted. */
  #proxy: string | undefined;
  #loggedAt = Number.NEGATIVE_INFINITY;

  /** `elapsed`: monotonic milliseconds. */
  constructor(log: Logger, elapsed: () => number) {
    this.#log = log;
    this.#elapsed = elapsed;
  }

  /** Counts a click. Logs at most once an hour. `proxy`: its address, if that may be a proxy. */
  add(proxy?: string): void {
    const now = this.#elapsed();
    const isFirst = this.text === undefined;
    this.#count = isFirst ? 1 : this.#count + 1;
    this.#proxy = proxy ?? (isFirst ? undefined : this.#proxy);
    this.#lastAt = now;
    if (now - this.#loggedAt < HOUR_MS) return;
    this.#loggedAt = now;
    this.#log.warn(this.text);
  }

  /** Current warning; undefined after an hour without such a click. */
  get text(): string | undefined {
    if (this.#count === 0 || this.#elapsed() - this.#lastAt >= HOUR_MS) return undefined;
    const advice = this.#proxy
      ? `If ${this.#proxy}, which sends X-Forwarded-For, is your proxy, name it in --trusted-proxies.`
      : "If many visitors share an address, as behind a proxy, name it in --trusted-proxies or raise the limits.";
    return `Clicks beyond --click-limits were stored as invalid and not paid: ${this.#count}. ${advice}`;
  }
}
