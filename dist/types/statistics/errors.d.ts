export type StatisticsErrorCode = 
/** 400: the request is wrong; `problems` says where. */
"validation"
/** 401: no login, a wrong one, or one that ended. */
 | "unauthorized"
/** 403: this account may not see that. */
 | "forbidden"
/** 404: the service has no such address. */
 | "not-found"
/** 409: somebody else has changed it since. */
 | "conflict"
/** 429 for longer than the caller is willing to wait. */
 | "rate-limited"
/** Any other refusal. */
 | "refused"
/** 5xx, after every retry. */
 | "server"
/** The service could not be reached, after every retry. */
 | "network"
/** No answer in time, after every retry. */
 | "timeout"
/** An answer that is not what the interface promises. */
 | "invalid-response";
/** One problem of a request. */
export interface Problem {
    /** As the service writes it: `[filter][date_from]`. */
    readonly path: string;
    /** The same in parts: `["filter", "date_from"]`. */
    readonly keys: readonly string[];
    /** The service's own words. */
    readonly message: string;
}
export interface StatisticsErrorDetails {
    status?: number;
    problems?: readonly Problem[];
    /** Seconds until the service takes requests again. */
    retryAfter?: number;
    cause?: unknown;
}
export declare class StatisticsError extends Error {
    readonly name = "StatisticsError";
    readonly code: StatisticsErrorCode;
    /** HTTP status; absent when there was no answer. */
    readonly status: number | undefined;
    /** Every problem that the service named, by field. */
    readonly problems: readonly Problem[];
    readonly retryAfter: number | undefined;
    constructor(code: StatisticsErrorCode, message: string, details?: StatisticsErrorDetails);
}
/** The error of an answer that is not a success. */
export declare function createRefusal(status: number, body: unknown, retryAfter?: number): StatisticsError;
