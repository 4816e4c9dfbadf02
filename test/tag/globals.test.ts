import { afterEach, expect, test, vi } from "vitest";
import { attempt, createPromise, getClock } from "../../src/tag/globals.ts";

afterEach(() => void vi.unstubAllGlobals());

test("readClock() returns milliseconds since navigation, or 0 when the page replaced performance", () => {
  expect(getClock()).toBeGreaterThan(0);
  vi.stubGlobal("performance", { sales: 5 });
  expect(getClock()).toBe(0);
});

test("attempt() returns undefined when its function throws", () => {
  expect(attempt(() => 7)).toBe(7);
  expect(
    attempt(() => {
      throw new Error("replaced");
    }),
  ).toBeUndefined();
});

test("createPromise() resolves, rejects and catches exceptions when the page replaced Promise", async () => {
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
