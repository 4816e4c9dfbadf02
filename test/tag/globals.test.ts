import { afterEach, expect, test, vi } from "vitest";
import { attempt, createPromise, readClock } from "../../src/tag/globals.ts";

afterEach(() => void vi.unstubAllGlobals());

test("the clock counts milliseconds since navigation, and is 0 where the page has replaced performance", () => {
  expect(readClock()).toBeGreaterThan(0);
  vi.stubGlobal("performance", { sales: 5 });
  expect(readClock()).toBe(0);
});

test("an attempt that throws yields undefined", () => {
  expect(attempt(() => 7)).toBe(7);
  expect(
    attempt(() => {
      throw new Error("replaced");
    }),
  ).toBeUndefined();
});

test("a promise resolves, rejects and catches what its executor throws, without the page's Promise", async () => {
  vi.stubGlobal("Promise", 5);
  const resolved = createPromise((resolve) => resolve(1));
  const rejected = createPromise((_, reject) => reject("no"));
  const thrown = createPromise(() => {
    throw "thrown";
  });
  vi.unstubAllGlobals();
  await expect(resolved).resolves.toBe(1);
  await expect(rejected).rejects.toBe("no");
  await expect(thrown).rejects.toBe("thrown");
});
