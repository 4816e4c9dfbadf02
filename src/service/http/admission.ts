/**
 * Which placement requests are let in: those within the limit of their address, as long as not too many are in flight.
 * What would only wait is shed: an early refusal costs little, a late one as much as an answer.
 */
import { type Limiter, UNLIMITED, type Verdict } from "../net/rateLimiter.ts";
import type { Awaitable } from "../values/awaitable.ts";
import { TimeRing } from "../values/timeRing.ts";

export interface AdmissionSettings {
  /** Whether placement requests count in the limit per address. */
  limitPlacement: boolean;
  maxConcurrent: number;
  maxWait: number;
}

/** Fewer than these in flight for long mean a slow disk, not a flood; shedding others would not make it faster. */
export const MIN_BACKLOG = 256;

export class Admission {
  readonly #settings: AdmissionSettings;
  readonly #limiter: Limiter;
  readonly #now: () => number;
  /** When the requests in flight began to wait for the disk, which answers them in that order. */
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

  /** Whether new requests are to be refused until some of those in flight are answered. */
  get isOverloaded(): boolean {
    const { maxConcurrent, maxWait } = this.#settings;
    const { length, oldest } = this.#waiting;
    if (length >= maxConcurrent) return true;
    return length >= MIN_BACKLOG && oldest !== undefined && this.#now() - oldest > maxWait;
  }

  /** Counts a request as in flight until the work is done. */
  async wait<T>(work: Promise<T>): Promise<T> {
    this.#waiting.add(this.#now());
    try {
      return await work;
    } finally {
      this.#waiting.dropOldest();
    }
  }
}
