/**
 * Rate limits by key: never more than the limit inside any window, however it is placed.
 *
 * Counting in fixed windows would let twice the limit through at a window's edge, so the moment of each counted request
 * is kept until it leaves the window. Memory is bounded by the number of keys; the ones longest unheard of go first.
 */

import type { Settings } from "./settings.ts";

export interface Verdict {
  allowed: boolean;
  limit: number;
  /** How many more would pass now. */
  remaining: number;
  /** Whole seconds until the oldest counted request leaves the window, so that one more passes. */
  resetSeconds: number;
}

export interface Limiter {
  /** What would happen, without counting. */
  peek(key: string): Verdict;
  /** Counts one request when it is allowed; one that is refused does not count. */
  take(key: string): Verdict;
  /** Keys held at the moment. */
  readonly size: number;
}

export interface LimiterOptions {
  /** Requests in any window; 0 means no limit. */
  limit: number;
  windowMs: number;
  /** Most keys that are remembered. */
  maxKeys?: number;
  now?: () => number;
}

const FIRST_CAPACITY = 8;

/** Moments in order, in a ring that grows up to the limit. */
class Moments {
  #ring = new Float64Array(FIRST_CAPACITY);
  #first = 0;
  length = 0;

  get oldest(): number {
    return this.#ring[this.#first] ?? 0;
  }

  dropUntil(time: number): void {
    while (this.length > 0 && this.oldest <= time) {
      this.#first = (this.#first + 1) % this.#ring.length;
      this.length -= 1;
    }
  }

  add(time: number, limit: number): void {
    if (this.length === this.#ring.length) this.#grow(limit);
    this.#ring[(this.#first + this.length) % this.#ring.length] = time;
    this.length += 1;
  }

  #grow(limit: number): void {
    const larger = new Float64Array(Math.max(1, Math.min(limit, this.#ring.length * 2)));
    for (let at = 0; at < this.length; at++) {
      larger[at] = this.#ring[(this.#first + at) % this.#ring.length] ?? 0;
    }
    this.#ring = larger;
    this.#first = 0;
  }
}

export function createLimiter(options: LimiterOptions): Limiter {
  const { limit, windowMs, maxKeys = 100_000, now = Date.now } = options;
  /** In order of last use: a Map keeps the order of insertion. */
  const keys = new Map<string, Moments>();

  function moments(key: string, time: number): Moments | undefined {
    const found = keys.get(key);
    found?.dropUntil(time - windowMs);
    return found;
  }

  function verdict(counted: Moments | undefined, time: number, allowed: boolean): Verdict {
    const used = counted?.length ?? 0;
    const wait = used > 0 && counted ? counted.oldest + windowMs - time : windowMs;
    return { allowed, limit, remaining: Math.max(0, limit - used), resetSeconds: Math.ceil(wait / 1000) };
  }

  function touch(key: string, counted: Moments): void {
    keys.delete(key);
    keys.set(key, counted);
    if (keys.size > maxKeys) keys.delete(keys.keys().next().value as string);
  }

  const unlimited = { allowed: true, limit: 0, remaining: 0, resetSeconds: 0 };
  return {
    get size() {
      return keys.size;
    },
    peek(key) {
      if (limit === 0) return unlimited;
      const time = now();
      const counted = moments(key, time);
      return verdict(counted, time, (counted?.length ?? 0) < limit);
    },
    take(key) {
      if (limit === 0) return unlimited;
      const time = now();
      const counted = moments(key, time) ?? new Moments();
      const allowed = counted.length < limit;
      if (allowed) counted.add(time, limit);
      touch(key, counted);
      return verdict(counted, time, allowed);
    },
  };
}

/** Counts a request in several limits, or in none when one refuses it; the verdict nearest to blocking. */
export function takeAll(limits: readonly (readonly [Limiter, string])[]): Verdict {
  const refused = limits.map(([limiter, key]) => limiter.peek(key)).find(({ allowed }) => !allowed);
  if (refused) return refused;
  return limits.map(([limiter, key]) => limiter.take(key)).reduce(nearer);
}

function nearer(a: Verdict, b: Verdict): Verdict {
  if (a.limit === 0) return b;
  if (b.limit === 0) return a;
  return b.remaining < a.remaining ? b : a;
}

/** The headers of the rate limits; none when nothing limits. */
export function rateHeaders(verdict: Verdict): Record<string, string> {
  if (verdict.limit === 0) return {};
  const headers: Record<string, string> = {
    "X-Rate-Limit-Limit": String(verdict.limit),
    "X-Rate-Limit-Remaining": String(verdict.remaining),
    "X-Rate-Limit-Reset": String(verdict.resetSeconds),
  };
  if (!verdict.allowed) headers["Retry-After"] = String(verdict.resetSeconds);
  return headers;
}

/** What pages may read of an answer. */
export const EXPOSED_HEADERS = "X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset, Retry-After";

/** The service's limits; a setting of 0 switches one off. */
export interface Limits {
  /** All requests, per address. */
  ip: Limiter;
  /** All requests, per user name. */
  user: Limiter;
  statisticsIp: Limiter;
  statisticsUser: Limiter;
}

export function createLimits(settings: Settings, now?: () => number): Limits {
  const limiter = (limit: number) =>
    createLimiter({
      limit,
      windowMs: settings.limitWindow,
      maxKeys: settings.limitKeys,
      ...(now ? { now } : {}),
    });
  return {
    ip: limiter(settings.limitIp),
    user: limiter(settings.limitUser),
    statisticsIp: limiter(settings.limitStatisticsIp),
    statisticsUser: limiter(settings.limitStatisticsUser),
  };
}
