// @isolated It counts all requests in flight of its process.
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forEachSliced, runInSlices } from "../../../src/service/runtime/slices.ts";
import { answerFirst, MAX_WAIT_MS } from "../../../src/service/runtime/urgent.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Starts work of three slices. `begun` returns how many have started. */
function startWork() {
  let now = 0;
  let begun = 0;
  const work = forEachSliced(
    [1, 2, 3],
    () => {
      begun += 1;
      now += 1000;
    },
    1,
  );
  return { done: runInSlices(work, { elapsed: () => now }), begun: () => begun };
}

/** Starts a request and returns a function that answers it. */
function request() {
  let answer = () => {};
  const answered = answerFirst(() => new Promise<void>((resolve) => (answer = resolve)));
  return async () => {
    answer();
    await answered;
  };
}

async function turn(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await setImmediate();
}

test("long work waits until the last of the requests in flight is answered", async () => {
  const requests = [request(), request()];
  const { done, begun } = startWork();
  await turn();
  expect(begun()).toBe(1);
  await requests[0]?.();
  await turn();
  expect(begun()).toBe(1);
  await requests[1]?.();
  await done;
  expect(begun()).toBe(3);
});

test("a failed request does not delay long work", async () => {
  await expect(answerFirst(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const { done, begun } = startWork();
  await done;
  expect(begun()).toBe(3);
});

test("long work continues after MAX_WAIT_MS per slice although a request stays in flight", async () => {
  const answer = request();
  const { done, begun } = startWork();
  for (const expected of [1, 2, 3]) {
    await turn();
    expect(begun()).toBe(expected);
    await vi.advanceTimersByTimeAsync(MAX_WAIT_MS);
  }
  await done;
  await answer();
});
