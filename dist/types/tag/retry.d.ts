/**
 * Milliseconds until a second try; nothing where none could help. After no answer (status 0) and a 5xx it depends on how
 * old the page is, so that pages that failed together do not come back together; after a 429 it is what the service says, up to a minute;
 * negative for a time that has passed.
 */
export declare const retryDelay: (status: number, retryAfter?: string | null) => number | undefined;
