import { expect, test } from "vitest";
import { createAmountFormat } from "../../../src/dashboard/texts/typedAmounts.ts";

test.each([
  ["en-US", "1,000", "1000"],
  ["en-US", "1,234,567.89", "1234567.89"],
  ["en-US", "1000", "1000"],
  ["en-US", "1.234", "1.234"],
  ["en-US", " 2.50 ", "2.50"],
  ["de", "1.000", "1000"],
  ["de", "1.234,5", "1234.5"],
  ["de", "1,234", "1.234"],
  ["de-CH", "1’000", "1000"],
  ["de-CH", "1'000.50", "1000.50"],
  ["de-AT", "1\u00a0000,5", "1000.5"],
  ["de-AT", "1 000", "1000"],
  ["fr", "1\u202f000,5", "1000.5"],
  ["fr", "1 000", "1000"],
  ["en-IN", "1,00,000", "100000"],
  ["en-IN", "12,34,567.5", "1234567.5"],
  ["es", "1.000", "1000"],
  ["en-u-nu-arab", "1,000.5", "1000.5"],
  ["en", "", ""],
  ["en", "  ", ""],
])("in %s, %j is read as %s", (tag, text, amount) => {
  expect(createAmountFormat(tag).read(text)).toBe(amount);
});

test.each([
  ["١٢٫٥", { typed: "١٢٫٥" }],
  ["١٢.٥", "12.5"],
  ["۱۲۳۴", "1234"],
  ["१,२३४.५", "1234.5"],
  ["２．５", { typed: "２．５" }],
  ["２５", "25"],
  ["𝟗𝟘", "90"],
])("digits of any script are read: %j", (text, amount) => {
  expect(createAmountFormat("en-US").read(text)).toEqual(amount);
});

test.each([
  ["en-US", "2,5", "2.5"],
  ["en-US", "2,50", "2.50"],
  ["en-US", "2,5000", "2.5000"],
  ["de", "2.5", "2.5"],
  ["de-CH", "2,50", "2.50"],
  ["en-US", ".5", "0.5"],
  ["de", ",500", "0.500"],
])("in %s, the foreign separator in %j is read as a decimal point", (tag, text, amount) => {
  expect(createAmountFormat(tag).read(text)).toBe(amount);
});

test.each([
  ["en-US", "1.234,5", "1234.5"],
  ["en-US", "1.250,00", "1250.00"],
  ["en-US", "1.234.567", "1234567"],
  ["en-US", "1 250.00", "1250.00"],
  ["en-US", "1\u202f250", "1250"],
  ["en-US", "1'000", "1000"],
  ["en-US", "1’234’567.8", "1234567.8"],
  ["de", "1,234.567", "1234.567"],
  ["de", "1 234 567,8", "1234567.8"],
  ["de-CH", "1.234,50", "1234.50"],
])("in %s, another language's thousands in %j have one meaning, %s", (tag, text, amount) => {
  expect(createAmountFormat(tag).read(text)).toBe(amount);
});

test.each([
  ["de-CH", "1,000", [expect.stringMatching(/^1['’]000$/), "1.000"]],
  ["de-AT", "1.234", ["1\u00a0234", "1,234"]],
  ["en-IN", "100,000", ["1,00,000", "100.000"]],
  ["en-US", "0,250", ["250", "0.250"]],
  ["en-US", "1234,567", ["1,234,567", "1,234.567"]],
])("in %s, the ambiguous amount %j is refused, and both readings are offered", (tag, text, readings) => {
  const amounts = createAmountFormat(tag);
  expect(amounts.read(text)).toEqual({ typed: text });
  expect(amounts.listReadings(text)).toEqual(readings);
});

test("a separator before the last three digits is refused in long numbers too", () => {
  expect(createAmountFormat("en-US").read("1234567,890")).toEqual({ typed: "1234567,890" });
});

test.each([
  ["en-US", "1,00"],
  ["en-US", "1,23,456"],
  ["en-US", "12,3456"],
])("in %s, the misplaced commas in %j are not ignored", (tag, text) => {
  expect(createAmountFormat(tag).read(text)).not.toBe(text.replaceAll(",", ""));
});

test.each([
  "x",
  "-1",
  "1e3",
  "1,2,3",
  "1.2.3",
  "1.234.5",
  "0 250",
  "1 25",
  "12 3456",
  "1.234 567",
  ".",
  "5.",
  "1234567890",
  "$5",
])("in English, %j is refused without suggested readings", (text) => {
  const amounts = createAmountFormat("en-US");
  expect(amounts.read(text)).toEqual({ typed: text });
  expect(amounts.listReadings(text)).toBeUndefined();
});

test.each([
  ["en-US", "1234.567891", "1,234.567891"],
  ["de", "1.234", "1,234"],
  ["de", "1234.50", "1.234,50"],
  ["de-AT", "1000", "1\u00a0000"],
  ["en-IN", "100000", "1,00,000"],
  ["en-US", "999999999.123456789", "999,999,999.123456789"],
  ["es", "1000", "1.000"],
])("in %s, the amount %s is written as %s and read back unchanged", (tag, amount, text) => {
  const amounts = createAmountFormat(tag);
  expect(amounts.write(amount)).toBe(text);
  expect(amounts.read(text)).toBe(amount);
});

test("a text that is not an amount is kept as typed", () => {
  expect(createAmountFormat("de").write({ typed: "ten" })).toBe("ten");
});

test.each([
  ["en-US", "USD", "$1,250.00", "1250.00"],
  ["en-US", "USD", "1,250.00 $", "1250.00"],
  ["en-US", "USD", "US$ 5", "5"],
  ["en-US", "USD", "usd 5", "5"],
  ["en-US", "AUD", "A$5", "5"],
  ["en-US", "AUD", "$5", "5"],
  ["en-US", "EUR", "€2,50", "2.50"],
  ["de", "EUR", "1.250,00\u00a0€", "1250.00"],
  ["de", "EUR", "EUR 1.250,00", "1250.00"],
  ["de", "USD", "12 $", "12"],
  ["en-US", "JPY", "¥1,250", "1250"],
  ["ja", "JPY", "￥1,250", "1250"],
  ["de-CH", "CHF", "CHF 1’000.50", "1000.50"],
])("in %s, the sign of the currency %s in %j is ignored", (tag, currency, text, amount) => {
  expect(createAmountFormat(tag, currency).read(text)).toBe(amount);
});

test.each([
  ["USD", "€5"],
  ["USD", "5 EUR"],
  ["AUD", "US$5"],
  ["USD", "$"],
  ["USD", "$$5"],
  ["USD", "-$5"],
  ["EUR", "$1,250"],
])("an amount in %s is refused with another sign, or without digits: %j", (currency, text) => {
  expect(createAmountFormat("en-US", currency).read(text)).toEqual({ typed: text });
});

test("both readings of an ambiguous amount are offered without its sign", () => {
  expect(createAmountFormat("de-CH", "EUR").listReadings("€ 1,000")).toEqual([
    expect.stringMatching(/^1['’]000$/),
    "1.000",
  ]);
});

test.each(["US$", "U1D", "€€€", "EU", ""])("a currency that is being typed, %j, has no sign", (currency) => {
  expect(createAmountFormat("en-US", currency).read("2.50")).toBe("2.50");
});
