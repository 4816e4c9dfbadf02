/**
 * Sliding-window rate limits by key: no window ever exceeds the limit.
 *
 * Fixed windows would allow twice the limit around a window's edge, so the time of each counted request is kept until
 * it leaves the window. Memory is bounded by the number of keys; the least recently used is dropped first.
 */
import type { Awaitable } from "../runtime/awaitable.ts";
import { DAY_MS } from "../values/day.ts";
import { deleteOldest } from "../values/deleteOldest.ts";
import { type AddressMatcher, toCustomerNetwork } from "./address.ts";
import { TimeRing } from "./timeRing.ts";

export interface Verdict {
  allowed: boolean;
  limit: number;
  /** Requests that would pass now. */
  remaining: number;
  /** Whole seconds until the oldest counted request leaves the window. */
  resetSeconds: number;
}

/** Counts requests by key, in this process or shared between nodes. */
export interface Limiter {
  /** Checks the limit without consuming it. */
  peek(key: string): Awaitable<Verdict>;
  /** Counts a request if it is allowed. */
  take(key: string): Awaitable<Verdict>;
  /** Takes back the latest counted request, because what it was counted for failed. */
  giveBack(key: string): Awaitable<void>;
}

/** Counts in this process, synchronously. */
export interface LocalLimiter extends Limiter {
  peek(key: string): Verdict;
  take(key: string): Verdict;
  giveBack(key: string): void;
  readonly size: number;
}

export interface RateWindow {
  /** Maximum requests in any window; 0 for no limit. */
  limit: number;
  windowMs: number;
}

export interface LimiterOptions extends RateWindow {
  /** Limits of shorter windows that apply in addition. */
  shorter?: readonly RateWindow[];
  maxKeys?: number;
  now?: () => number;
}

/** Maximum keys of a limiter by default. */
export const MAX_KEYS = 100_000;

export const UNLIMITED: Verdict = { allowed: true, limit: 0, remaining: 0, resetSeconds: 0 };

/** Interval at which keys without requests in the window are dropped. */
const FORGET_EVERY_MS = 10_000;

export function createLimiter(options: LimiterOptions): LocalLimiter {
  const { limit, windowMs, shorter = [], maxKeys = MAX_KEYS, now = Date.now } = options;
  /** Ordered by last use: a Map keeps the order of insertion. */
  const keys = new Map<string, TimeRing>();
  let isForgetting = false;

  function findRing(key: string, time: number): TimeRing | undefined {
    const found = keys.get(key);
    while (found?.oldest !== undefined && found.oldest <= time - windowMs) found.dropOldest();
    return found;
  }

  function toVerdict(ring: TimeRing | undefined, time: number, allowed: boolean): Verdict {
    const used = ring?.length ?? 0;
    // Sums of fractions of milliseconds can exceed the window.
    const wait = Math.min(windowMs, (ring?.oldest ?? time) + windowMs - time);
    return { allowed, limit, remaining: Math.max(0, limit - used), resetSeconds: Math.ceil(wait / 1000) };
  }

  function isAllowed(ring: TimeRing | undefined, time: number): boolean {
    if (!ring) return true;
    if (ring.length >= limit) return false;
    return shorter.every((each) => !((ring.latest(each.limit) ?? -Infinity) > time - each.windowMs));
  }

  function touch(key: string, ring: TimeRing): void {
    keys.delete(key);
    keys.set(key, ring);
    if (keys.size > maxKeys) deleteOldest(keys);
    if (!isForgetting) forgetLater();
  }

  function forgetLater(): void {
    isForgetting = true;
    setTimeout(forget, FORGET_EVERY_MS).unref();
  }

  /** Drops keys whose requests have left the window. */
  function forget(): void {
    const start = now() - windowMs;
    for (const [key, ring] of keys) {
      if ((ring.latest(1) ?? -Infinity) > start) break;
      keys.delete(key);
    }
    isForgetting = false;
    if (keys.size > 0) forgetLater();
  }

  return {
    get size() {
      return keys.size;
    },
    peek(key) {
      if (limit === 0) return UNLIMITED;
      const time = now();
      const ring = findRing(key, time);
      return toVerdict(ring, time, isAllowed(ring, time));
    },
    take(key) {
      if (limit === 0) return UNLIMITED;
      const time = now();
      const ring = findRing(key, time) ?? new TimeRing();
      const allowed = isAllowed(ring, time);
      if (allowed) ring.add(time);
      touch(key, ring);
      return toVerdict(ring, time, allowed);
    },
    giveBack(key) {
      keys.get(key)?.dropLatest();
    },
  };
}

/**
 * Counts a request towards all limits, or towards none when one refuses it. Returns the verdict nearest to blocking.
 */
export async function takeAll(limits: readonly (readonly [Limiter, string])[]): Promise<Verdict> {
  const peeked = await Promise.all(limits.map(([limiter, key]) => limiter.peek(key)));
  const taken = findRefusal(peeked)
    ? peeked
    : await Promise.all(limits.map(([limiter, key]) => limiter.take(key)));
  // Another node may have filled a limit meanwhile.
  return findRefusal(taken) ?? taken.reduce(pickNearer);
}

/** Returns the refusal with the longest wait. */
function findRefusal(verdicts: readonly Verdict[]): Verdict | undefined {
  const refused = verdicts.filter(({ allowed }) => !allowed);
  return refused.length > 0 ? refused.reduce((a, b) => (b.resetSeconds > a.resetSeconds ? b : a)) : undefined;
}

function pickNearer(a: Verdict, b: Verdict): Verdict {
  if (a.limit === 0) return b;
  if (b.limit === 0) return a;
  return b.remaining < a.remaining ? b : a;
}

/** Formats the rate limit headers; none without a limit. */
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

/** Response headers that pages may read. */
export const EXPOSED_HEADERS = "X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset, Retry-After";

/** Limits of the service; a setting of 0 switches one off. */
export interface Limits {
  /** All requests; keys are addresses. */
  ip: Limiter;
  /** All requests; keys are accounts and shared links. */
  user: Limiter;
  /** Statistics requests; keys are addresses. */
  statisticsIp: Limiter;
  /** Statistics requests; keys are accounts and shared links. */
  statisticsUser: Limiter;
  /** Clicks that count; keys are digests of an address and a campaign. */
  clicks: Limiter;
  /** Clicks that count, of addresses that may be those of a proxy. */
  sharedClicks: Limiter;
  /** Mails; keys are ids of the accounts that cause them. */
  mails: Limiter;
  /** Mails of an account to an address; keys are the account's id and the digest of the address. */
  accountMailAddresses: Limiter;
  /** Mails of all accounts; keys are digests of their addresses. */
  mailAddresses: Limiter;
  /** Reports that users have mailed to themselves; keys are ids of users. */
  reportMails: Limiter;
  /** The same report, mailed to the same user; keys are digests. */
  sameReportMails: Limiter;
  /** Notices; keys name the account that causes them, the user and the kind of change. */
  notices: Limiter;
  /** Requests for a new password; keys are addresses of clients. */
  forgottenIp: Limiter;
  /** Links for a forgotten password; keys are ids of users. */
  forgottenUser: Limiter;
  /** Started tests of conversions; keys are ids of the accounts that start them. */
  conversionTests: Limiter;
}

/** Maximum mails in a day: of an account, of an account to one address, and of all accounts to one address. */
const MAILS_OF_ACCOUNT = 200;
const MAILS_OF_ACCOUNT_TO_ADDRESS = 5;
const MAILS_TO_ADDRESS = 20;
/** Maximum reports that a user has mailed in a day, and milliseconds between two of the same. */
const REPORT_MAILS_OF_USER = 20;
const SAME_REPORT_MS = 30_000;
/** Maximum notices in a day to a user about one kind of change by one account. */
const NOTICES_OF_KIND = 5;
/** Maximum requests for a new password in an hour, by address of the client, which many users may share. */
const FORGOTTEN_BY_CLIENT = 20;
/** Maximum links for a forgotten password in a day, by user. */
const FORGOTTEN_BY_USER = 3;

/** Maximum tests of conversions that an account starts in an hour, the life of a test. */
const TESTS_OF_ACCOUNT = 50;

const HOUR_MS = 3_600_000;

/** Factor of the limits of clicks for an address that many visitors may share. */
const SHARED_FACTOR = 10;

interface LimitSettings {
  limitWindow: number;
  limitKeys: number;
  limitIp: number;
  limitUser: number;
  limitStatisticsIp: number;
  limitStatisticsUser: number;
  /** Limits of counted clicks, longest window last; empty: no limit. */
  clickLimits: readonly RateWindow[];
}

/** Creates a limiter. The name separates its keys from those of other limiters. */
export type MakeLimiter = (name: keyof Limits, options: LimiterOptions) => Limiter;

/**
 * Creates the limiters. `isUnlimited`: addresses exempt from the limit per address. `make`: creates each limiter; by
 * default one that counts in this process.
 */
export function createLimits(
  settings: LimitSettings,
  now: () => number = Date.now,
  isUnlimited: AddressMatcher = () => false,
  make: MakeLimiter = (_name, options) => createLimiter(options),
): Limits {
  const { limitWindow: windowMs, limitKeys: maxKeys } = settings;
  const limiter = (name: keyof Limits, limit: number) => make(name, { limit, windowMs, maxKeys, now });
  const daily = (name: keyof Limits, limit: number) => make(name, { limit, windowMs: DAY_MS, maxKeys, now });
  const hourly = (name: keyof Limits, limit: number) =>
    make(name, { limit, windowMs: HOUR_MS, maxKeys, now });
  const clicks = (name: keyof Limits, factor: number) => {
    const windows = settings.clickLimits.map((window) => ({ ...window, limit: window.limit * factor }));
    const longest = windows.at(-1) ?? { limit: 0, windowMs };
    return make(name, { ...longest, shorter: windows.slice(0, -1), maxKeys, now });
  };
  return {
    ip: limitByAddress(limiter("ip", settings.limitIp), isUnlimited),
    user: limiter("user", settings.limitUser),
    statisticsIp: limitByAddress(limiter("statisticsIp", settings.limitStatisticsIp), () => false),
    statisticsUser: limiter("statisticsUser", settings.limitStatisticsUser),
    clicks: clicks("clicks", 1),
    sharedClicks: clicks("sharedClicks", SHARED_FACTOR),
    mails: daily("mails", MAILS_OF_ACCOUNT),
    accountMailAddresses: daily("accountMailAddresses", MAILS_OF_ACCOUNT_TO_ADDRESS),
    mailAddresses: daily("mailAddresses", MAILS_TO_ADDRESS),
    reportMails: daily("reportMails", REPORT_MAILS_OF_USER),
    sameReportMails: make("sameReportMails", { limit: 1, windowMs: SAME_REPORT_MS, maxKeys, now }),
    notices: daily("notices", NOTICES_OF_KIND),
    forgottenIp: limitByAddress(hourly("forgottenIp", FORGOTTEN_BY_CLIENT), () => false),
    forgottenUser: daily("forgottenUser", FORGOTTEN_BY_USER),
    conversionTests: hourly("conversionTests", TESTS_OF_ACCOUNT),
  };
}

/** Counts all addresses of a customer's network together. */
function limitByAddress(limiter: Limiter, isUnlimited: AddressMatcher): Limiter {
  return {
    peek: (address) => (isUnlimited(address) ? UNLIMITED : limiter.peek(toCustomerNetwork(address))),
    take: (address) => (isUnlimited(address) ? UNLIMITED : limiter.take(toCustomerNetwork(address))),
    giveBack: (address) => (isUnlimited(address) ? undefined : limiter.giveBack(toCustomerNetwork(address))),
  };
}
