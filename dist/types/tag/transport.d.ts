import type { Answer, Result, Values } from "./zone.js";
/**
 * Posts a request: the body that comes back counts before the status. No answer and 5xx are tried once more, a 429
 * once when the service says and within a minute, other statuses never.
 * Returns the answer, or the result that every zone of the request has instead.
 */
export declare const exchange: ({ endpoint, timeout, credentials }: Values, body: string) => Promise<Answer | Result>;
/** Sends what waits: the first of it, the rest in later tasks; all at once when the page goes. */
export declare const flush: (going?: unknown) => void;
/**
 * Fetches an impression address so that it outlives the page; a network failure is tried once more.
 * Addresses wait a moment for each other: a fetch among others costs the page a third of one in a task of its own.
 */
export declare const ping: (address: string, credentials: RequestCredentials) => void;
