import { expect, test } from "vitest";
import { isInView } from "../../src/tag/sight.ts";

test.each([
  [300 * 250, 0.5, true],
  [300 * 250, 0.49, false],
  [242_499, 0.49, false],
  [242_500, 0.3, true],
  [242_500, 0.29, false],
  [970 * 250, 0.3, true],
  [0, 0, false],
])("%d square pixels, %d of them in view: %s", (area, ratio, seen) =>
  expect(isInView(area, ratio)).toBe(seen),
);
