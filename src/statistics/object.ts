/** Checks of JSON values. */

export type Fields = Record<string, unknown>;

/** Whether a JSON value is an object and not a list. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
