/** Keeps requests within the rate limits of the service: counts what was sent and follows the headers of responses. */
import type { Clock } from "./clock.js";
import { type WaitingCallOptions } from "./waitingCalls.js";
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
export declare const DEFAULT_LIMITS: Record<LimitName, Limit>;
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
export declare function createRateLimits(limits: Record<LimitName, ClientLimit>, clock: Clock, onWait: (wait: Wait) => void): RateLimits;
export {};
