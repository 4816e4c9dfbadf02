/** Formats records as CSV that is safe against formula injection in spreadsheets. */

import { type CsvValue, formatCsvCell, formatCsvHeader } from "../protocol/csv.ts";

export type { CsvValue } from "../protocol/csv.ts";

export interface CsvColumn<T> {
  readonly header: string;
  value(record: T): CsvValue;
}

export interface CsvOptions<T> {
  /** Default: every field of the records, `group_by` first; nested names are joined by a dot. */
  readonly columns?: readonly CsvColumn<T>[];
  /** Whether to write the header line; false for the pages after the first. Default: true. */
  readonly header?: boolean;
  /**
   * Whether to write for spreadsheets in languages with a decimal comma: semicolons between cells, commas in numbers.
   * Default: false.
   */
  readonly decimalComma?: boolean;
}

/**
 * Formats records by RFC 4180 (https://www.rfc-editor.org/rfc/rfc4180#section-2): CRLF, and quotes where needed.
 * Numbers stay plain numbers, negative ones too.
 * Text that a spreadsheet would run as a formula (`=`, `+`, `-`, `@` or a control character at its start or after a
 * semicolon) is prefixed with an apostrophe.
 */
export function toCsv<T extends object>(records: Iterable<T>, options: CsvOptions<T> = {}): string {
  const rows = [...records];
  const columns = options.columns ?? listColumns(rows);
  const [separator, decimal] = options.decimalComma ? ([";", ","] as const) : ([",", "."] as const);
  const lines = rows.map((row) => columns.map((column) => formatCsvCell(column.value(row), decimal)));
  if (options.header !== false) lines.unshift(columns.map(({ header }) => formatCsvCell(header)));
  return lines.map((line) => `${line.join(separator)}\r\n`).join("");
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
