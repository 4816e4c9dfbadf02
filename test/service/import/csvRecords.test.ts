import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { CsvRecords } from "../../../src/service/import/csvRecords.ts";
import { parseLine } from "../../../src/service/import/line.ts";

function read(text: string): unknown[] {
  const reader = new CsvRecords();
  return [...reader.read(text.split("\n")), ...reader.end()].map(({ line, values, problem = "" }) => [
    line,
    values ? Object.values(values) : problem.replace(/ cells, .*/, " cells"),
  ]);
}

/** Reads the text with csv-parse. */
function readByLibrary(text: string, columns: number): unknown[] {
  const records: unknown[] = [];
  parse(text, {
    columns: true,
    trim: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_record(values: object, { lines }) {
      records.push([lines, Object.values(values)]);
      return null;
    },
    on_skip(error) {
      records.push([error?.lines, `Expected ${columns} cells`]);
      return undefined;
    },
  });
  return records;
}

const blanks = fc.constantFrom("", "", " ", "\t", "  ");
const texts = fc.string({
  unit: fc.constantFrom("a", "1", " ", ",", '"', "\n", "é", "🦊", "#", "\\", "'", ";"),
  maxLength: 8,
});
const cells = fc.oneof(
  // The first character neither opens nor ends a cell, so later quotes are ordinary characters.
  texts.map((text) => `x${text.replace(/[,\n]/g, "")}`),
  fc.constant(""),
  texts.map((text) => `"${text.replaceAll('"', '""')}"`),
);
const paddedCells = fc.tuple(blanks, cells, blanks).map((parts) => parts.join(""));
const lines = fc.array(paddedCells, { minLength: 1, maxLength: 4 }).map((some) => some.join(","));

test("random CSV gives the same cells on the same lines as csv-parse", () => {
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 8 }), (some) => {
      const text = `a,b,c\n${some.join("\n")}`;
      expect(read(text)).toEqual(readByLibrary(text, 3));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['x,"a"b,y', ["x", '"a"b', "y"]],
  ['x,"a" b,y', ["x", '"a" b', "y"]],
  ['x,"" "",y', ["x", '"" ""', "y"]],
])("a cell with text after its closing quote keeps its quotes: %s", (line, cells) => {
  expect(read(`a,b,c\n${line}\n1,2,3`)).toEqual([
    [2, cells],
    [3, ["1", "2", "3"]],
  ]);
});

test("a quoted cell keeps spaces and line breaks, and the record's line number is that of its last line", () => {
  expect(read('a,b\n" 1 ","2\r\n\r\n3"\r\n4,5\r')).toEqual([
    [4, [" 1 ", "2\r\n\r\n3"]],
    [5, ["4", "5"]],
  ]);
});

test.each(['","', '"","'])("searching for quotes takes linear time in a record of 2000 lines %s", (line) => {
  const search = vi.spyOn(String.prototype, "indexOf");
  const count = 2000;
  read(`a,b\n"${`${line}\n`.repeat(count)}`);
  expect(search.mock.calls.length).toBeLessThan(10 * count);
  search.mockRestore();
});

test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
  "the column %s is a column like any other",
  (name) => {
    const [record] = [...new CsvRecords().read([`time,${name}`, "2026-11-20,1"])];
    const values = record && "values" in record ? record.values : {};
    expect(Object.entries(values)).toEqual([
      ["time", "2026-11-20"],
      [name, "1"],
    ]);
    const read = parseLine(values, undefined);
    expect("problems" in read && read.problems).toContain(`${name}: This column is not known.`);
  },
);
