/** The only file that touches the network. */
import type { Failure, Values } from "./zone.js";
export declare const after: (delay: number) => Promise<unknown>;
/**
 * Posts a request and hands the text that comes back to `read`: the body counts before the status. No answer and 5xx
 * are tried once more, a 429 once when the service says and within a minute, other statuses never.
 * Returns what `read` made of it, or why there is nothing.
 */
export declare function exchange<T>({ endpoint, timeout, credentials }: Values, body: string, read: (text: string, status: number) => T | undefined): Promise<T | Failure>;
/** Sends what waits: the first of it, the rest in later tasks; all at once when the page goes. */
export declare function flush(most?: number): void;
/**
 * Fetches an impression address so that it outlives the page; a network failure is tried once more.
 * Addresses wait a moment for each other: a fetch among others costs the page a third of one in a task of its own.
 */
export declare function ping(address: string, credentials: RequestCredentials): void;
