import { expect, test } from "vitest";
import { computeChange, createFigureFormats } from "../../src/protocol/figures.ts";
import type { Unit } from "../../src/protocol/statistics.ts";

const { formatValue, formatCount, formatChange } = createFigureFormats("en-GB", "EUR");

test.each<[number | undefined, Unit, string]>([
  [1234.5, "count", "1,235"],
  [1234.5, "money", "€1,234.50"],
  [0, "money", "€0.00"],
  [0.0123, "money", "€0.012"],
  [-0.0123, "money", "-€0.012"],
  [53.183, "percent", "53.18%"],
  [0.001, "percent", "0.0010%"],
  [12.6, "milliseconds", "13 ms"],
  [undefined, "count", "–"],
  [Number.NaN, "percent", "–"],
])("%s as %s is shown as %s", (value, unit, text) => {
  expect(formatValue(value, unit)).toBe(text);
});

test("a currency without decimals shows two digits of amounts below one", () => {
  const yen = createFigureFormats("en-GB", "JPY");
  expect(yen.moneyDecimals).toBe(0);
  expect([1234.5, 0.5].map((value) => yen.formatValue(value, "money"))).toEqual(
    ["JP¥1,235", "JP¥0.5"].map((text) => text.replace("JP", "")),
  );
});

test.each<[number | undefined, number | undefined, object | undefined, string]>([
  [150, 100, { direction: "up", percent: 50 }, "50.0%"],
  [50, 100, { direction: "down", percent: 50 }, "50.0%"],
  [100, 100, { direction: "same", percent: 0 }, "0.0%"],
  [1200, 1, { direction: "up", percent: 119_900, factor: 1200 }, "× 1,200"],
  [1, 0, undefined, ""],
  [undefined, 1, undefined, ""],
  [1, undefined, undefined, ""],
  [Number.POSITIVE_INFINITY, 1, undefined, ""],
])("from %s after %s, the change is %j", (value, before, change, text) => {
  const computed = computeChange(value, before);
  expect(computed).toEqual(change);
  expect(computed ? formatChange(computed) : "").toBe(text);
});

test("counts are whole", () => {
  expect(formatCount(1234.4)).toBe("1,234");
});
