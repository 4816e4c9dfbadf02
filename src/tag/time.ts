/** Timeouts, and work that is spread over several tasks. */
import { attempt, createPromise, page } from "./globals.ts";

/** Items per task. With a processor slowed four times, twenty impressions took 50 ms, the limit of a long task. */
const CHUNK = 10;

/**
 * Calls `run` once after this time, and never on a page that has broken `setTimeout`. Returns a function that stops the
 * timer and releases `run`, also where the page's own `setTimeout` returns no id.
 */
export const startTimer = (milliseconds: number | undefined, run: (() => void) | undefined): (() => void) => {
  const end = () => {
    const due = run;
    run = undefined;
    attempt(() => due?.());
  };
  const id = attempt(() => page.setTimeout(end, milliseconds));
  return () => {
    run = undefined;
    attempt(() => page.clearTimeout(id));
  };
};

/** Resolves after this time; never on a page that has broken `setTimeout`. */
export const wait = (milliseconds?: number): Promise<unknown> =>
  createPromise((resume) => startTimer(milliseconds, () => resume(undefined)));

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
let isWaiting = false;

/** Records that the image of an ad has loaded or failed. */
export const noteArrival = (): void => void arrivals++;

/** Calls `run` once no response has arrived, and no image of an ad has loaded or failed, for `IDLE_AFTER`. */
export const whenIdle = async (run: () => void): Promise<void> => {
  noteArrival();
  if (isWaiting) return;
  isWaiting = true;
  let before: number;
  do {
    before = arrivals;
    await wait(IDLE_AFTER);
  } while (before !== arrivals);
  isWaiting = false;
  run();
};

/** Start of the task of the latest chunk. */
let latestChunk: Promise<unknown> | undefined;

/** Resolves in the task that handles the item at this position: each task handles the next `CHUNK` items. */
export const waitForChunk = (position: number): Promise<unknown> | undefined => {
  if (position && position % CHUNK === 0) latestChunk = wait();
  return latestChunk;
};

/** Resolves once the tasks of all items so far have begun. */
export const waitForChunks = (): Promise<unknown> | undefined => latestChunk;

/** Calls `run` for each item, in chunks of one task each. What the page has broken stops no other item. */
export const forEachInChunks = <T>(items: T[], run: (item: T, position: number) => unknown): void =>
  items.forEach(async (item, position) => {
    await waitForChunk(position);
    try {
      await run(item, position);
    } catch {}
  });
