/** Waiting, and giving up. */

export const wait = (milliseconds?: number): Promise<unknown> =>
  new Promise((resume) => setTimeout(resume, milliseconds));

/** Gives up on `work` when `limit` is over: rejects with "timeout". */
export const within = <T>(limit: Promise<unknown>, work: T | Promise<T>): Promise<T> =>
  Promise.race([
    work,
    limit.then((): never => {
      throw "timeout";
    }),
  ]);
