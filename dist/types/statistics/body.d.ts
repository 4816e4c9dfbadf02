/** The body of an answer, of which nothing is known until it is read. */
import { StatisticsError } from "./errors.js";
import { type Fields } from "./object.js";
/** Throws `StatisticsError`. `what`: what the object stands for. */
export declare function readObject(value: unknown, what?: string): Fields;
/** An answer that has come, and lacks what the interface promises. */
export declare function createUnreadable(what: string): StatisticsError;
