import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toCsv } from "../../src/statistics/csv.ts";

test("toCsv writes a column for each field, groups first", () => {
  const records = [
    { impressions: 5, group_by: { date: { date: "2026-11-01" }, zone_id: { id: 3, name: "Top" } } },
    { impressions: 7, rtb: { wins: 2 }, group_by: { date: { date: "2026-11-02" } } },
  ];
  expect(toCsv(records)).toBe(
    "date,zone_id.id,zone_id.name,impressions,rtb.wins\r\n2026-11-01,3,Top,5,\r\n2026-11-02,,,7,2\r\n",
  );
});

test("toCsv writes numbers without quotes, including negative numbers", () => {
  expect(toCsv([{ a: -5, b: -0.25, c: 1e21, d: Number.NaN, e: true, f: null }])).toBe(
    "a,b,c,d,e,f\r\n-5,-0.25,1e+21,,true,\r\n",
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1", "\u{feff}=1"])(
  "text that a spreadsheet would evaluate is prefixed with an apostrophe: %j",
  (text) => {
    const [line] = parse(toCsv([{ a: text }], { header: false }), { relax_column_count: true }) as string[][];
    expect(line).toEqual([`'${text}`]);
  },
);

test.each(["\tplain", "\nplain"])(
  "text that begins with a tab or a line break is prefixed with an apostrophe: %j",
  (text) => {
    const [line] = parse(toCsv([{ a: text }], { header: false })) as string[][];
    expect(line).toEqual([`'${text}`]);
  },
);

test("toCsv escapes formulas in column names", () => {
  expect(toCsv([{}], { columns: [{ header: "=cmd()", value: () => 1 }] })).toBe('"\'=cmd()"\r\n1\r\n');
});

test("toCsv omits the header for pages after the first", () => {
  expect(toCsv([{ a: 1 }], { header: false })).toBe("1\r\n");
});

test("any text written by toCsv is read back by RFC 4180, and no cell begins like a formula", () => {
  const rows = fc.array(fc.array(fc.string({ unit: "binary" }), { minLength: 3, maxLength: 3 }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(rows, (table) => {
      const columns = [0, 1, 2].map((at) => ({
        header: `c${at}`,
        value: (row: string[]) => row[at],
      }));
      const read = parse(toCsv(table, { columns, header: false })) as string[][];
      expect(read.map((row) => row.map((cell) => cell.replace(/^'/, "")))).toEqual(
        table.map((row) => row.map((cell) => cell.replace(/^'/, ""))),
      );
      for (const cell of read.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});

test("with a decimal comma, cells are separated by semicolons, and negative numbers stay numbers", () => {
  interface Row {
    name: string;
    revenue: number;
  }
  const columns = [
    { header: "Zone", value: ({ name }: Row) => name },
    { header: "Revenue (EUR)", value: ({ revenue }: Row) => revenue },
  ];
  const rows: Row[] = [
    { name: "Top; left", revenue: 1234.5 },
    { name: "a,b", revenue: -0.25 },
  ];
  expect(toCsv(rows, { columns, decimalComma: true })).toBe(
    'Zone;Revenue (EUR)\r\n"Top; left";1234,5\r\n"a,b";-0,25\r\n',
  );
});
