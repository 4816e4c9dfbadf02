import { expect, test } from "vitest";
import { formatCsvCell, formatCsvHeader } from "../../src/protocol/csv.ts";

test.each([
  [null, ""],
  [undefined, ""],
  [12.5, "12.5"],
  [-3, "-3"],
  [Number.NaN, ""],
  [Number.POSITIVE_INFINITY, ""],
  [true, "true"],
  ["Boots", "Boots"],
  ["Boots, red", '"Boots, red"'],
  ["7 inch; black", '"7 inch; black"'],
  ['a 7" screen', '"a 7"" screen"'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", `"'=1+1"`],
  ["  -1", `"'  -1"`],
  ["a;=1", `"a;'=1"`],
  ["＝1", `"'＝1"`],
  ["\ttab", `"'\ttab"`],
])("the cell of %j is %j", (value, cell) => {
  expect(formatCsvCell(value)).toBe(cell);
});

test("a decimal comma applies to numbers and not to text", () => {
  expect([1.25, "1.25", 7].map((value) => formatCsvCell(value, ","))).toEqual(["1,25", "1.25", "7"]);
});

test.each([
  [["impressions"], "impressions"],
  [["group_by", "zone_id", "name"], "zone_id.name"],
  [["group_by", "date", "date"], "date"],
])("the header of %j is %s", (path, header) => {
  expect(formatCsvHeader(path)).toBe(header);
});
