/** Timeouts, and work that is spread over several tasks. */
import { attempt, createPromise, page } from "./globals.ts";

/** Items per task. With a processor slowed four times, twenty impressions took 50 ms, the limit of a long task. */
const CHUNK = 10;

/**
 * Calls `run` after this time, and never on a page that has broken `setTimeout`. Returns a function that releases `run`,
 * also where the page's own `setTimeout` returns no id.
 */
export const startTimer = (milliseconds: number | undefined, run: (() => void) | undefined): (() => void) => {
  attempt(() => page.setTimeout(() => attempt(() => run?.()), milliseconds));
  return () => {
    run = undefined;
  };
};

/** Resolves after this time; never on a page that has broken `setTimeout`. */
export const wait = (milliseconds?: number): Promise<unknown> =>
  createPromise<void>((resume) => startTimer(milliseconds, resume));

/** Rejects with "timeout" if `limit` resolves before `work`. */
export const within = <T>(limit: Promise<unknown>, work: Promise<T>): Promise<T> =>
  createPromise((resolve, reject) => {
    limit.then(() => reject("timeout"));
    work.then(resolve, reject);
  });

/** Start of the task of the latest chunk. */
let latestChunk: Promise<unknown> | undefined;

/**
 * Resolves in the task that handles the item at this position: each task handles the next `CHUNK` items. Without a
 * position, resolves once the tasks of all items so far have begun.
 */
export const waitForChunk = (position?: number): Promise<unknown> | undefined => {
  if (position && position % CHUNK === 0) latestChunk = wait();
  return latestChunk;
};

/** Calls `run` for each item, in chunks of one task each. What the page has broken stops no other item. */
export const forEachInChunks = <T>(items: T[], run: (item: T, position: number) => unknown): void =>
  items.forEach(async (item, position) => {
    await waitForChunk(position);
    attempt(() => run(item, position));
  });
