/** Keeps requests within the rate limits of the service: counts what was sent and follows the headers of responses. */
import type { Clock } from "./clock.ts";
import { createWaitingCalls, type WaitingCallOptions } from "./waitingCalls.ts";

/** `overall` counts every request, `statistics` only reports. */
export type LimitName = "overall" | "statistics";

export interface Limit {
  /** Maximum requests in any window. */
  requests: number;
  seconds: number;
}

/** `isSupposed`: the limit is assumed, and replaced by the limit in the headers of responses. */
interface ClientLimit extends Limit {
  isSupposed?: boolean;
}

/** Limits per username, which are stricter than those per address. */
export const DEFAULT_LIMITS: Record<LimitName, Limit> = {
  overall: { requests: 150, seconds: 60 },
  statistics: { requests: 25, seconds: 60 },
};

/** Wait before a request. */
export interface Wait {
  /** `limit`: a rate limit is exhausted; `retry`: pause before a retry. */
  readonly reason: "limit" | "retry";
  /** The exhausted limit. */
  readonly limit?: LimitName;
  readonly milliseconds: number;
  /** Expected end of the wait, milliseconds since 1970. */
  readonly until: number;
}

export interface AdmitOptions extends WaitingCallOptions {
  /** Called for each wait, like the client's `onWait`. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

/** State of a limit as this client counts it. */
export interface LimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Time of the next free request, milliseconds since 1970; absent while some remain. */
  readonly until?: number;
}

/** Rate limit headers of a response. */
export interface RateHeaders {
  limit?: number;
  remaining?: number;
  /** Seconds until one more request passes. */
  reset?: number;
}

interface Entry {
  at: number;
  /** Requests in flight. */
  inFlight: boolean;
  /** Exhausted limits that let only this request through after their reset; other requests wait for its response. */
  probes: Bucket[];
}

interface Bucket extends ClientLimit {
  /** Limit in the latest headers. */
  named: number | undefined;
  sent: Entry[];
  /** Remaining requests by the headers, less those sent since; one more passes at `until`. */
  left: number;
  until: number;
}

/** Reservation of one request in its limits, settled by its response. */
interface Ticket {
  /** `pauseMs`: the service refused the request, and asked to wait. */
  answered(headers: RateHeaders, pauseMs?: number): void;
}

export interface RateLimits {
  /** Waits until the limits allow one more request, and counts it. */
  admit(names: readonly LimitName[], options?: AdmitOptions): Promise<Ticket>;
  state(name: LimitName): LimitState;
}

interface Waiting extends AdmitOptions {
  names: readonly LimitName[];
}

export function createRateLimits(
  limits: Record<LimitName, ClientLimit>,
  clock: Clock,
  onWait: (wait: Wait) => void,
): RateLimits {
  const buckets = { overall: createBucket(limits.overall), statistics: createBucket(limits.statistics) };
  const waiting = createWaitingCalls<Waiting, Ticket>({ findOpening, start, report }, clock);

  /** Finds the limit that delays a request the longest. */
  function findLast({ names }: Waiting): LimitName {
    const now = clock.now();
    return names.reduce((a, b) => (opensAt(buckets[b], now) > opensAt(buckets[a], now) ? b : a));
  }

  function findOpening(request: Waiting): number {
    return opensAt(buckets[findLast(request)], clock.now());
  }

  function report(request: Waiting, position: number, latest: number): number | undefined {
    const limit = findLast(request);
    const bucket = buckets[limit];
    const windows = Math.floor(position / capacity(bucket));
    const until = findOpening(request) + windows * bucket.seconds * 1000;
    if (until <= latest || (latest && isProbed(bucket))) return;
    const wait: Wait = { reason: "limit", limit, milliseconds: until - clock.now(), until };
    onWait(wait);
    request.onWait?.(wait);
    return until;
  }

  function start({ names }: Waiting): Ticket {
    const entry: Entry = { at: clock.now(), inFlight: true, probes: [] };
    for (const name of names) count(buckets[name], entry);
    return {
      answered(headers, pauseMs) {
        // The service has counted the request by now, so its window ends no later than ours.
        Object.assign(entry, { at: clock.now(), inFlight: false });
        for (const bucket of entry.probes) bucket.until = clock.now();
        const name = findDescribed(headers, names, limits);
        if (name) applyHeaders(buckets[name], headers, clock.now());
        if (pauseMs !== undefined) {
          const refused = buckets[names.includes("statistics") ? "statistics" : "overall"];
          Object.assign(refused, { left: 0, until: clock.now() + pauseMs });
        }
        waiting.update();
      },
    };
  }

  return {
    admit: (names, options = {}) => waiting.wait(names.join(), { ...options, names }, options),
    state: (name) => describeState(buckets[name], clock.now()),
  };
}

function createBucket({ requests, seconds, isSupposed = false }: ClientLimit): Bucket {
  return {
    requests,
    seconds,
    isSupposed,
    named: undefined,
    sent: [],
    left: Number.POSITIVE_INFINITY,
    until: 0,
  };
}

/** Returns the time at which a bucket accepts one more request; at most `now` if it does already. */
function opensAt(bucket: Bucket, now: number): number {
  forget(bucket, now);
  const reset = bucket.left > 0 ? now : bucket.until;
  if (!hasOwnWindow(bucket)) return reset;
  const own = bucket.sent.length < capacity(bucket) ? now : oldest(bucket, now) + bucket.seconds * 1000;
  return Math.max(own, reset);
}

/**
 * Whether to count requests in a window of this client. The window of an assumed limit is assumed as well, so the
 * remaining requests in headers replace it.
 */
function hasOwnWindow({ isSupposed, named, left }: Bucket): boolean {
  return !isSupposed || named === undefined || left === Number.POSITIVE_INFINITY;
}

/** Returns the limit of the service, but at most the limit that the caller has set. */
function capacity({ requests, named, isSupposed }: Bucket): number {
  if (named === undefined) return requests;
  return isSupposed ? named : Math.min(requests, named);
}

function forget(bucket: Bucket, now: number): void {
  bucket.sent = bucket.sent.filter(({ at, inFlight }) => inFlight || at > now - bucket.seconds * 1000);
}

/** Whether an answer in flight decides how long the limit stays closed. */
function isProbed(bucket: Bucket): boolean {
  return bucket.sent.some(({ inFlight, probes }) => inFlight && probes.includes(bucket));
}

/** Returns the time of the oldest counted request. The service may count a request in flight only now. */
function oldest({ sent }: Bucket, now: number): number {
  return Math.min(...sent.map(({ at, inFlight }) => (inFlight ? now : at)));
}

function count(bucket: Bucket, entry: Entry): void {
  bucket.sent.push(entry);
  if (bucket.left > 0) {
    bucket.left -= 1;
    return;
  }
  // At the reset one request passes; its response says how many more may follow.
  entry.probes.push(bucket);
  bucket.until = entry.at + bucket.seconds * 1000;
}

/**
 * Finds the limit that the headers describe: the one nearest to blocking. A limit below the overall limit is the
 * statistics limit.
 */
function findDescribed(
  { limit }: RateHeaders,
  names: readonly LimitName[],
  limits: Record<LimitName, Limit>,
): LimitName | undefined {
  if (limit === undefined) return undefined;
  return names.includes("statistics") && limit < limits.overall.requests ? "statistics" : "overall";
}

function applyHeaders(bucket: Bucket, headers: RateHeaders, now: number): void {
  const { limit, remaining, reset = bucket.seconds } = headers;
  bucket.named = limit;
  if (remaining === undefined) return;
  const pending = bucket.sent.filter((entry) => entry.inFlight).length;
  bucket.left = Math.max(0, remaining - pending);
  bucket.until = now + reset * 1000;
}

function describeState(bucket: Bucket, now: number): LimitState {
  const until = opensAt(bucket, now);
  const limit = bucket.named ?? bucket.requests;
  if (until > now) return { limit, remaining: 0, until };
  const left = bucket.left || 1;
  if (!hasOwnWindow(bucket)) return { limit, remaining: left };
  return { limit, remaining: Math.min(capacity(bucket) - bucket.sent.length, left) };
}
