/** Records as comma-separated values that a spreadsheet opens without running anything in them. */

export type CsvValue = string | number | boolean | null | undefined;

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
 * Writes records by RFC 4180: CRLF, and quotes where they are needed. Numbers stay plain numbers, negative ones too.
 * Text that a spreadsheet would take for a formula (`=`, `+`, `-`, `@` or a control character in front) gets an
 * apostrophe before it.
 */
export function toCsv<T extends object>(records: Iterable<T>, options: CsvOptions<T> = {}): string {
  const rows = [...records];
  const columns = options.columns ?? columnsOf(rows);
  const lines = rows.map((row) => columns.map((column) => cell(column.value(row))));
  if (options.header !== false) lines.unshift(columns.map(({ header }) => cell(header)));
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}

/** Whitespace before the sign does not keep every spreadsheet from reading a formula. */
const FORMULA = /^(?:[\s\u{feff}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = String(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function columnsOf(records: readonly object[]): CsvColumn<object>[] {
  const paths = new Map<string, string[]>();
  for (const record of records) {
    for (const path of pathsOf(record)) paths.set(path.join("\0"), path);
  }
  const groups = [...paths.values()].filter(([first]) => first === "group_by");
  const metrics = [...paths.values()].filter(([first]) => first !== "group_by");
  return [...groups, ...metrics].map((path) => ({ header: headerOf(path), value: (row) => at(row, path) }));
}

function pathsOf(value: object, path: string[] = []): string[][] {
  return Object.entries(value).flatMap(([key, child]) => {
    const here = [...path, key];
    return typeof child === "object" && child !== null ? pathsOf(child, here) : [here];
  });
}

/** `group_by.zone_id.name` is `zone_id.name`; `group_by.date.date` is `date`. */
function headerOf(path: readonly string[]): string {
  const names = path[0] === "group_by" ? path.slice(1) : path;
  return names.filter((name, index) => name !== names[index - 1]).join(".");
}

function at(record: object, path: readonly string[]): CsvValue {
  let value: unknown = record;
  for (const key of path) value = (value as Record<string, unknown> | undefined)?.[key];
  return value as CsvValue;
}
