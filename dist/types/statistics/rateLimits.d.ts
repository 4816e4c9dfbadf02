import type { Clock } from "./clock.js";
import { type ClientLimit, type Limit, type LimitState, type RateHeaders } from "./rateWindow.js";
/** `overall` counts every request, `statistics` only reports. */
export type LimitName = "overall" | "statistics";
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
export declare function createRateLimits(limits: Record<LimitName, ClientLimit>, clock: Clock, onWait: (wait: Wait) => void): RateLimits;
export {};
