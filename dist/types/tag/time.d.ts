/** Waiting, giving up, and taking turns with the page. */
export declare const wait: (milliseconds?: number) => Promise<unknown>;
/** Gives up on `work` when `limit` is over: rejects with "timeout". */
export declare const within: <T>(limit: Promise<unknown>, work: T | Promise<T>) => Promise<T>;
/**
 * Calls `run` with each item, a few in a task. Not by `entries`, in place of which Prototype.js puts a method of its own:
 * https://github.com/prototypejs/prototype/blob/master/src/prototype/lang/enumerable.js
 */
export declare const forEachInTasks: <T>(items: T[], run: (item: T, at: number) => void) => Promise<void>;
