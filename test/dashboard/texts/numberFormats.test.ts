import { expect, test } from "vitest";
import { createNumberFormats } from "../../../src/dashboard/texts/numberFormats.ts";

const EN = createNumberFormats("en-US", "EUR");
const DE = createNumberFormats("de-DE", "EUR");
/** Replaces no-break spaces with plain spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test.each([
  [1234.5, "money", "€1,234.50", "1.234,50 €"],
  [0.0025, "money", "€0.0025", "0,0025 €"],
  [0, "money", "€0.00", "0,00 €"],
  [53.177, "percent", "53.18%", "53,18 %"],
  [1234567, "count", "1,234,567", "1.234.567"],
  [12.6, "milliseconds", "13 ms", "13 ms"],
  [undefined, "percent", "–", "–"],
] as const)("%s of the unit %s is %s in English and %s in German", (value, unit, english, german) => {
  expect(plain(EN.formatValue(value, unit))).toBe(english);
  expect(plain(DE.formatValue(value, unit))).toBe(german);
});

test.each([
  [0.1, "EUR", "€0.10", "0,10 €"],
  [0.0949, "EUR", "€0.095", "0,095 €"],
  [0.0996, "EUR", "€0.10", "0,10 €"],
  [0.999, "EUR", "€1.00", "1,00 €"],
  [0.3, "JPY", "¥0.3", "0,3 ¥"],
  [0.0996, "KWD", "KWD 0.100", "0,100 KWD"],
  [-0.0025, "EUR", "-€0.0025", "-0,0025 €"],
  [1234.5, "USD", "$1,234.50", "1.234,50 $"],
  [1234.5, "JPY", "¥1,235", "1.235 ¥"],
  [0.05, "JPY", "¥0.05", "0,05 ¥"],
  [1.5, "KWD", "KWD 1.500", "1,500 KWD"],
  // ISO 4217 code for "no currency", used for networks whose members use several currencies.
  [1.5, "XXX", "¤1.50", "1,50 XXX"],
] as const)("the amount %s of %s is %s in English and %s in German", (value, currency, english, german) => {
  const write = (tag: string) => plain(createNumberFormats(tag, currency).formatValue(value, "money"));
  expect([write("en-US"), write("de-DE")]).toEqual([english, german]);
});

test.each([
  [(100 * 5) / 500_095, "0.0010%", "0,0010 %"],
  [0.00000123, "0.0000012%", "0,0000012 %"],
  [0.05, "0.050%", "0,050 %"],
  [0.0996, "0.10%", "0,10 %"],
  [0.1234, "0.12%", "0,12 %"],
  [-0.0123, "-0.012%", "-0,012 %"],
  [0, "0.00%", "0,00 %"],
])("a ratio of %s percent has two decimals or two significant digits", (value, english, german) => {
  for (const format of ["formatValue", "formatFigure"] as const)
    expect([EN[format](value, "percent"), plain(DE[format](value, "percent"))]).toEqual([english, german]);
});

test.each([
  [{ direction: "up", percent: 999 }, "999.0%", "999,0 %"],
  [{ direction: "up", percent: 1100, factor: 12 }, "× 12", "× 12"],
  [{ direction: "up", percent: 1_126_811.2, factor: 11_269.112 }, "× 11,269", "× 11.269"],
] as const)("the change %o is %s in English and %s in German", (change, english, german) => {
  expect([EN.formatChange(change), plain(DE.formatChange(change))]).toEqual([english, german]);
});

test("small counts do not get decimals", () => {
  expect(EN.formatValue(0.05, "count")).toBe("0");
  expect(EN.formatValue(0.05, "milliseconds")).toBe("0 ms");
});

test("an invalid figure is shown as a dash", () => {
  for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY])
    expect(EN.formatValue(value, "money")).toBe("–");
  expect(EN.formatFigure(undefined, "count")).toBe("–");
});

test.each([
  [3_012_345_678, "count", "3.01B", "3,01 Mrd."],
  [999_999_999, "count", "999,999,999", "999.999.999"],
  [1_000_000_000, "count", "1B", "1 Mrd."],
  [-3_012_345_678, "count", "-3.01B", "-3,01 Mrd."],
  [3_012_345_678, "money", "€3.01B", "3,01 Mrd. €"],
  [999_999_999, "money", "€999,999,999", "999.999.999 €"],
  [999_999, "money", "€999,999.00", "999.999,00 €"],
  [1_000_000.5, "money", "€1,000,001", "1.000.001 €"],
  [2_000_000_000, "percent", "2,000,000,000.00%", "2.000.000.000,00 %"],
] as const)(
  "in a headline %s of the unit %s is %s in English and %s in German",
  (value, unit, english, german) => {
    expect(plain(EN.formatFigure(value, unit))).toBe(english);
    expect(plain(DE.formatFigure(value, unit))).toBe(german);
  },
);

test.each([
  ["CHF", 9_999.5, "CHF 9,999.50", "9.999,50 CHF"],
  ["CHF", 931_363.05, "CHF 931,363", "931.363 CHF"],
  ["KWD", -1_234.567, "-KWD 1,235", "-1.235 KWD"],
])(
  "a headline with a currency code has no decimals if they would make it too long: %s %s",
  (currency, value, english, german) => {
    const write = (tag: string) => plain(createNumberFormats(tag, currency).formatFigure(value, "money"));
    expect([write("en-US"), write("de-DE")]).toEqual([english, german]);
  },
);

test("axis ticks keep up to three decimals", () => {
  expect(EN.formatTicks([0, 1250, 2500], "count")).toEqual(["0", "1.25K", "2.5K"]);
  expect(EN.formatTicks([0.025], "percent")).toEqual(["0.025%"]);
  expect(EN.formatTicks([0, 0.0005, 0.001], "percent")).toEqual(["0%", "0.0005%", "0.001%"]);
  expect(EN.formatTicks([1_234_567], "count")).toEqual(["1.235M"]);
});

test.each([
  ["EUR", [0, 2.5, 5], ["€0.00", "€2.50", "€5.00"], ["0,00 €", "2,50 €", "5,00 €"]],
  ["EUR", [0, 5, 10], ["€0", "€5", "€10"], ["0 €", "5 €", "10 €"]],
  ["EUR", [0, 500, 1000], ["€0", "€500", "€1,000"], ["0 €", "500 €", "1.000 €"]],
  ["EUR", [0.005, 0.01], ["€0.005", "€0.010"], ["0,005 €", "0,010 €"]],
  ["EUR", [0, 250_000], ["€0", "€250K"], ["0 €", "250.000 €"]],
  ["EUR", [0, 99_999], ["€0", "€99,999"], ["0 €", "99.999 €"]],
  ["EUR", [-100_000, 0], ["-€100K", "€0"], ["-100.000 €", "0 €"]],
  ["EUR", [0, 1_234_567], ["€0", "€1.23M"], ["0 €", "1,23 Mio. €"]],
  ["JPY", [0, 25, 50], ["¥0", "¥25", "¥50"], ["0 ¥", "25 ¥", "50 ¥"]],
  ["KWD", [0, 2.5], ["KWD 0.000", "KWD 2.500"], ["0,000 KWD", "2,500 KWD"]],
] as const)(
  "on an axis, amounts in %s are either all whole or all have decimals: %s",
  (currency, ticks, english, german) => {
    const write = (tag: string) => createNumberFormats(tag, currency).formatTicks(ticks, "money").map(plain);
    expect(write("en-US")).toEqual(english);
    expect(write("de-DE")).toEqual(german);
  },
);

test.each([
  ["EUR", true],
  ["KWD", true],
  ["JPY", false],
])("amounts in %s have decimals: %s", (currency, hasDecimals) => {
  expect(createNumberFormats("en", currency).hasDecimals).toBe(hasDecimals);
});
