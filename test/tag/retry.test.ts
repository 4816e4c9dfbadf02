import { afterEach, expect, test, vi } from "vitest";
import { retryDelay } from "../../src/tag/retry.ts";

afterEach(() => vi.restoreAllMocks());

test.each([
  [0, 300],
  [350, 650],
  [699, 999],
  [1_400, 300],
])("a page that is %d ms old retries after %d ms", (age, delay) => {
  vi.spyOn(performance, "now").mockReturnValue(age);
  expect([0, 500, 503].map((status) => retryDelay(status))).toEqual([delay, delay, delay]);
});
