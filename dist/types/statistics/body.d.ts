/** Reads response bodies, which are `unknown` until checked. */
import { StatisticsError } from "./errors.js";
import { type Fields } from "./object.js";
/** Returns the value as an object. Throws `StatisticsError`; `what` names the object in its message. */
export declare function expectObject(value: unknown, what?: string): Fields;
/** Error of a response that does not have the documented shape. */
export declare function createUnreadable(what: string): StatisticsError;
