/** The body of an answer, of which nothing is known until it is read. */
import { StatisticsError } from "./errors.ts";
import { type Fields, isObject } from "./object.ts";

/** Throws `StatisticsError`. `what`: what the object stands for. */
export function readObject(value: unknown, what = "an object"): Fields {
  if (!isObject(value)) throw createUnreadable(what);
  return value;
}

/** An answer that has come, and lacks what the interface promises. */
export function createUnreadable(what: string): StatisticsError {
  return new StatisticsError("invalid-response", `The service's answer was expected to hold ${what}.`);
}
