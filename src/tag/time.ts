/** Waiting, giving up, and taking turns with the page. */
import { attempt, createPromise, page } from "./globals.ts";

/**
 * So many are done in one task, so that the page can answer its reader in between: with a processor slowed four times,
 * twenty impressions took the 50 ms that make a task long.
 */
const IN_A_TASK = 10;

/** Resolves after a time; never on a page that has replaced `setTimeout`. */
export const wait = (milliseconds?: number): Promise<unknown> =>
  createPromise((resume) => attempt(() => page.setTimeout(resume, milliseconds)));

/** Gives up on `work` when `limit` is over: rejects with "timeout". */
export const within = <T>(limit: Promise<unknown>, work: T | Promise<T>): Promise<T> =>
  createPromise((resolve, reject) => {
    limit.then(() => reject("timeout"));
    const run = async () => work;
    run().then(resolve, reject);
  });

/** Time without an arrival after which ads that still load are given up, milliseconds. */
const IDLE_AFTER = 10_000;

let arrivals = 0;

/** Notes that the image of an ad has loaded or failed. */
export const noteArrival = (): void => void arrivals++;

/** Resolves once no image of an ad has loaded or failed for a while. */
export const waitForIdle = async (): Promise<void> => {
  let before: number;
  do {
    before = arrivals;
    await wait(IDLE_AFTER);
  } while (before !== arrivals);
};

/** Resolves when the latest turn begins. */
let turn: Promise<unknown> | undefined;

/** Resolves when it is the turn of the `at`th of many: a few in a task, in the order of their timers. */
export const takeTurn = (at: number): Promise<unknown> | undefined => {
  if (at && at % IN_A_TASK === 0) turn = wait();
  return turn;
};

/** Calls `run` with each item in its turn. */
export const forEachInTurn = <T>(items: T[], run: (item: T, at: number) => void): void =>
  items.forEach(async (item, at) => {
    await takeTurn(at);
    run(item, at);
  });
