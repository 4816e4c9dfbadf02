// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLazy } from "../../../src/dashboard/app/createLazy.ts";
import { useRoot } from "../useRoot.ts";

const { call, leave } = useRoot();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a module that failed to load is loaded again after a pause, and at once when the connection is back", async () => {
  const load = vi.fn(() => Promise.reject<string>(new TypeError("Failed to fetch.")));
  const useModule = createLazy(load);
  let state: ReturnType<typeof useModule> | undefined;
  call(() => {
    state = useModule();
  });
  const advance = (milliseconds: number) =>
    act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));
  await advance(0);
  expect([state?.hasFailed, load.mock.calls.length]).toEqual([true, 1]);
  await advance(5_000);
  expect(load).toHaveBeenCalledTimes(2);
  dispatchEvent(new Event("online"));
  await advance(0);
  expect(load).toHaveBeenCalledTimes(3);
  load.mockResolvedValue("module");
  await advance(5_000);
  expect(state).toEqual({ module: "module", hasFailed: false });
  await advance(60_000);
  expect(load).toHaveBeenCalledTimes(4);
});

test("a module is not loaded again once its component has left", async () => {
  const load = vi.fn(() => Promise.reject<string>(new TypeError("Failed to fetch.")));
  const useModule = createLazy(load);
  call(() => void useModule());
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([load.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
});
