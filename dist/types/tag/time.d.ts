/** Waiting, and giving up. */
export declare const wait: (milliseconds?: number) => Promise<unknown>;
/** Gives up on `work` when `limit` is over: rejects with "timeout". */
export declare const within: <T>(limit: Promise<unknown>, work: T | Promise<T>) => Promise<T>;
