import { expect, test } from "vitest";
import { COLUMN_TYPES, readHeader } from "../../../src/service/journal/columns.ts";
import { EVENTS_HEADER } from "../../../src/service/journal/lines.ts";

const LEAST = "time_s,key_epoch,key_number,key_kind";

test("a header of known columns is read in the order of its columns", () => {
  expect(readHeader(EVENTS_HEADER)).toEqual(EVENTS_HEADER.split(","));
  expect(readHeader(LEAST)).toEqual(LEAST.split(","));
});

test("a header with an unknown column is refused", () => {
  for (const name of ["colour", "constructor", ""]) expect(readHeader(`${LEAST},${name}`)).toBe(undefined);
});

test.each(LEAST.split(","))("a header without the column %s is refused", (column) => {
  const others = LEAST.split(",").filter((name) => name !== column);
  expect(readHeader([...others, "zone_id"].join(","))).toBe(undefined);
});

test("the columns time_s and times have integer types in the database", () => {
  expect([COLUMN_TYPES.time_s, COLUMN_TYPES.times]).toEqual(["BIGINT", "INTEGER"]);
});
