import { expect, test } from "vitest";
import { systemClock } from "../../../src/service/runtime/clock.ts";

test("the system clock returns the time of day and monotonic elapsed time", () => {
  const before = Date.now();
  const now = systemClock.now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
  const elapsed = systemClock.elapsed();
  expect(elapsed).toBeGreaterThan(0);
  expect(systemClock.elapsed()).toBeGreaterThanOrEqual(elapsed);
});
