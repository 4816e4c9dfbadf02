/** Writing JSON on pages that changed how it is written. */

/**
 * JSON of what is there. Reading each field from its holder passes over a `toJSON` that an old library put on arrays or
 * objects, which would send a list as a string.
 */
export const encode = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, name) {
    return this[name];
  });
