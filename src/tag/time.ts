/** Timeouts, and work that is spread over several tasks. */
import { attempt, createPromise, page } from "./globals.ts";

/** Items per task. With a processor slowed four times, twenty impressions took 50 ms, the limit of a long task. */
const IN_A_TASK = 10;

/** Resolves after this time; never on a page that has broken `setTimeout`. */
export const wait = (milliseconds?: number): Promise<unknown> =>
  createPromise((resume) => attempt(() => page.setTimeout(resume, milliseconds)));

/** Rejects with "timeout" if `limit` resolves before `work`. */
export const within = <T>(limit: Promise<unknown>, work: T | Promise<T>): Promise<T> =>
  createPromise((resolve, reject) => {
    limit.then(() => reject("timeout"));
    const run = async () => work;
    run().then(resolve, reject);
  });

/** Milliseconds without a loaded image after which ads that still load are given up. */
const IDLE_AFTER = 10_000;

let arrivals = 0;

/** Records that the image of an ad has loaded or failed. */
export const noteArrival = (): void => void arrivals++;

/** Resolves once no image of an ad has loaded or failed for `IDLE_AFTER`. */
export const waitForIdle = async (): Promise<void> => {
  let before: number;
  do {
    before = arrivals;
    await wait(IDLE_AFTER);
  } while (before !== arrivals);
};

/** Start of the latest task. */
let turn: Promise<unknown> | undefined;

/** Resolves in the task of item number `at`. `IN_A_TASK` items share a task. */
export const takeTurn = (at: number): Promise<unknown> | undefined => {
  if (at && at % IN_A_TASK === 0) turn = wait();
  return turn;
};

/** Calls `run` for each item, `IN_A_TASK` of them per task. */
export const forEachInTurn = <T>(items: T[], run: (item: T, at: number) => void): void =>
  items.forEach(async (item, at) => {
    await takeTurn(at);
    run(item, at);
  });
