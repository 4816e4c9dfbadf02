/** Waiting, and not waiting for ever. */

export const after = (delay?: number): Promise<unknown> => new Promise((resume) => setTimeout(resume, delay));

/** Gives up on `work` after `limit` milliseconds: rejects with "timeout". */
export const within = <T>(limit: number, work: T): Promise<Awaited<T>> =>
  Promise.race([
    work,
    after(limit).then(() => {
      throw "timeout";
    }),
  ] as never);
