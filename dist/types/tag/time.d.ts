/**
 * Calls `run` once after this time, and never on a page that has broken `setTimeout`. Returns a function that stops the
 * timer and releases `run`, also where the page's own `setTimeout` returns no id.
 */
export declare const startTimer: (milliseconds: number | undefined, run: (() => void) | undefined) => (() => void);
/** Resolves after this time; never on a page that has broken `setTimeout`. */
export declare const wait: (milliseconds?: number) => Promise<unknown>;
/** Rejects with "timeout" if `limit` resolves before `work`. */
export declare const within: <T>(limit: Promise<unknown>, work: T | Promise<T>) => Promise<T>;
/** Records that the image of an ad has loaded or failed. */
export declare const noteArrival: () => void;
/** Calls `run` once no response has arrived, and no image of an ad has loaded or failed, for `IDLE_AFTER`. */
export declare const whenIdle: (run: () => void) => Promise<void>;
/** Resolves in the task that handles the item at this position: each task handles the next `CHUNK` items. */
export declare const waitForChunk: (position: number) => Promise<unknown> | undefined;
/** Resolves once the tasks of all items so far have begun. */
export declare const waitForChunks: () => Promise<unknown> | undefined;
/** Calls `run` for each item, in chunks of one task each. What the page has broken stops no other item. */
export declare const forEachInChunks: <T>(items: T[], run: (item: T, position: number) => unknown) => void;
