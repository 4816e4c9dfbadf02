import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemClock } from "../../src/statistics/clock.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Tracks the state of a pause. */
function follow(pause: Promise<void>) {
  const state = { result: "pending" as unknown };
  pause.then(
    () => Object.assign(state, { result: "over" }),
    (reason) => Object.assign(state, { result: reason }),
  );
  return state;
}

const REASON = new Error("No longer wanted.");

test("a pause ends after its duration and removes its abort listener", async () => {
  const { signal } = new AbortController();
  const remove = vi.spyOn(signal, "removeEventListener");
  const [bare, stoppable] = [follow(systemClock.pause(50)), follow(systemClock.pause(50, signal))];
  await vi.advanceTimersByTimeAsync(49);
  expect([bare.result, stoppable.result]).toEqual(["pending", "pending"]);
  await vi.advanceTimersByTimeAsync(1);
  expect([bare.result, stoppable.result]).toEqual(["over", "over"]);
  expect(remove).toHaveBeenCalledWith("abort", expect.any(Function));
});

test("an aborted pause ends at once with the reason, and leaves no timer", async () => {
  const controller = new AbortController();
  const pause = follow(systemClock.pause(50, controller.signal));
  controller.abort(REASON);
  await vi.advanceTimersByTimeAsync(0);
  expect([pause.result, vi.getTimerCount()]).toEqual([REASON, 0]);
});

test("a pause with an aborted signal does not begin", async () => {
  const pause = follow(systemClock.pause(50, AbortSignal.abort(REASON)));
  await vi.advanceTimersByTimeAsync(0);
  expect([pause.result, vi.getTimerCount()]).toEqual([REASON, 0]);
});

test("the steady clock goes on when the computer's clock is set back", async () => {
  const start = systemClock.steady();
  await vi.advanceTimersByTimeAsync(500);
  vi.setSystemTime(Date.now() - 3_600_000);
  await vi.advanceTimersByTimeAsync(500);
  expect(systemClock.steady() - start).toBe(1000);
});
