/**
 * Computes the milliseconds until a retry; undefined when a retry cannot help. Without a response (status 0) or after a
 * 5xx, it depends on the age of the page, so that pages that failed together do not retry together. After a 429 it is
 * the service's `Retry-After`, which must not exceed a minute; a date in the past gives a negative result.
 */
export declare const retryDelay: (status: number, retryAfter?: string | null) => number | undefined;
