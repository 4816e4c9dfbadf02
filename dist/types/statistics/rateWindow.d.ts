/**
 * One rate limit: the window in the headers of responses, and the client's own requests where no headers replace them.
 * Times are those of one clock, which must not be set back.
 */
export interface Limit {
    /** Maximum requests in any window. */
    requests: number;
    seconds: number;
}
/** `isSupposed`: the limit is assumed, and replaced by the limit in the headers of responses. */
export interface ClientLimit extends Limit {
    isSupposed?: boolean;
}
/** Rate limit headers of a response. */
export interface RateHeaders {
    limit?: number;
    remaining?: number;
    /** Seconds until one more request passes. */
    reset?: number;
}
/** State of a limit as this client counts it. */
export interface LimitState {
    readonly limit: number;
    readonly remaining: number;
    /** Time of the next free request, milliseconds since 1970; absent while some remain. */
    readonly until?: number;
}
export declare function createRateWindow({ requests, seconds, isSupposed }: ClientLimit): {
    milliseconds: number;
    capacity: () => number;
    opensAt: (now: number) => number;
    isUndecided: () => boolean;
    count: (sentAt: number) => (now: number, headers?: RateHeaders) => void;
    close: (until: number) => void;
    describe: (now: number) => LimitState;
};
