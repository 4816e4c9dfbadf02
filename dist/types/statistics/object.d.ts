/** Values that came as JSON. */
export type Fields = Record<string, unknown>;
/** A value that came as JSON, and is an object but no list. */
export declare function isObject(value: unknown): value is Fields;
