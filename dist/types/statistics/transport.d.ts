import type { RateHeaders } from "./rateLimits.js";
export interface Outgoing {
    url: string;
    method: "GET" | "POST" | "PATCH" | "DELETE";
    /** Sent as JSON, or a file as it is. */
    body?: unknown;
    /** For `If-Match`: what the caller saw. */
    version?: string | undefined;
    token?: string | undefined;
    signal?: AbortSignal | undefined;
}
export interface Answer {
    status: number;
    /** The body, read as JSON; undefined when it is none. */
    body: unknown;
    rate: RateHeaders;
    /** Seconds, as `Retry-After` says. */
    retryAfter: number | undefined;
}
export type Send = (outgoing: Outgoing) => Promise<Answer>;
export declare function createTransport(fetcher: typeof fetch, timeoutMs: number): Send;
