/** Whether a value from JSON or a query string is an object and not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is nested more than `most` levels deep. Not recursive itself. */
export function isNestedDeeper(value: unknown, most: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= most; depth++) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Returns an object with the same keys and mapped values. */
export function mapValues<Key extends string, T, U>(
  object: Readonly<Record<Key, T>>,
  change: (value: T) => U,
): Record<Key, U> {
  const entries = Object.entries<T>(object).map(([key, value]) => [key, change(value)]);
  return Object.fromEntries(entries);
}

/** Returns the object without the keys whose value is undefined. */
export function omitUndefined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
