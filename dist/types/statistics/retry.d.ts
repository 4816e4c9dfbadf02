/** Sends a request within the rate limits, and retries after 429, 5xx and network failures. */
import type { Clock } from "./clock.js";
import type { LimitName, RateLimits, Wait } from "./rateLimits.js";
import type { Outgoing, Send } from "./transport.js";
import type { CallOptions } from "./types.js";
/** Request with its rate limits. */
interface Attempted extends Outgoing, Pick<CallOptions, "onWait" | "priority"> {
    names: readonly LimitName[];
    /** Whether repeating the request is unsafe when no response arrived. */
    isChange?: boolean;
}
/** Resolves with the body of a successful response. */
export type SendWithRetries = (request: Attempted) => Promise<unknown>;
interface RetryOptions {
    send: Send;
    rateLimits: RateLimits;
    retries: number;
    /** Longest `Retry-After` to wait for, milliseconds. */
    maxWaitMs: number;
    onWait(wait: Wait): void;
    clock: Clock;
}
export declare function createRetries(options: RetryOptions): SendWithRetries;
export {};
