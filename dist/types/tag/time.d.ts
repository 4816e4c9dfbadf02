/** Resolves after a time; never on a page that has replaced `setTimeout`. */
export declare const wait: (milliseconds?: number) => Promise<unknown>;
/** Gives up on `work` when `limit` is over: rejects with "timeout". */
export declare const within: <T>(limit: Promise<unknown>, work: T | Promise<T>) => Promise<T>;
/** Notes that the image of an ad has loaded or failed. */
export declare const noteArrival: () => void;
/** Resolves once no image of an ad has loaded or failed for a while. */
export declare const waitForIdle: () => Promise<void>;
/** Resolves when it is the turn of the `at`th of many: a few in a task, in the order of their timers. */
export declare const takeTurn: (at: number) => Promise<unknown> | undefined;
/** Calls `run` with each item in its turn. */
export declare const forEachInTurn: <T>(items: T[], run: (item: T, at: number) => void) => void;
