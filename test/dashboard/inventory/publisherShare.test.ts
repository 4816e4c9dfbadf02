import { expect, test } from "vitest";
import { parsePercent, writePercent } from "../../../src/dashboard/inventory/publisherShare.ts";
import { createAmountFormat } from "../../../src/dashboard/texts/typedAmounts.ts";

const ENGLISH = createAmountFormat("en-US");
const GERMAN = createAmountFormat("de");

test.each([
  ["0", "0"],
  ["0.7", "70"],
  ["0.705", "70.5"],
  ["0.000001", "0.0001"],
  ["1", "100"],
])("a share of %s is shown as %s percent and saved unchanged", (share, percent) => {
  expect(writePercent(share, ENGLISH)).toBe(percent);
  expect(parsePercent(percent, ENGLISH)).toBe(share);
});

test("percentages are written with the locale's decimal separator; a decimal comma is read in every locale", () => {
  expect(writePercent("0.705", GERMAN)).toBe("70,5");
  expect(parsePercent(" 70,50 % ", GERMAN)).toBe("0.705");
  expect(parsePercent("70,5", ENGLISH)).toBe("0.705");
});

test.each(["", "x", "-1", "100.1", "101", "1e1", "0.12345", "1,000", "1,234"])(
  "%j is not a valid percentage",
  (text) => {
    expect(parsePercent(text, ENGLISH)).toBeUndefined();
  },
);
