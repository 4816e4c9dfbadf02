/** Waiting, giving up, and taking turns with the page. */

/**
 * So many are done in one task, so that the page can answer its reader in between: with a processor slowed four times,
 * twenty impressions took the 50 ms that make a task long.
 */
const IN_A_TASK = 10;

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

/**
 * Calls `run` with each item, a few in a task. Not by `entries`, in place of which Prototype.js puts a method of its own:
 * https://github.com/prototypejs/prototype/blob/master/src/prototype/lang/enumerable.js
 */
export const forEachInTasks = async <T>(items: T[], run: (item: T, at: number) => void): Promise<void> => {
  let at = 0;
  for (const item of items) {
    if (at && at % IN_A_TASK === 0) await wait();
    run(item, at++);
  }
};
