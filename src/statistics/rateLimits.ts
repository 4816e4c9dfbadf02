/** Keeps requests within the rate limits of the service. Calls beyond them wait in their order, with one timer. */
import { onAbort } from "./abortListeners.ts";
import type { Clock } from "./clock.ts";
import {
  type ClientLimit,
  createRateWindow,
  type Limit,
  type LimitState,
  type RateHeaders,
} from "./rateWindow.ts";

/** `overall` counts every request, `statistics` only reports. */
export type LimitName = "overall" | "statistics";

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

export interface AdmitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Calls go by priority, highest first, then in the order of their arrival. Default: 0. */
  readonly priority?: number | undefined;
  /** Whether the call waited before; such a call precedes other calls of its priority. */
  readonly isRetry?: boolean;
  /** Called for each wait, like the client's `onWait`. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

/** Reservation of one request in its limits, settled by its response. */
interface Ticket {
  /** `pauseMs`: the service refused the request, and asked to wait. */
  answered(headers: RateHeaders, pauseMs?: number): void;
}

export interface RateLimits {
  /** Waits until the limits allow one more request, and counts it. Rejects with the signal's reason. */
  admit(names: readonly LimitName[], options?: AdmitOptions): Promise<Ticket>;
  state(name: LimitName): LimitState;
}

interface Waiter {
  readonly names: readonly LimitName[];
  readonly priority: number;
  /** Calls of the same priority go in this order, whichever limits they count in. */
  readonly turn: number;
  readonly onWait: AdmitOptions["onWait"];
  /** Reported end of the wait, by the steady clock. */
  until: number;
  /** Latest end that the report covers; a later end is reported as a new wait. */
  latest: number;
  send(): void;
}

/**
 * Maximum delay of a timer; a longer one ends at once:
 * https://developer.mozilla.org/docs/Web/API/Window/setTimeout#maximum_delay_value
 */
const MAX_PAUSE_MS = 2 ** 31 - 1;
/**
 * A wait is reported again only if it takes longer by more than this share or these milliseconds: requests in flight
 * move the end, and the service rounds to seconds.
 */
const TOLERATED_PART = 0.1;
const TOLERATED_MS = 1000;

export function createRateLimits(
  limits: Record<LimitName, ClientLimit>,
  clock: Clock,
  onWait: (wait: Wait) => void,
): RateLimits {
  const windows = {
    overall: createRateWindow(limits.overall),
    statistics: createRateWindow(limits.statistics),
  };
  /** Waiting calls by their limits: calls for other limits do not block each other. */
  const queues = new Map<string, Waiter[]>();
  let lastTurn = 0;
  let alarm: AbortController | undefined;
  let alarmAt = Number.POSITIVE_INFINITY;
  /** Earliest reported end. */
  let nextEnd = Number.POSITIVE_INFINITY;

  function admit(names: readonly LimitName[], options: AdmitOptions = {}): Promise<Ticket> {
    const { signal, priority = 0, isRetry } = options;
    const queue = queues.get(names.join()) ?? [];
    queues.set(names.join(), queue);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const turn = isRetry ? 0 : ++lastTurn;
      const waiter: Waiter = { names, priority, turn, onWait: options.onWait, until: 0, latest: 0, send };
      const next = queue.findIndex((each) =>
        isRetry ? each.priority <= priority : each.priority < priority,
      );
      queue.splice(next < 0 ? queue.length : next, 0, waiter);
      const release = onAbort(signal, leave);
      sendReady();
      report(waiter, queue.indexOf(waiter));
      setAlarm();

      function send(): void {
        release();
        resolve(createTicket(names));
      }
      function leave(): void {
        queue.splice(queue.indexOf(waiter), 1);
        setAlarm();
        reject(signal?.reason);
      }
    });
  }

  function createTicket(names: readonly LimitName[]): Ticket {
    const counted = names.map((name) => [name, windows[name].count(clock.steady())] as const);
    return {
      answered(headers, pauseMs) {
        const described = findDescribed(headers, names);
        for (const [name, settle] of counted)
          settle(clock.steady(), name === described ? headers : undefined);
        const refused = windows[names.includes("statistics") ? "statistics" : "overall"];
        if (pauseMs !== undefined) refused.close(clock.steady() + pauseMs);
        update();
      },
    };
  }

  /**
   * Finds the limit that the headers describe: the one nearest to blocking. A limit below the overall limit is the
   * statistics limit.
   */
  function findDescribed({ limit }: RateHeaders, names: readonly LimitName[]): LimitName | undefined {
    if (limit === undefined) return undefined;
    return names.includes("statistics") && limit < limits.overall.requests ? "statistics" : "overall";
  }

  /** Finds the limit that delays a request the longest. */
  function findLast(names: readonly LimitName[]): LimitName {
    const now = clock.steady();
    return names.reduce((a, b) => (windows[b].opensAt(now) > windows[a].opensAt(now) ? b : a));
  }

  function findOpening({ names }: Waiter): number {
    return windows[findLast(names)].opensAt(clock.steady());
  }

  /** Sends the calls that may be sent now. Must be called whenever an opening may have changed. */
  function update(): void {
    sendReady();
    if (nextEnd <= clock.steady()) reportLongerWaits();
    setAlarm();
  }

  function sendReady(): void {
    for (let queue = findNext(); queue; queue = findNext()) queue.shift()?.send();
  }

  /** Finds the queue whose first call may be sent now; if several may, the one whose turn it is. */
  function findNext(): Waiter[] | undefined {
    let next: { queue: Waiter[]; first: Waiter } | undefined;
    for (const queue of queues.values()) {
      const [first] = queue;
      if (!first || findOpening(first) > clock.steady()) continue;
      const isBefore = next && (first.priority - next.first.priority || next.first.turn - first.turn) > 0;
      if (!next || isBefore) next = { queue, first };
    }
    return next?.queue;
  }

  /** Reports the wait of a call at this position of its queue, unless an earlier report covers it. */
  function report(waiter: Waiter, position: number): void {
    const now = clock.steady();
    const limit = findLast(waiter.names);
    const window = windows[limit];
    const until = window.opensAt(now) + Math.floor(position / window.capacity()) * window.milliseconds;
    const isCovered = until <= waiter.latest || (waiter.latest > 0 && window.isUndecided());
    if (position < 0 || isCovered) return;
    waiter.until = until;
    waiter.latest = until + Math.max(TOLERATED_MS, (until - now) * TOLERATED_PART);
    nextEnd = Math.min(nextEnd, until);
    const wait: Wait = {
      reason: "limit",
      limit,
      milliseconds: until - now,
      until: clock.now() + until - now,
    };
    onWait(wait);
    waiter.onWait?.(wait);
  }

  function reportLongerWaits(): void {
    nextEnd = Number.POSITIVE_INFINITY;
    for (const queue of queues.values()) {
      for (const waiter of [...queue]) {
        // Negative if a callback aborted the call.
        if (waiter.until <= clock.steady()) report(waiter, queue.indexOf(waiter));
        nextEnd = Math.min(nextEnd, waiter.until);
      }
    }
  }

  /** Sets the timer to the earliest opening, or to an earlier reported end. */
  function setAlarm(): void {
    const now = clock.steady();
    let at = Number.POSITIVE_INFINITY;
    for (const [first] of queues.values()) if (first) at = Math.min(at, findOpening(first));
    if (at < Number.POSITIVE_INFINITY && nextEnd > now) at = Math.min(at, nextEnd);
    if (at === alarmAt) return;
    alarm?.abort();
    alarmAt = at;
    if (at === Number.POSITIVE_INFINITY) return;
    alarm = new AbortController();
    const ring = () => {
      alarmAt = Number.POSITIVE_INFINITY;
      update();
    };
    clock.pause(Math.min(at - now, MAX_PAUSE_MS), alarm.signal).then(ring, () => {});
  }

  function state(name: LimitName): LimitState {
    const now = clock.steady();
    const { until, ...described } = windows[name].describe(now);
    return until === undefined ? described : { ...described, until: clock.now() + until - now };
  }

  return { admit, state };
}
