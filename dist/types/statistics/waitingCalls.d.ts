import type { Clock } from "./clock.js";
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
/** Calls of one queue wait for the same limits; queues do not block each other. */
export declare function createWaitingCalls<C, T>(gate: Gate<C, T>, clock: Clock): {
    wait: (name: string, call: C, { signal, priority, isRetry }: WaitingCallOptions) => Promise<T>;
    update: () => void;
};
export {};
