/** Calls that wait for a rate limit: started in their order, with one timer for all of them. */
import { onAbort } from "./abortListeners.ts";
import type { Clock } from "./clock.ts";

export interface WaitingCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Calls go by priority, highest first, then in the order of their arrival. Default: 0. */
  readonly priority?: number | undefined;
  /** Whether the call waited before; such a call precedes other calls of its priority. */
  readonly isRetry?: boolean;
}

/** Decides when a waiting call starts. */
interface Gate<C, T> {
  /** Time at which the call may start; milliseconds since 1970. */
  findOpening(call: C): number;
  start(call: C): T;
  /**
   * Reports the wait of a call at this position of its queue, and returns its expected end. Does nothing if the end is
   * not after `latest`, because an earlier report covers that wait.
   */
  report(call: C, position: number, latest: number): number | undefined;
}

interface Waiter<C, T> {
  readonly call: C;
  readonly priority: number;
  /** Reported end of the wait. */
  until: number;
  /** Latest end that the last report covers; a later end is reported as a new wait. */
  latest: number;
  resolve(started: T): void;
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

/** Calls of one queue wait for the same limits; queues do not block each other. */
export function createWaitingCalls<C, T>(gate: Gate<C, T>, clock: Clock) {
  const queues = new Map<string, Waiter<C, T>[]>();
  let alarm: AbortController | undefined;
  let alarmAt = Number.POSITIVE_INFINITY;
  /** Earliest reported end. */
  let nextEnd = Number.POSITIVE_INFINITY;

  /** Resolves when the call was started. Rejects with the signal's reason. */
  function wait(name: string, call: C, { signal, priority = 0, isRetry }: WaitingCallOptions): Promise<T> {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const waiter: Waiter<C, T> = { call, priority, until: 0, latest: 0, resolve: finish };
      const next = queue.findIndex((each) =>
        isRetry ? each.priority <= priority : each.priority < priority,
      );
      queue.splice(next < 0 ? queue.length : next, 0, waiter);
      const release = onAbort(signal, leave);
      startReady();
      const position = queue.indexOf(waiter);
      if (position >= 0) report(waiter, position);
      setAlarm();

      function finish(started: T): void {
        release();
        resolve(started);
      }
      function leave(): void {
        queue.splice(queue.indexOf(waiter), 1);
        setAlarm();
        reject(signal?.reason);
      }
    });
  }

  function startReady(): void {
    for (const queue of queues.values()) {
      for (let first = queue[0]; first && gate.findOpening(first.call) <= clock.now(); first = queue[0]) {
        queue.shift();
        first.resolve(gate.start(first.call));
      }
    }
  }

  function report(waiter: Waiter<C, T>, position: number): void {
    const until = gate.report(waiter.call, position, waiter.latest);
    if (until === undefined) return;
    waiter.until = until;
    waiter.latest = until + Math.max(TOLERATED_MS, (until - clock.now()) * TOLERATED_PART);
    nextEnd = Math.min(nextEnd, until);
  }

  /** Starts the calls that may start now. Must be called whenever an opening may have changed. */
  function update(): void {
    startReady();
    if (nextEnd <= clock.now()) reportLongerWaits();
    setAlarm();
  }

  function reportLongerWaits(): void {
    nextEnd = Number.POSITIVE_INFINITY;
    for (const queue of queues.values()) {
      for (const waiter of [...queue]) {
        // Negative if a callback aborted the call.
        const position = waiter.until > clock.now() ? -1 : queue.indexOf(waiter);
        if (position >= 0) report(waiter, position);
        nextEnd = Math.min(nextEnd, waiter.until);
      }
    }
  }

  /** Sets the timer to the earliest opening, or to an earlier reported end. */
  function setAlarm(): void {
    const now = clock.now();
    let at = Number.POSITIVE_INFINITY;
    for (const [first] of queues.values()) if (first) at = Math.min(at, gate.findOpening(first.call));
    if (at < Number.POSITIVE_INFINITY && nextEnd > now) at = Math.min(at, nextEnd);
    if (at === alarmAt) return;
    alarm?.abort();
    alarmAt = at;
    if (at === Number.POSITIVE_INFINITY) return;
    const current = new AbortController();
    alarm = current;
    const ring = () => {
      if (alarm !== current) return;
      alarmAt = Number.POSITIVE_INFINITY;
      update();
    };
    clock.pause(Math.min(at - now, MAX_PAUSE_MS), current.signal).then(ring, () => {});
  }

  return { wait, update };
}
