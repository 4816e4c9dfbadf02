/** Media queries of slots. */
/** Whether a query matches now. `onChange` is called when that changes: one listener for all slots of a query. */
export declare const matchesMedia: (query: string, onChange: () => void) => boolean;
