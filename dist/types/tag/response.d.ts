import type { Answer, Result } from "./zone.js";
/**
 * Addresses that are what they look like: nothing before the scheme, a host without user info. Browsers strip tabs,
 * newlines and control characters before they read a scheme; here those fail the match.
 */
export declare const isAddress: (value: unknown) => value is string;
/** What an answer says of the zone at a position; a result stands for all of them. */
export declare const readResult: (answer: Answer | Result, at: number) => Result;
