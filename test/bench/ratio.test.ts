import { expect, test } from "vitest";
import { computeRatio, median } from "../../bench/page/ratio.ts";

test("the median of an even number of unsorted values is the mean of the middle two", () => {
  expect(median([9, 1, 3, 5])).toBe(4);
  expect(median([7, 1, 3])).toBe(3);
});

test("missing measurements are ignored", () => {
  expect(median([Number.NaN, 2])).toBe(2);
  expect(median([])).toBeNaN();
});

test("the ratio of two medians lies within its confidence interval, which is deterministic", () => {
  const [above, below] = [
    [20, 22, 24, 21, 90],
    [10, 11, 12, 10, 11],
  ];
  const once = computeRatio(above, below);
  expect(once.value).toBe(2);
  expect(once.low).toBeLessThanOrEqual(2);
  expect(once.high).toBeGreaterThanOrEqual(2);
  expect(computeRatio(above, below)).toEqual(once);
});

test("ratios compare values of the same round, so slow rounds do not change them", () => {
  expect(computeRatio([2, 20, 200], [1, 10, 100])).toEqual({ value: 2, low: 2, high: 2 });
});

test("a ratio of only two rounds has no confidence interval", () => {
  expect(computeRatio([2, 4], [1, 2])).toEqual({ value: 2 });
});
