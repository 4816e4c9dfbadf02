/**
 * Admits placement requests within the rate limit of their address while not too many are in flight. Requests that
 * would only wait are refused at once: a late refusal costs as much as a response.
 */
import { type Limiter, UNLIMITED, type Verdict } from "../net/rateLimiter.ts";
import { TimeRing } from "../net/timeRing.ts";
import type { Awaitable } from "../values/awaitable.ts";

export interface AdmissionSettings {
  /** Whether placement requests count in the limit per address. */
  limitPlacement: boolean;
  maxConcurrent: number;
  maxWait: number;
}

/** With fewer requests in flight, waiting means a slow disk, which refusing others would not speed up. */
export const MIN_BACKLOG = 256;

export class Admission {
  readonly #settings: AdmissionSettings;
  readonly #limiter: Limiter;
  readonly #now: () => number;
  /** Times at which the requests in flight began to wait for the disk, in the order in which they will be answered. */
  readonly #waiting = new TimeRing();

  constructor(settings: AdmissionSettings, limiter: Limiter, now: () => number) {
    this.#settings = settings;
    this.#limiter = limiter;
    this.#now = now;
  }

  /** Counts a request in the limit of its address. */
  take(address: string): Awaitable<Verdict> {
    return this.#settings.limitPlacement ? this.#limiter.take(address) : UNLIMITED;
  }

  /** True while new requests must be refused, until some in flight are answered. */
  get isOverloaded(): boolean {
    const { maxConcurrent, maxWait } = this.#settings;
    const { length, oldest } = this.#waiting;
    if (length >= maxConcurrent) return true;
    return length >= MIN_BACKLOG && oldest !== undefined && this.#now() - oldest > maxWait;
  }

  /** Counts a request as in flight until `work` is done. */
  async wait<T>(work: Promise<T>): Promise<T> {
    this.#waiting.add(this.#now());
    try {
      return await work;
    } finally {
      this.#waiting.dropOldest();
    }
  }
}
