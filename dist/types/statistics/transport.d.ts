/** HTTP requests of the client; the only file here that uses the network. */
import type { RateHeaders } from "./rateWindow.js";
import { type RequestTimer } from "./requestTimer.js";
export interface Outgoing {
    url: string;
    method: "GET" | "POST" | "PATCH" | "DELETE";
    /** Body, sent as JSON; a `Blob` is sent unchanged. */
    body?: unknown;
    /** Value of `If-Match`: the version that the caller read. */
    version?: string | undefined;
    /** Value of `Idempotency-Key`. */
    idempotencyKey?: string | undefined;
    token?: string | undefined;
    /** Id of the cookie's session. */
    sessionId?: string | undefined;
    /** Whether the browser's cookie authenticates the request. */
    withCookie?: boolean;
    signal?: AbortSignal | undefined;
    /** Timeout that replaces the client's, milliseconds. */
    timeout?: number | undefined;
    /** Media type of a successful answer that is streamed instead of read. */
    accept?: string | undefined;
}
export interface Answer {
    status: number;
    /** Parsed JSON body, undefined when it is not JSON; or an `UnreadBody`. */
    body: unknown;
    rate: RateHeaders;
    /** `Retry-After` in seconds. */
    retryAfter: number | undefined;
}
/** Response whose body the caller streams. The timer runs until the body is read. */
export interface UnreadBody {
    response: Response;
    timer: RequestTimer;
}
export type Send = (outgoing: Outgoing) => Promise<Answer>;
export declare function createTransport(fetcher: typeof fetch, timeoutMs: number): Send;
