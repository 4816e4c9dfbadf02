import { expect, test } from "vitest";
import { roundRatio } from "../../../src/dashboard/texts/roundRatio.ts";

test.each([
  [53.17712, 53.18],
  [0.1234, 0.12],
  [(100 * 5) / 500_095, 0.001],
  [0.00001234, 0.000012],
  [-0.01234, -0.012],
  [0, 0],
  [undefined, undefined],
])("the ratio %s is %s in a file", (value, rounded) => {
  expect(roundRatio(value)).toBe(rounded);
});
