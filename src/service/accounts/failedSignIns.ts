/**
 * Delays sign-ins after repeated failures: no delay for the first few, then one that doubles with each failure.
 *
 * Failures are counted per address, per pair of user name and address, and per user name across all addresses from
 * which it has not signed in recently. Guessing from unknown addresses therefore does not lock out the account's owner.
 */
import type { Awaitable } from "../runtime/awaitable.ts";
import { deleteOldest } from "../values/deleteOldest.ts";
import type { KnownAddresses } from "./knownAddresses.ts";

/** Address and name of an attempt to sign in. */
export interface Attempt {
  /** Address in the form that rate limits use. */
  address: string;
  /** Undefined with an API token. */
  name?: string | undefined;
}

export interface FailedSignIns {
  /** Returns the milliseconds until the attempt is allowed; 0: now. */
  delay(attempt: Attempt): Awaitable<number>;
  /** Counts a failed attempt. */
  fail(attempt: Attempt): Awaitable<void>;
  /** Clears the name's failures from this address, and marks the address as known for the name. */
  succeed(attempt: Attempt): Awaitable<void>;
  /** Whether the name has recently signed in from the address. */
  isKnown(attempt: Attempt): Awaitable<boolean>;
}

interface FailedSignInsOptions {
  /** Monotonic milliseconds. */
  elapsed: () => number;
  /** Maximum stored keys; beyond it, the key with the oldest last failure is dropped. */
  maxKeys: number;
  known: KnownAddresses;
}

/** Number of failures after which attempts are delayed. */
export const FREE = 5;
export const FIRST_DELAY_MS = 1000;
export const MAX_DELAY_MS = 15 * 60_000;
/** Time without a further failure after which failures are forgotten. */
export const KEPT_MS = 60 * 60_000;
/** Maximum characters of a user name in a key. */
const KEY_LENGTH = 100;

/** Lists the keys under which a failed attempt is counted. */
export function listFailureKeys({ address, name }: Attempt, isKnown: boolean): string[] {
  if (name === undefined) return [`address ${address}`];
  const keys = [`address ${address}`, nameOwnKey({ address, name })];
  return isKnown ? keys : [...keys, `strangers ${name.slice(0, KEY_LENGTH)}`];
}

/** Returns the key whose failures a successful sign-in from the address clears. */
export function nameOwnKey({ address, name = "" }: Attempt): string {
  return `from ${address} ${name.slice(0, KEY_LENGTH)}`;
}

interface Failures {
  count: number;
  lastAt: number;
}

/** Counts failed sign-ins in this process only. */
export class LocalFailedSignIns implements FailedSignIns {
  readonly #options: FailedSignInsOptions;
  /** Ordered by last failure, because a Map keeps insertion order. */
  readonly #failures = new Map<string, Failures>();

  constructor(options: FailedSignInsOptions) {
    this.#options = options;
  }

  delay(attempt: Attempt): number {
    const keys = listFailureKeys(attempt, this.isKnown(attempt));
    return Math.max(0, ...keys.map((key) => this.#delay(key)));
  }

  fail(attempt: Attempt): void {
    for (const key of listFailureKeys(attempt, this.isKnown(attempt))) {
      const count = (this.#current(key)?.count ?? 0) + 1;
      this.#failures.delete(key);
      this.#failures.set(key, { count, lastAt: this.#options.elapsed() });
      if (this.#failures.size > this.#options.maxKeys) deleteOldest(this.#failures);
    }
  }

  succeed(attempt: Attempt): void {
    if (attempt.name === undefined) return;
    this.#failures.delete(nameOwnKey(attempt));
    this.#options.known.add(attempt.name, attempt.address);
  }

  isKnown({ name, address }: Attempt): boolean {
    return name !== undefined && this.#options.known.has(name, address);
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
