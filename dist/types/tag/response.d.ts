/** What the ad service answered, of which nothing is known → one result for each zone, by position. */
import type { Answer, Failure, Result } from "./types.js";
/**
 * Addresses that are what they look like: nothing before the scheme, a host without user info. Browsers strip tabs,
 * newlines and control characters before they read a scheme (https://url.spec.whatwg.org/#concept-basic-url-parser);
 * in JSON those fail the match.
 */
export declare const isAddress: (value: unknown) => value is string;
/** What an answer says of the zone at a position: its ad, null where there is none, or a failure. */
export declare const readResult: (reply: Answer | Failure, at: number) => Result;
