/** Splits long work into slices, between which requests are answered. */
import { setImmediate } from "node:timers/promises";
import { waitForUrgent } from "./urgent.ts";

/** Work that yields after each bounded part. */
export type Sliced<T> = Generator<void, T, void>;

/** Maximum entries between two yields. */
export const ENTRIES_PER_STEP = 250;
/** Milliseconds after which a slice ends; about as long as a placement. */
export const SLICE_MS = 0.5;

export interface SliceOptions {
  /** Monotonic milliseconds. */
  elapsed?: () => number;
  /** Pauses the work, so that requests are answered. */
  giveWay?: () => Promise<unknown>;
}

export async function runInSlices<T>(work: Sliced<T>, options?: SliceOptions): Promise<T> {
  const endSlice = createSlices(options);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await endSlice();
  }
}

/**
 * Creates a function to call after each part of the work. At the end of a slice, the function pauses the work, so that
 * requests are answered.
 */
export function createSlices({
  elapsed = () => performance.now(),
  giveWay = letPass,
}: SliceOptions = {}): () => Promise<void> {
  let start = elapsed();
  return async () => {
    if (elapsed() - start < SLICE_MS) return;
    await giveWay();
    start = elapsed();
  };
}

/** Accepts requests and lets the urgent ones be answered, so that each waits for at most one slice. */
async function letPass(): Promise<void> {
  await setImmediate();
  await waitForUrgent();
}

/** Runs work without interruption, as at the start, when there are no requests. */
export function runAtOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Calls back with each entry and its position. */
export function* forEachSliced<T>(
  entries: Iterable<T>,
  work: (entry: T, at: number) => void,
  perStep = ENTRIES_PER_STEP,
): Sliced<void> {
  let at = 0;
  for (const entry of entries) {
    work(entry, at);
    at += 1;
    if (at % perStep === 0) yield;
  }
}

export function* mapSliced<T, R>(
  entries: Iterable<T>,
  work: (entry: T, at: number) => R,
  perStep?: number,
): Sliced<R[]> {
  const results: R[] = [];
  const add = (entry: T, at: number) => void results.push(work(entry, at));
  yield* forEachSliced(entries, add, perStep);
  return results;
}

export function* flatMapSliced<T, R>(
  entries: Iterable<T>,
  work: (entry: T, at: number) => readonly R[],
  perStep?: number,
): Sliced<R[]> {
  const results: R[] = [];
  const add = (entry: T, at: number) => {
    for (const result of work(entry, at)) results.push(result);
  };
  yield* forEachSliced(entries, add, perStep);
  return results;
}
