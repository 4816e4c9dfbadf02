/** Waiting, and not waiting for ever. */
export declare const after: (delay?: number) => Promise<unknown>;
/** Gives up on `work` after `limit` milliseconds: rejects with "timeout". */
export declare const within: <T>(limit: number, work: T) => Promise<Awaited<T>>;
