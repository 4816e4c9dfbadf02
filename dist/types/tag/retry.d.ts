/**
 * Milliseconds until a retry; undefined when none could help. Without a response (status 0) or after a 5xx, it depends
 * on the age of the page, so that pages that failed together do not retry together. After a 429 it is the service's
 * `Retry-After`, if that is at most a minute; negative for a time that has passed.
 */
export declare const retryDelay: (status: number, retryAfter?: string | null) => number | undefined;
