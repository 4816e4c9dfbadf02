/** Reads response bodies, which are `unknown` until checked. */
import { StatisticsError } from "./errors.ts";
import { type Fields, isObject } from "./object.ts";

/** Returns the value as an object. Throws `StatisticsError`; `what` names the object in its message. */
export function expectObject(value: unknown, what = "an object"): Fields {
  if (!isObject(value)) throw createUnreadable(what);
  return value;
}

/** Error of a response that does not have the documented shape. */
export function createUnreadable(what: string): StatisticsError {
  return new StatisticsError("invalid-response", `The service's answer does not contain ${what}.`);
}
