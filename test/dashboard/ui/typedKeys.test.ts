import { expect, test } from "vitest";
import { isWhole, readKeys } from "../../../src/dashboard/ui/typedKeys.ts";

const COUNTRIES = [
  { key: "DEU", label: "Germany" },
  { key: "KOR", label: "Korea, Republic of" },
];

test.each([
  ["shoes", ["shoes"]],
  [" shoes , running,", ["shoes", "running"]],
  [" , ", []],
  ["", []],
])("without options the text %j is the keys %j", (text, keys) => {
  expect(readKeys(text, undefined)).toEqual(keys);
});

test.each([
  ["Germany", ["DEU"]],
  [" gERMANY ", ["DEU"]],
  ["Korea, Republic of", ["KOR"]],
  ["Germ", []],
  ["DEU", []],
  ["", []],
])("among options the text %j is the keys %j", (text, keys) => {
  expect(readKeys(text, COUNTRIES)).toEqual(keys);
});

test("names that are pasted line by line are each an option", () => {
  expect(readKeys("Germany\nFrance\nKorea, Republic of", COUNTRIES)).toEqual(["DEU", "KOR"]);
});

test("a text is added at a comma, the name of an option once it is whole", () => {
  expect(["shoes", "shoes,"].map((text) => isWhole(text, undefined))).toEqual([false, true]);
  expect(["Germ", "Korea,", "germany"].map((text) => isWhole(text, COUNTRIES))).toEqual([false, false, true]);
});
