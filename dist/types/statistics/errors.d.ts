export type StatisticsErrorCode = 
/** 400: invalid request; see `problems`. */
"validation"
/** 401: no token, or an invalid or expired one. */
 | "unauthorized"
/** 403: the account may not do this. */
 | "forbidden"
/** 404: the service has no such address. */
 | "not-found"
/** 409: the entry was changed since it was read. */
 | "conflict"
/** 429 with a wait beyond `maxWaitMs`. */
 | "rate-limited"
/** Any other refusal. */
 | "refused"
/** 5xx, after every retry. */
 | "server"
/** Network failure, after every retry. */
 | "network"
/** Timeout, after every retry. */
 | "timeout"
/** A response without the documented shape. */
 | "invalid-response";
/** A code of the service with its parameters, from which programs can write their own sentence. */
export interface RefusalCode {
    /** Such as `whole-number-range`. Absent in answers of services before this field. */
    readonly code?: string;
    /** Such as `{ least: 1, most: 24 }`. */
    readonly parameters?: Readonly<Record<string, unknown>>;
}
export interface Problem extends RefusalCode {
    /** Path as the service writes it: `[filter][date_from]`. */
    readonly path: string;
    /** Path in parts: `["filter", "date_from"]`. */
    readonly keys: readonly string[];
    /** Message of the service. */
    readonly message: string;
}
export interface StatisticsErrorDetails {
    status?: number;
    problems?: readonly Problem[];
    refusal?: RefusalCode;
    /** `Retry-After` in seconds. */
    retryAfter?: number;
    requestId?: string;
    cause?: unknown;
}
export declare class StatisticsError extends Error {
    readonly code: StatisticsErrorCode;
    /** HTTP status; absent without a response. */
    readonly status?: number;
    /** Id of the request in the log of the service; absent without a response that has one. */
    readonly requestId?: string;
    /** `Retry-After` in seconds. */
    readonly retryAfter?: number;
    /** Validation problems by field. */
    readonly problems: readonly Problem[];
    /** Code of `message`, in an answer without `problems`. */
    readonly refusal?: RefusalCode;
    constructor(code: StatisticsErrorCode, message: string, details?: StatisticsErrorDetails);
}
/**
 * Whether a value is an error of this client. Unlike `instanceof`, it also recognizes errors of another copy of this
 * module: its CommonJS build, a bundle, or a second installation.
 */
export declare function isStatisticsError(error: unknown): error is StatisticsError;
/** Creates the error of an unsuccessful response. */
export declare function createRefusal(status: number, body: unknown, retryAfter?: number): StatisticsError;
