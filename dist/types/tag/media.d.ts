/** Media queries of slots. */
/** Whether a query matches now. `onChange` is called when that changes: one listener for all slots of a query. */
export declare const matchesMedia: (query: string, onChange: () => void) => boolean;
/**
 * Whether a query can match at all. One with an unknown feature or a missing unit is "unknown", and so is its opposite:
 * https://www.w3.org/TR/mediaqueries-4/#evaluating. Which way of writing the opposite is valid depends on the query; in
 * none may parentheses make a query of what has none of its own.
 */
export declare const canMatch: (query: string) => boolean;
