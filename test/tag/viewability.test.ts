import { expect, test } from "vitest";
import { isInView } from "../../src/tag/viewability.ts";

test.each([
  [300 * 250, 0.5, true],
  [300 * 250, 0.49, false],
  [970 * 250 - 1, 0.49, false],
  [970 * 250, 0.3, true],
  [970 * 250, 0.29, false],
])("an area of %d square pixels with a ratio of %d in view is viewable: %s", (area, ratio, isEnough) =>
  expect(isInView(area, ratio)).toBe(isEnough),
);
