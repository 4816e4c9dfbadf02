import { afterEach, expect, test, vi } from "vitest";
import { retryDelay } from "../../src/tag/retry.ts";

afterEach(() => vi.restoreAllMocks());

test.each([
  [0, 300],
  [0.5, 650],
  [1, 1_000],
])("with the chance %d a second try comes after %d ms", (random, delay) => {
  vi.spyOn(Math, "random").mockReturnValue(random);
  expect([0, 500, 503].map((status) => retryDelay(status))).toEqual([delay, delay, delay]);
});

test("on a page that has replaced Math a second try comes after the shortest time", () => {
  vi.stubGlobal("Math", 5);
  const delay = retryDelay(0);
  vi.unstubAllGlobals();
  expect(delay).toBe(300);
});
