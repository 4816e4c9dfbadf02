import fc from "fast-check";
import { expect, test } from "vitest";
import { createScale } from "../../../../src/dashboard/reports/chart/ticks.ts";

const SUM = { most: 5, isWhole: false, isRate: false };

test.each([
  [[180, 120], SUM, [0, 50, 100, 150, 200]],
  [[3, 1], { ...SUM, isWhole: true }, [0, 1, 2, 3]],
  [[0, 0], { ...SUM, isWhole: true }, [0, 1]],
  [[0.0031, 0.001], SUM, [0, 0.001, 0.002, 0.003, 0.004]],
  [[90.2, 90.6, 90.4], { ...SUM, isRate: true }, [90.2, 90.3, 90.4, 90.5, 90.6]],
  [[90, 10], { ...SUM, isRate: true }, [0, 25, 50, 75, 100]],
  [[-30, 70], SUM, [-50, -25, 0, 25, 50, 75]],
  [[-70, -30], SUM, [-80, -60, -40, -20, 0]],
  [[0, 1000], SUM, [0, 250, 500, 750, 1000]],
  [[0, 4], SUM, [0, 1, 2, 3, 4]],
  [[0, 12], { ...SUM, isWhole: true }, [0, 5, 10, 15]],
  [[0, 9], { ...SUM, isWhole: true }, [0, 3, 6, 9]],
  [[0, 9], SUM, [0, 2.5, 5, 7.5, 10]],
  [[0, 0.3], { ...SUM, isWhole: true }, [0, 1]],
  [[5, 5], { ...SUM, isRate: true }, [0, 2, 4, 6]],
  [[50, 100], { ...SUM, isRate: true }, [0, 25, 50, 75, 100]],
  [[50.4, 100], { ...SUM, isRate: true }, [40, 60, 80, 100]],
  [[0, 0], SUM, [0, 0.25]],
  [[], SUM, [0, 0.25]],
  [[0, 10], { ...SUM, most: 1 }, [0, 10]],
  [[0, 10], { ...SUM, most: 3 }, [0, 5, 10]],
])("an axis over %j has round ticks", (values, options, ticks) => {
  expect(createScale(values, options).ticks).toEqual(ticks);
});

test("every axis contains its values and starts and ends at a tick", () => {
  const values = fc.array(
    fc.integer({ min: -1e12, max: 1e15 }).map((number) => number / 1000),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(values, fc.boolean(), fc.boolean(), (numbers, isWhole, isRate) => {
      const scale = createScale(numbers, { most: 5, isWhole, isRate });
      const slack = Math.max(...numbers.map(Math.abs)) * 1e-9;
      expect(scale.max).toBeGreaterThanOrEqual(Math.max(...numbers) - slack);
      expect(scale.min).toBeLessThanOrEqual(Math.min(...numbers) + slack);
      expect([scale.ticks[0], scale.ticks.at(-1)]).toEqual([scale.min, scale.max]);
      expect(scale.ticks.length).toBeLessThanOrEqual(8);
    }),
    { numRuns: 200 },
  );
});
