/**
 * Rate limits by key: never more than the limit inside any window, however it is placed.
 *
 * Counting in fixed windows would let twice the limit through at a window's edge, so the time of each counted request
 * is kept until it leaves the window. Memory is bounded by the number of keys; the least recently used go first.
 */
import type { Awaitable } from "../values/awaitable.ts";
import { deleteOldest } from "../values/deleteOldest.ts";
import { TimeRing } from "../values/timeRing.ts";
import { type AddressMatcher, toCustomerNetwork } from "./address.ts";

export interface Verdict {
  allowed: boolean;
  limit: number;
  /** How many more would pass now. */
  remaining: number;
  /** Whole seconds until the oldest counted request leaves the window, so that one more passes. */
  resetSeconds: number;
}

/** Counts requests by key: in this process, or in one place for several. */
export interface Limiter {
  /** The verdict on a request, without counting it. */
  peek(key: string): Awaitable<Verdict>;
  /** Counts one request when it is allowed; one that is refused does not count. */
  take(key: string): Awaitable<Verdict>;
}

/** Counts in this process, so that verdicts are at hand. */
export interface LocalLimiter extends Limiter {
  peek(key: string): Verdict;
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

/** The verdict where nothing is limited. */
export const UNLIMITED: Verdict = { allowed: true, limit: 0, remaining: 0, resetSeconds: 0 };

export function createLimiter(options: LimiterOptions): LocalLimiter {
  const { limit, windowMs, maxKeys = 100_000, now = Date.now } = options;
  /** In order of last use: a Map keeps the order of insertion. */
  const keys = new Map<string, TimeRing>();

  function findRing(key: string, time: number): TimeRing | undefined {
    const found = keys.get(key);
    while (found?.oldest !== undefined && found.oldest <= time - windowMs) found.dropOldest();
    return found;
  }

  function toVerdict(ring: TimeRing | undefined, time: number, allowed: boolean): Verdict {
    const used = ring?.length ?? 0;
    const wait = ring?.oldest === undefined ? windowMs : ring.oldest + windowMs - time;
    return { allowed, limit, remaining: Math.max(0, limit - used), resetSeconds: Math.ceil(wait / 1000) };
  }

  function touch(key: string, ring: TimeRing): void {
    keys.delete(key);
    keys.set(key, ring);
    if (keys.size > maxKeys) deleteOldest(keys);
  }

  return {
    get size() {
      return keys.size;
    },
    peek(key) {
      if (limit === 0) return UNLIMITED;
      const time = now();
      const ring = findRing(key, time);
      return toVerdict(ring, time, (ring?.length ?? 0) < limit);
    },
    take(key) {
      if (limit === 0) return UNLIMITED;
      const time = now();
      const ring = findRing(key, time) ?? new TimeRing();
      const allowed = ring.length < limit;
      if (allowed) ring.add(time);
      touch(key, ring);
      return toVerdict(ring, time, allowed);
    },
  };
}

/** Counts a request in several limits, or in none when one refuses it; the verdict nearest to blocking. */
export async function takeAll(limits: readonly (readonly [Limiter, string])[]): Promise<Verdict> {
  const peeked = await Promise.all(limits.map(([limiter, key]) => limiter.peek(key)));
  const taken = findRefusal(peeked)
    ? peeked
    : await Promise.all(limits.map(([limiter, key]) => limiter.take(key)));
  // Where others count as well, one may have been filled meanwhile.
  return findRefusal(taken) ?? taken.reduce(pickNearer);
}

/** A request passes when the last of the full limits lets it. */
function findRefusal(verdicts: readonly Verdict[]): Verdict | undefined {
  const refused = verdicts.filter(({ allowed }) => !allowed);
  return refused.length > 0 ? refused.reduce((a, b) => (b.resetSeconds > a.resetSeconds ? b : a)) : undefined;
}

function pickNearer(a: Verdict, b: Verdict): Verdict {
  if (a.limit === 0) return b;
  if (b.limit === 0) return a;
  return b.remaining < a.remaining ? b : a;
}

/** The headers of the rate limits; none when nothing limits. */
export function formatRateHeaders(verdict: Verdict): Record<string, string> {
  if (verdict.limit === 0) return {};
  const headers: Record<string, string> = {
    "X-Rate-Limit-Limit": String(verdict.limit),
    "X-Rate-Limit-Remaining": String(verdict.remaining),
    "X-Rate-Limit-Reset": String(verdict.resetSeconds),
  };
  if (!verdict.allowed) headers["Retry-After"] = String(verdict.resetSeconds);
  return headers;
}

/** Headers that pages may read. */
export const EXPOSED_HEADERS = "X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset, Retry-After";

/** The service's limits; a setting of 0 switches one off. */
export interface Limits {
  /** All requests; keys are addresses. */
  ip: Limiter;
  /** All requests; keys are user names. */
  user: Limiter;
  /** Statistics requests; keys are addresses. */
  statisticsIp: Limiter;
  /** Statistics requests; keys are user names. */
  statisticsUser: Limiter;
}

export interface LimitSettings {
  limitWindow: number;
  limitKeys: number;
  limitIp: number;
  limitUser: number;
  limitStatisticsIp: number;
  limitStatisticsUser: number;
}

/** Makes the limiter of a limit; the name distinguishes it from those of other limits. */
export type MakeLimiter = (name: keyof Limits, options: LimiterOptions) => Limiter;

/**
 * `isUnlimited`: addresses that the limit per address does not apply to. `make`: where requests are counted, by default
 * in this process.
 */
export function createLimits(
  settings: LimitSettings,
  now: () => number = Date.now,
  isUnlimited: AddressMatcher = () => false,
  make: MakeLimiter = (_name, options) => createLimiter(options),
): Limits {
  const { limitWindow: windowMs, limitKeys: maxKeys } = settings;
  const limiter = (name: keyof Limits, limit: number) => make(name, { limit, windowMs, maxKeys, now });
  return {
    ip: limitByAddress(limiter("ip", settings.limitIp), isUnlimited),
    user: limiter("user", settings.limitUser),
    statisticsIp: limitByAddress(limiter("statisticsIp", settings.limitStatisticsIp), () => false),
    statisticsUser: limiter("statisticsUser", settings.limitStatisticsUser),
  };
}

/** Counts the addresses of one customer together. */
function limitByAddress(limiter: Limiter, isUnlimited: AddressMatcher): Limiter {
  return {
    peek: (address) => (isUnlimited(address) ? UNLIMITED : limiter.peek(toCustomerNetwork(address))),
    take: (address) => (isUnlimited(address) ? UNLIMITED : limiter.take(toCustomerNetwork(address))),
  };
}
