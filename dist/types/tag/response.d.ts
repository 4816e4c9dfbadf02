/** What the ad service answered, of which nothing is known → one result for each zone, by position. */
import type { Result } from "./zone.js";
/**
 * Addresses that are what they look like: nothing before the scheme, a host without user info. Browsers strip tabs,
 * newlines and control characters before they read a scheme; here those fail the match.
 */
export declare const isAddress: (value: unknown) => value is string;
/** The results of a batch, or undefined when the text is no answer of the placement interface. */
export declare function readResponse(text: string, batch: unknown[]): Result[] | undefined;
