/** The only file that touches the network. */
import type { Values } from "./attributes.js";
import type { Answer, Failure } from "./types.js";
/** Posts a request once. A body that can be read wins over its status. Never rejects. */
export declare const post: ({ endpoint, timeout, credentials }: Values, body: string) => Promise<Answer | Failure>;
/**
 * Fetches an impression address so that it outlives the page (https://fetch.spec.whatwg.org/#request-keepalive-flag).
 * One that is lost is sent once more; rejects when that is lost, too.
 */
export declare const sendImpression: (address: string, { credentials }: Values) => Promise<unknown>;
