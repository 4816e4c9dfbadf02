/** Conversion of values to and from the embedded database. */
import { expect, test } from "vitest";
import type { Parameter } from "../../../src/service/facts/eventStore.ts";
import { useConnection } from "./support.ts";

const connection = await useConnection();

async function ask(expression: string, parameters: readonly Parameter[] = []): Promise<unknown> {
  const [row] = await connection.run(`SELECT ${expression} AS value`, parameters);
  return row?.value;
}

const TIME = new Date("2026-11-20T10:00:00.123Z");

test.each<[string, Parameter, string, unknown]>([
  ["a time", TIME, "$1 = TIMESTAMP '2026-11-20 10:00:00.123'", true],
  ["null", null, "$1 IS NULL", true],
  ["a number with a fraction", 0.5, "$1 = 0.5", true],
  ["a whole number past 32 bits", 5_000_000_000, "$1 = 5000000000", true],
  ["a number beyond the safe integers", 2 ** 60, "$1 = 1152921504606846976", true],
  ["a bigint", 2n ** 62n, "$1 = 4611686018427387904", true],
  ["a text", "Zürich", "$1 = 'Zürich'", true],
  ["a text of digits", "7", "typeof($1)", "VARCHAR"],
  ["a whole number", 7, "typeof($1)", "HUGEINT"],
  ["a boolean", true, "typeof($1)", "BOOLEAN"],
  ["a list of numbers, small and large", [1, 5_000_000_000], "list_contains($1, 5000000000)", true],
  ["a list of texts", ["a", "7"], "list_contains($1, '7')", true],
])("%s as a parameter has the expected value or type in SQL", async (_, parameter, expression, value) => {
  expect(await ask(expression, [parameter])).toEqual(value);
});

test.each<[string, string, unknown]>([
  ["a timestamp", "TIMESTAMP '2026-11-20 10:00:00.123456'", TIME],
  ["a timestamp with a time zone", "TIMESTAMPTZ '2026-11-20 12:00:00.123+02'", TIME],
  ["a day", "DATE '2026-11-20'", new Date("2026-11-20T00:00:00Z")],
  ["an amount", "2.5::DECIMAL(18, 9)", "2.500000000"],
  ["a sum", "(SELECT sum(i) FROM (VALUES (1::BIGINT), (2)) t(i))", 3n],
  ["a number of 64 bits", "7::BIGINT", 7n],
  ["a number of 32 bits", "7::INTEGER", 7],
  ["a fraction", "0.5::DOUBLE", 0.5],
  ["a text", "'x'", "x"],
  ["a boolean", "true", true],
  ["null", "NULL", null],
])("%s is returned in the documented type", async (_, expression, value) => {
  expect(await ask(expression)).toEqual(value);
});

test("bits are read as bytes after the padding byte", async () => {
  const bits = (await ask("(SELECT bitstring_agg(i, 0, 15) FROM (VALUES (0), (15)) t(i))")) as Uint8Array;
  expect(Array.from(bits)).toEqual([0, 0x80, 0x01]);
});
