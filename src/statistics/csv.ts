/** Records as comma-separated values that a spreadsheet opens without running anything in them. */

import { type CsvValue, formatCsvCell, formatCsvHeader } from "../protocol/csv.ts";

export type { CsvValue } from "../protocol/csv.ts";

export interface CsvColumn<T> {
  readonly header: string;
  value(record: T): CsvValue;
}

export interface CsvOptions<T> {
  /** Default: every field of the records, `group_by` first; nested names are joined by a dot. */
  readonly columns?: readonly CsvColumn<T>[];
  /** False leaves the line of headers out, for the pages after the first. Default: true. */
  readonly header?: boolean;
}

/**
 * Writes records by RFC 4180 (https://www.rfc-editor.org/rfc/rfc4180#section-2): CRLF, and quotes where they are needed.
 * Numbers stay plain numbers, negative ones too.
 * Text that a spreadsheet would take for a formula (`=`, `+`, `-`, `@` or a control character in front, or after a
 * semicolon) gets an apostrophe before it.
 */
export function toCsv<T extends object>(records: Iterable<T>, options: CsvOptions<T> = {}): string {
  const rows = [...records];
  const columns = options.columns ?? listColumns(rows);
  const lines = rows.map((row) => columns.map((column) => formatCsvCell(column.value(row))));
  if (options.header !== false) lines.unshift(columns.map(({ header }) => formatCsvCell(header)));
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}

function listColumns(records: readonly object[]): CsvColumn<object>[] {
  const paths = new Map<string, string[]>();
  for (const record of records) {
    for (const path of listPaths(record)) paths.set(path.join("\0"), path);
  }
  const groups = [...paths.values()].filter(([first]) => first === "group_by");
  const metrics = [...paths.values()].filter(([first]) => first !== "group_by");
  return [...groups, ...metrics].map((path) => ({
    header: formatCsvHeader(path),
    value: (row) => readPath(row, path),
  }));
}

function listPaths(value: object, path: string[] = []): string[][] {
  return Object.entries(value).flatMap(([key, child]) => {
    const here = [...path, key];
    return typeof child === "object" && child !== null ? listPaths(child, here) : [here];
  });
}

function readPath(record: object, path: readonly string[]): CsvValue {
  let value: unknown = record;
  for (const key of path) value = Reflect.get(Object(value), key);
  return value as CsvValue;
}
