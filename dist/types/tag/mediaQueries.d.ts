/**
 * Whether a query matches now; always true where the page has replaced `matchMedia`. Calls `onChange` when that
 * changes. All slots with the same query share one listener.
 */
export declare const matchesMedia: (query: string, onChange: () => void) => boolean;
