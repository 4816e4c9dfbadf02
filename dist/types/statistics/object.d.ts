/** Checks of JSON values. */
export type Fields = Record<string, unknown>;
/** Whether a JSON value is an object and not a list. */
export declare function isObject(value: unknown): value is Fields;
