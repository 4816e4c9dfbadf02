import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forEachInChunks, wait, within } from "../../src/tag/time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const outcome = async (work: Promise<unknown>, milliseconds: number) => {
  let ended: unknown = "waits";
  work.then(
    (value) => (ended = value),
    (reason) => (ended = { reason }),
  );
  await vi.advanceTimersByTimeAsync(milliseconds);
  return ended;
};

test("wait() resolves after its milliseconds", async () => {
  expect(await outcome(wait(100), 99)).toBe("waits");
  expect(await outcome(wait(100), 100)).toBeUndefined();
  expect(await outcome(wait(), 0)).toBeUndefined();
});

test("within() rejects when work takes longer than its limit", async () => {
  expect(await outcome(within(wait(100), wait(99)), 100)).toBeUndefined();
  expect(await outcome(within(wait(100), new Promise(() => {})), 99)).toBe("waits");
  expect(await outcome(within(wait(100), new Promise(() => {})), 100)).toEqual({ reason: "timeout" });
});

test("within() passes on a value and a failure", async () => {
  expect(await outcome(within(wait(100), Promise.resolve(5)), 0)).toBe(5);
  expect(await outcome(within(wait(100), Promise.reject("no")), 0)).toEqual({ reason: "no" });
});

test("items are passed with their positions ten per task, even if a library replaced Array.prototype.entries", async () => {
  const { entries } = Array.prototype;
  const passed: [string, number][] = [];
  try {
    Array.prototype.entries = function (this: unknown[]) {
      return this.slice();
    } as unknown as typeof entries;
    forEachInChunks([..."abcdefghijk"], (item, at) => passed.push([item, at]));
    // Microtasks alone belong to the same task.
    for (let turn = 0; turn < 50; turn++) await null;
    expect(passed).toHaveLength(10);
    await vi.advanceTimersByTimeAsync(0);
  } finally {
    Array.prototype.entries = entries;
  }
  expect(passed.map(([item]) => item).join("")).toBe("abcdefghijk");
  expect(passed.map(([, at]) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
