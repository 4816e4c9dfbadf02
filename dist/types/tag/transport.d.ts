/** Sends requests and impressions. */
import type { Answer, Failure, Values } from "./types.js";
/** Posts a request once. A readable body takes precedence over the status. Never rejects. */
export declare const post: ({ endpoint, timeout, credentials }: Values, body: string) => Promise<Answer | Failure>;
/**
 * Fetches an impression address so that it outlives the page (https://fetch.spec.whatwg.org/#request-keepalive-flag).
 * Retries once after a network failure; rejects if that fails, too.
 */
export declare const sendImpression: (address: string, { credentials }: Values) => Promise<unknown>;
