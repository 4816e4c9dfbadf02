/** Typed access to names of tables and lists. */
/** Whether a table has an entry of that name; inherited properties do not count. */
export declare function hasKey<T extends object>(table: T, name: PropertyKey): name is keyof T;
/**
 * Lists the names of a table's entries in order. Only for literal tables: other objects may have more names than their
 * type.
 */
export declare function listKeys<T extends object>(table: T): (keyof T & string)[];
export declare function isOneOf<T>(list: readonly T[], value: unknown): value is T;
