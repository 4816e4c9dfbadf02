/** Names of tables and lists, as types too. */

/** Whether a table has an entry of that name; what every object inherits is none. */
export function hasKey<T extends object>(table: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(table, name);
}

/** The names of a table's entries, in its order. For tables that are written down: another object may have more names than its type. */
export function listKeys<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table).filter((name) => hasKey(table, name));
}

/** Whether a value is one of a list's. */
export function isOneOf<T>(list: readonly T[], value: unknown): value is T {
  return list.some((entry) => entry === value);
}
