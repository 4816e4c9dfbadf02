import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCountdown } from "../../src/tag/countdown.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const run = (isContinuous?: boolean) => {
  const onEnd = vi.fn();
  return { onEnd, countdown: createCountdown(100, onEnd, isContinuous) };
};

test("a countdown ends once, after running for its duration", () => {
  const { onEnd, countdown } = run();
  for (const isRunning of [false, true, true]) countdown(isRunning);
  vi.advanceTimersByTime(99);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledOnce();
  for (const isRunning of [true, false, true]) countdown(isRunning);
  vi.advanceTimersByTime(1_000);
  expect(onEnd).toHaveBeenCalledOnce();
});

test.each([
  ["a paused countdown continues with the remaining time", false, 40],
  ["a continuous countdown starts over after a pause", true, 100],
])("%s", (_, isContinuous, left) => {
  const { onEnd, countdown } = run(isContinuous);
  countdown(true);
  vi.advanceTimersByTime(60);
  countdown(false);
  vi.advanceTimersByTime(1_000);
  countdown(true);
  vi.advanceTimersByTime(left - 1);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledOnce();
});

test("a stopped countdown does not end where clearTimeout and the ids of setTimeout do not work", () => {
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (...all: Parameters<typeof setTimeout>) => void setTimeout(...all));
  vi.stubGlobal("clearTimeout", () => {
    throw new Error("broken");
  });
  const { onEnd, countdown } = run(true);
  for (const isRunning of [true, false, true, true, false, true]) countdown(isRunning);
  vi.advanceTimersByTime(1_000);
  expect(onEnd).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test("an error at the end of a countdown does not leave the timer", () => {
  const countdown = createCountdown(100, () => {
    throw new Error("broken");
  });
  countdown(true);
  expect(() => vi.advanceTimersByTime(100)).not.toThrow();
});
