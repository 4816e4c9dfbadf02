/** Keeps the service's rate limits, so that they are not hit: counts what was sent, and applies what the answers say. */
import type { Clock } from "./clock.js";
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
export declare const DEFAULT_LIMITS: Record<LimitName, Limit>;
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
export declare function createRateLimits(limits: Record<LimitName, ClientLimit>, clock: Clock, onWait: (wait: Wait) => void): RateLimits;
