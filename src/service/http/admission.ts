/**
 * Admits placement requests within the rate limit of their address, and sheds load while too many are in flight. Excess
 * requests are refused at once instead of queued: a late refusal costs as much as a response.
 */
import { type Limiter, UNLIMITED, type Verdict } from "../net/rateLimiter.ts";
import { TimeRing } from "../net/timeRing.ts";
import type { Awaitable } from "../runtime/awaitable.ts";

interface AdmissionSettings {
  /** Whether placement requests count towards the limit per address. */
  limitPlacement: boolean;
  maxConcurrent: number;
  maxWait: number;
}

/**
 * Minimum number of requests in flight before load is shed. With fewer, long waits are caused by a slow disk, and
 * refusing requests would not help.
 */
export const MIN_BACKLOG = 256;

export class Admission {
  readonly #settings: AdmissionSettings;
  readonly #limiter: Limiter;
  readonly #now: () => number;
  /** Start of each wait for the disk, in the order in which the requests will be answered. */
  readonly #waiting = new TimeRing();

  constructor(settings: AdmissionSettings, limiter: Limiter, now: () => number) {
    this.#settings = settings;
    this.#limiter = limiter;
    this.#now = now;
  }

  /** Counts a request towards the limit of its address. */
  take(address: string): Awaitable<Verdict> {
    return this.#settings.limitPlacement ? this.#limiter.take(address) : UNLIMITED;
  }

  get isOverloaded(): boolean {
    const { maxConcurrent, maxWait } = this.#settings;
    const { length, oldest } = this.#waiting;
    if (length >= maxConcurrent) return true;
    return length >= MIN_BACKLOG && oldest !== undefined && this.#now() - oldest > maxWait;
  }

  /** Counts a request as in flight until `work` settles. */
  async wait<T>(work: Promise<T>): Promise<T> {
    this.#waiting.add(this.#now());
    try {
      return await work;
    } finally {
      this.#waiting.dropOldest();
    }
  }
}
