/** What the ad service answered, of which nothing is known → one result for each zone, by position. */
import type { Answer, Failure, Result } from "./types.js";
/** What an answer says of the zone at a position: its ad, null where there is none, or a failure. */
export declare const readResult: (reply: Answer | Failure, at: number) => Result;
