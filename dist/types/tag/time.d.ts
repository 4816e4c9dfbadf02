/**
 * Calls `run` after this time, and never on a page that has broken `setTimeout`. Returns a function that releases `run`,
 * also where the page's own `setTimeout` returns no id.
 */
export declare const startTimer: (milliseconds: number | undefined, run: (() => void) | undefined) => (() => void);
/** Resolves after this time; never on a page that has broken `setTimeout`. */
export declare const wait: (milliseconds?: number) => Promise<unknown>;
/** Rejects with "timeout" if `limit` resolves before `work`. */
export declare const within: <T>(limit: Promise<unknown>, work: Promise<T>) => Promise<T>;
/**
 * Resolves in the task that handles the item at this position: each task handles the next `CHUNK` items. Without a
 * position, resolves once the tasks of all items so far have begun.
 */
export declare const waitForChunk: (position?: number) => Promise<unknown> | undefined;
/** Calls `run` for each item, in chunks of one task each. What the page has broken stops no other item. */
export declare const forEachInChunks: <T>(items: T[], run: (item: T, position: number) => unknown) => void;
