import { expect, test } from "vitest";
import { isSize, normalizeSize } from "../../../src/dashboard/inventory/size.ts";

test.each([
  ["300x250", "300x250"],
  ["300 × 250", "300x250"],
  ["300×250", "300x250"],
  [" 300 X 250 ", "300x250"],
  ["300 250", "300250"],
])("the size %j is read as %j", (text, size) => {
  expect(normalizeSize(text)).toBe(size);
});

test.each([
  ["1x1", true],
  ["99999x99999", true],
  ["100000x1", false],
  ["1x100000", false],
  ["0x250", false],
  ["300x0", false],
  ["300250", false],
  ["300x250px", false],
  ["a300x250", false],
  ["", false],
])("%j is a valid size: %s", (text, expected) => {
  expect(isSize(text)).toBe(expected);
});
