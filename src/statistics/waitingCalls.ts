/** Calls that wait for a rate limit: started in their order, with one timer for all of them. */
import { onAbort } from "./abortListeners.ts";
import type { Clock } from "./clock.ts";

export interface WaitingCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Calls go by priority, highest first, then in the order of their arrival. Default: 0. */
  readonly priority?: number | undefined;
  /** Whether the call waited before; it then goes before others of its priority. */
  readonly isRetry?: boolean;
}

/** Decides when a waiting call starts. */
export interface Gate<C, T> {
  /** Time at which the call may start; milliseconds since 1970. */
  findOpening(call: C): number;
  start(call: C): T;
  /** Called when a call begins to wait at this position of its queue, and when it has to wait longer. Returns the expected end. */
  report(call: C, position: number): number;
}

interface Waiter<C, T> {
  readonly call: C;
  readonly priority: number;
  /** Expected end of the wait. */
  until: number;
  resolve(started: T): void;
}

/** Timers end at once beyond this: https://developer.mozilla.org/docs/Web/API/Window/setTimeout#maximum_delay_value */
const MAX_PAUSE_MS = 2 ** 31 - 1;

/** Calls of one queue wait for the same limits; queues do not hold up each other. */
export function createWaitingCalls<C, T>(gate: Gate<C, T>, clock: Clock) {
  const queues = new Map<string, Waiter<C, T>[]>();
  let alarm: AbortController | undefined;
  let alarmAt = Number.POSITIVE_INFINITY;

  /** Resolves when the call was started. Rejects with the signal's reason. */
  function wait(name: string, call: C, { signal, priority = 0, isRetry }: WaitingCallOptions): Promise<T> {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const waiter: Waiter<C, T> = { call, priority, until: 0, resolve: finish };
      const next = queue.findIndex((each) =>
        isRetry ? each.priority <= priority : each.priority < priority,
      );
      queue.splice(next < 0 ? queue.length : next, 0, waiter);
      const release = onAbort(signal, leave);
      startReady();
      const position = queue.indexOf(waiter);
      if (position >= 0) waiter.until = gate.report(call, position);
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

  /** Starts what may start now. Called when an opening may have changed. */
  function update(): void {
    startReady();
    for (const [first] of queues.values())
      if (first && first.until <= clock.now()) first.until = gate.report(first.call, 0);
    setAlarm();
  }

  /** Sets the timer to the earliest opening. */
  function setAlarm(): void {
    const openings = [...queues.values()].map(([first]) =>
      first ? gate.findOpening(first.call) : Number.POSITIVE_INFINITY,
    );
    const at = Math.min(Number.POSITIVE_INFINITY, ...openings);
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
    clock.pause(Math.min(at - clock.now(), MAX_PAUSE_MS), current.signal).then(ring, () => {});
  }

  return { wait, update };
}
