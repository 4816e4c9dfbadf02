/** Resolves after this time; never on a page that has broken `setTimeout`. */
export declare const wait: (milliseconds?: number) => Promise<unknown>;
/** Rejects with "timeout" if `limit` resolves before `work`. */
export declare const within: <T>(limit: Promise<unknown>, work: T | Promise<T>) => Promise<T>;
/** Records that the image of an ad has loaded or failed. */
export declare const noteArrival: () => void;
/** Resolves once no image of an ad has loaded or failed for `IDLE_AFTER`. */
export declare const waitForIdle: () => Promise<void>;
/** Resolves in the task of item number `at`. `IN_A_TASK` items share a task. */
export declare const takeTurn: (at: number) => Promise<unknown> | undefined;
/** Calls `run` for each item, `IN_A_TASK` of them per task. */
export declare const forEachInTurn: <T>(items: T[], run: (item: T, at: number) => void) => void;
