/** Converts the service's response, which is untrusted, to one result for each zone by position. */
import type { Answer, Failure, Result } from "./types.js";
/** Returns the result of the zone at a position: its ad, no ad, or a failure. */
export declare const parseResult: (reply: Answer | Failure, at: number) => Result;
