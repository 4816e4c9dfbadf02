/** Keeps the service's rate limits, so that they are not hit: counts what was sent, and applies what the answers say. */
import type { Clock } from "./clock.ts";

/** `overall` counts every request, `statistics` those for reports alone. */
export type LimitName = "overall" | "statistics";

export interface Limit {
  /** Requests in any window. */
  requests: number;
  seconds: number;
}

/** A limit that is only supposed gives way to the one that the answers name. */
export interface ClientLimit extends Limit {
  isSupposed?: boolean;
}

/** The limits per username, which are the narrower ones. */
export const DEFAULT_LIMITS: Record<LimitName, Limit> = {
  overall: { requests: 150, seconds: 60 },
  statistics: { requests: 25, seconds: 60 },
};

/** The client waits before it sends. */
export interface Wait {
  /** `limit`: a rate limit is used up; `retry`: the service failed and is asked again. */
  readonly reason: "limit" | "retry";
  /** The limit that is used up. */
  readonly limit?: LimitName;
  readonly milliseconds: number;
  /** When it goes on, in milliseconds since 1970. */
  readonly until: number;
}

/** What is left of a limit, as far as this client knows. */
export interface LimitState {
  readonly limit: number;
  readonly remaining: number;
  /** When one more request passes, in milliseconds since 1970; absent while some remain. */
  readonly until?: number;
}

/** What the headers of an answer say. */
export interface RateHeaders {
  limit?: number;
  remaining?: number;
  /** Seconds until one more request passes. */
  reset?: number;
}

interface Entry {
  at: number;
  /** Sent, and not answered yet. */
  inFlight: boolean;
  /** Limits that let it through only because their reset had come: others wait for its answer. */
  probes: Bucket[];
}

interface Bucket extends ClientLimit {
  /** The limit as the service last named it. */
  named: number | undefined;
  sent: Entry[];
  /** What the service says is left, less what was sent since; `until` then one more passes. */
  left: number;
  until: number;
}

/** One request's place in the limits, to be settled when it is answered. */
export interface Ticket {
  answered(headers: RateHeaders): void;
}

export interface RateLimits {
  /** Waits until the limits let one more request through, and counts it. */
  admit(names: readonly LimitName[], signal?: AbortSignal): Promise<Ticket>;
  /** Nothing that this limit counts goes out for so long. */
  close(name: LimitName, milliseconds: number): void;
  state(name: LimitName): LimitState;
}

export function createRateLimits(
  limits: Record<LimitName, ClientLimit>,
  clock: Clock,
  onWait: (wait: Wait) => void,
): RateLimits {
  const buckets = { overall: createBucket(limits.overall), statistics: createBucket(limits.statistics) };
  const pauses = createPauses(clock);

  async function admit(names: readonly LimitName[], signal?: AbortSignal): Promise<Ticket> {
    for (;;) {
      signal?.throwIfAborted();
      const now = clock.now();
      const [name, until] = latest(names.map((each) => [each, opensAt(buckets[each], now)] as const));
      if (until <= now) return ticketFor(names);
      onWait({ reason: "limit", limit: name, milliseconds: until - now, until });
      // Who learns of the wait may abort the request.
      signal?.throwIfAborted();
      await pauses.pause(until - now, signal);
    }
  }

  function ticketFor(names: readonly LimitName[]): Ticket {
    const entry: Entry = { at: clock.now(), inFlight: true, probes: [] };
    for (const name of names) count(buckets[name], entry);
    return {
      answered(headers) {
        // The service counted it at the latest now, so its window ends no later than ours.
        Object.assign(entry, { at: clock.now(), inFlight: false });
        for (const bucket of entry.probes) bucket.until = clock.now();
        const name = findDescribed(headers, names, limits);
        if (name) applyHeaders(buckets[name], headers, clock.now());
        pauses.endAll();
      },
    };
  }

  return {
    admit,
    close: (name, milliseconds) => {
      Object.assign(buckets[name], { left: 0, until: clock.now() + milliseconds });
    },
    state: (name) => describeState(buckets[name], clock.now()),
  };
}

/** Pauses of those who wait for a limit. An answer may let more through before the time has come, and ends them all. */
function createPauses(clock: Clock) {
  const waiting = new Set<AbortController>();
  return {
    /** Resolves when the time has come, and early when an answer comes or the signal is aborted. */
    async pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
      const change = new AbortController();
      const wake = () => change.abort();
      waiting.add(change);
      signal?.addEventListener("abort", wake, { once: true });
      await clock.pause(milliseconds, change.signal).catch(() => {});
      waiting.delete(change);
      signal?.removeEventListener("abort", wake);
    },
    endAll(): void {
      for (const change of [...waiting]) change.abort();
    },
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

function latest(openings: (readonly [LimitName, number])[]): readonly [LimitName, number] {
  return openings.reduce((a, b) => (b[1] > a[1] ? b : a));
}

/** When a bucket takes one more request; not after `now` when it does already. */
function opensAt(bucket: Bucket, now: number): number {
  forget(bucket, now);
  const reset = bucket.left > 0 ? now : bucket.until;
  if (!hasOwnWindow(bucket)) return reset;
  const own = bucket.sent.length < capacity(bucket) ? now : oldest(bucket, now) + bucket.seconds * 1000;
  return Math.max(own, reset);
}

/** The window of a limit that was only supposed is supposed as well; what answers say is left is known. */
function hasOwnWindow({ isSupposed, named, left }: Bucket): boolean {
  return !isSupposed || named === undefined || left === Number.POSITIVE_INFINITY;
}

/** What the service names; no more than what the caller wants to keep. */
function capacity({ requests, named, isSupposed }: Bucket): number {
  if (named === undefined) return requests;
  return isSupposed ? named : Math.min(requests, named);
}

function forget(bucket: Bucket, now: number): void {
  bucket.sent = bucket.sent.filter(({ at, inFlight }) => inFlight || at > now - bucket.seconds * 1000);
}

/** When the first of them was counted; what is in flight may be counted only now. */
function oldest({ sent }: Bucket, now: number): number {
  return Math.min(...sent.map(({ at, inFlight }) => (inFlight ? now : at)));
}

function count(bucket: Bucket, entry: Entry): void {
  bucket.sent.push(entry);
  if (bucket.left > 0) {
    bucket.left -= 1;
    return;
  }
  // At the reset one more request passes; what it is answered says how many pass after it.
  entry.probes.push(bucket);
  bucket.until = entry.at + bucket.seconds * 1000;
}

/** The headers speak of the limit nearest to blocking: one narrower than the overall limit is a statistics limit. */
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
