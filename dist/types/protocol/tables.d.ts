/** Names of tables and lists, as types too. */
/** Whether a table has an entry of that name; what every object inherits is none. */
export declare function hasKey<T extends object>(table: T, name: PropertyKey): name is keyof T;
/** The names of a table's entries, in its order. For tables that are written down: another object may have more names than its type. */
export declare function listKeys<T extends object>(table: T): (keyof T & string)[];
/** Whether a value is one of a list's. */
export declare function isOneOf<T>(list: readonly T[], value: unknown): value is T;
