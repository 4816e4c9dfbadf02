/**
 * Whether a query matches now, as all do where the page has replaced `matchMedia`. `onChange` is called when that changes:
 * one listener for all slots of a query.
 */
export declare const matchesMedia: (query: string, onChange: () => void) => boolean;
