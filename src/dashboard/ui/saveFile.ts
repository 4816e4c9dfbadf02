/** Files that the browser saves. */
import { type CsvColumn, toCsv } from "../../statistics/statistics.ts";
import type { Locale } from "../texts/locale.ts";
import type { EntryColumn } from "./entryColumn.ts";

/** Spreadsheets recognize UTF-8 by the byte order mark: https://www.rfc-editor.org/rfc/rfc3629#section-6 */
export const BYTE_ORDER_MARK = "\u{feff}";
export const CSV_TYPE = "text/csv;charset=utf-8";

export function saveFile(parts: BlobPart[], type: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  link.download = name;
  link.click();
  // The browser keeps the data of a download that has started.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Saves a list in its order, with the columns that have values; of those with one heading, the first. */
export function saveCsv<R extends object>(
  name: string,
  columns: readonly EntryColumn<R>[],
  rows: readonly R[],
  { decimalComma }: Locale,
): void {
  const cells = new Map<string, CsvColumn<R>>();
  for (const { label, fileLabel: header = label, read: value } of columns)
    if (value && !cells.has(header)) cells.set(header, { header, value });
  saveFile(
    [BYTE_ORDER_MARK + toCsv(rows, { columns: [...cells.values()], decimalComma })],
    CSV_TYPE,
    `${name}.csv`,
  );
}
