/**
 * Applies merge patches (https://www.rfc-editor.org/rfc/rfc7396): fields replace those of another object, and null
 * removes a field.
 */
import { isObject } from "../values/object.ts";

/** Returns a new object; keys such as `__proto__` are ordinary fields. */
export function mergePatch(current: unknown, patch: object): Record<string, unknown> {
  const fields = new Map(isObject(current) ? Object.entries(current) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) fields.delete(key);
    else fields.set(key, isObject(value) ? mergePatch(fields.get(key), value) : value);
  }
  return Object.fromEntries(fields);
}
