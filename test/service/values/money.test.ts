import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMoney, parseDecimal, parseMoney } from "../../../src/service/values/money.ts";

test.each([
  ["0", 0n],
  ["2.50", 2_500_000_000n],
  ["0.000000001", 1n],
  ["999999999.999999999", 999_999_999_999_999_999n],
])("the amount %s is read exactly", (text, nano) => {
  expect(parseMoney(text)).toBe(nano);
  expect(parseDecimal(text)).toBe(nano);
});

test.each(["", "-1", "+1", "1.", ".5", "1e3", "1,5", " 1", "1 ", "x1", "1x", "1234567890", "0.1234567890"])(
  "%j is refused as an amount",
  (text) => {
    expect(parseMoney(text)).toBe(undefined);
  },
);

test.each([
  ["1.5e-7", 150n],
  ["1E2", 100_000_000_000n],
  ["1e+2", 100_000_000_000n],
  ["12.50e1", 125_000_000_000n],
  ["0.0000000010", 1n],
  ["1e-9", 1n],
  ["10e-10", 1n],
  ["1000000000e-1", 100_000_000_000_000_000n],
  ["-0", 0n],
  ["-0.00", 0n],
])("the decimal %s is read exactly", (text, nano) => {
  expect(parseDecimal(text)).toBe(nano);
});

test.each([
  "1e-10",
  "0.0000000001",
  "1e9",
  "1000000000",
  "-1",
  "-0.5",
  "5-0",
  "1e",
  "1e100",
  "e1",
  "1.e1",
  "x1",
  "1x",
  "",
])("%j is refused as a decimal below 10^9 with nine places", (text) => {
  expect(parseDecimal(text)).toBe(undefined);
});

test("amounts in billionths are written with nine decimal places and read back exactly", () => {
  expect([0n, 2_500_000n, -1n].map(formatMoney)).toEqual(["0.000000000", "0.002500000", "-0.000000001"]);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), (nano) => {
      expect(parseMoney(formatMoney(nano))).toBe(nano);
      expect(parseDecimal(formatMoney(nano))).toBe(nano);
    }),
  );
});
