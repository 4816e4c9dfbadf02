import type { Clock } from "./clock.js";
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
/** Calls of one queue wait for the same limits; queues do not hold up each other. */
export declare function createWaitingCalls<C, T>(gate: Gate<C, T>, clock: Clock): {
    wait: (name: string, call: C, { signal, priority, isRetry }: WaitingCallOptions) => Promise<T>;
    update: () => void;
};
