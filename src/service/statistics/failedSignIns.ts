/**
 * How long to wait after failed sign-ins, by address and by user name: nothing for the first few, then twice as long after
 * each. An attempt counts as failed until it has succeeded, so that many at once do not all pass.
 */
import type { Awaitable } from "../values/awaitable.ts";

export interface FailedSignIns {
  /** Milliseconds until somebody with these keys may try again; 0: now. */
  delay(keys: readonly string[]): Awaitable<number>;
  /** As `delay`; when nobody has to wait, the attempt counts as failed from now on. */
  begin(keys: readonly string[]): Awaitable<number>;
  /** Takes back what `begin` counted. */
  withdraw(keys: readonly string[]): Awaitable<void>;
  forget(key: string): Awaitable<void>;
}

export interface FailedSignInsOptions {
  /** Milliseconds of a clock that only runs forward. */
  elapsed: () => number;
  /** Most addresses and names that are remembered; those longest unheard of go first. */
  maxKeys: number;
}

/** Failures without a delay. */
export const FREE = 5;
export const FIRST_DELAY_MS = 1000;
export const MAX_DELAY_MS = 15 * 60_000;
/** Failures are forgotten after this long without another. */
export const KEPT_MS = 60 * 60_000;

interface Failures {
  count: number;
  lastAt: number;
}

/** Of this process alone. */
export class LocalFailedSignIns implements FailedSignIns {
  readonly #options: FailedSignInsOptions;
  /** In order of the last failure: a Map keeps the order of insertion. */
  readonly #failures = new Map<string, Failures>();

  constructor(options: FailedSignInsOptions) {
    this.#options = options;
  }

  /** Milliseconds until somebody with these keys may try again; 0: now. */
  delay(keys: readonly string[]): number {
    return Math.max(0, ...keys.map((key) => this.#delay(key)));
  }

  begin(keys: readonly string[]): number {
    const waitMs = this.delay(keys);
    if (waitMs === 0) this.add(keys);
    return waitMs;
  }

  /** Counts a failure, whoever has to wait. */
  add(keys: readonly string[]): void {
    for (const key of keys) {
      const count = (this.#current(key)?.count ?? 0) + 1;
      this.#failures.delete(key);
      this.#failures.set(key, { count, lastAt: this.#options.elapsed() });
      if (this.#failures.size > this.#options.maxKeys) {
        this.#failures.delete(this.#failures.keys().next().value ?? "");
      }
    }
  }

  withdraw(keys: readonly string[]): void {
    for (const key of keys) {
      const failures = this.#failures.get(key);
      if (failures) failures.count -= 1;
      if (failures?.count === 0) this.#failures.delete(key);
    }
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }

  #delay(key: string): number {
    const failures = this.#current(key);
    if (!failures || failures.count < FREE) return 0;
    const delay = Math.min(FIRST_DELAY_MS * 2 ** (failures.count - FREE), MAX_DELAY_MS);
    return failures.lastAt + delay - this.#options.elapsed();
  }

  #current(key: string): Failures | undefined {
    const failures = this.#failures.get(key);
    return failures && this.#options.elapsed() - failures.lastAt < KEPT_MS ? failures : undefined;
  }
}
