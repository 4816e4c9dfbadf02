import { expect, test } from "vitest";
import { COLUMN_TYPES, readHeader } from "../../../src/service/store/columns.ts";
import { EVENTS_HEADER } from "../../../src/service/store/lines.ts";

const LEAST = "time_s,key_epoch,key_number,key_kind";

test("the header of files of events names columns that are known, and is read as it stands", () => {
  expect(readHeader(EVENTS_HEADER)).toEqual(EVENTS_HEADER.split(","));
  expect(readHeader(LEAST)).toEqual(LEAST.split(","));
});

test("the columns of format 1 are read by the names that they have now", () => {
  expect(readHeader("time_s,claim_series,claim_number,claim_kind,times")).toEqual([
    ...LEAST.split(","),
    "times",
  ]);
});

test("a column that is not known makes a header that of no file of events", () => {
  for (const name of ["colour", "constructor", ""]) expect(readHeader(`${LEAST},${name}`)).toBe(undefined);
});

test.each(LEAST.split(","))("a header without %s is that of no file of events", (column) => {
  const others = LEAST.split(",").filter((name) => name !== column);
  expect(readHeader([...others, "zone_id"].join(","))).toBe(undefined);
});

test("seconds and how many events a line stands for are numbers of the database", () => {
  expect([COLUMN_TYPES.time_s, COLUMN_TYPES.times]).toEqual(["BIGINT", "INTEGER"]);
});
