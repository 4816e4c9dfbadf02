/** Sends a request within the rate limits, and again where that can help: after a 429, a 5xx, a failure of the network. */
import type { Clock } from "./clock.js";
import type { LimitName, RateLimits, Wait } from "./rateLimits.js";
import type { Outgoing, Send } from "./transport.js";
/** A request that is tried as often as helps; `names` are the limits that count it. */
export interface Attempted extends Outgoing {
    names: readonly LimitName[];
    /** It may have been done although no answer came, and is not to be done again. */
    isChange?: boolean;
}
/** Resolves with the body of a good answer. */
export type SendWithRetries = (request: Attempted) => Promise<unknown>;
export interface RetryOptions {
    send: Send;
    rateLimits: RateLimits;
    /** Most tries after the first. */
    retries: number;
    /** The longest wait that an answer may ask for. */
    maxWaitMs: number;
    onWait(wait: Wait): void;
    clock: Clock;
}
export declare function createRetries(options: RetryOptions): SendWithRetries;
