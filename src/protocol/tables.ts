/** Typed access to names of tables and lists. */

/** Whether a table has an entry of that name; inherited properties do not count. */
export function hasKey<T extends object>(table: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(table, name);
}

/**
 * Lists the names of a table's entries in order. Only for literal tables: other objects may have more names than their
 * type.
 */
export function listKeys<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table).filter((name) => hasKey(table, name));
}

export function isOneOf<T>(list: readonly T[], value: unknown): value is T {
  return list.some((entry) => entry === value);
}
