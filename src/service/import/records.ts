/** Reads the records of a newline-delimited JSON or CSV file. */
import type { Hash } from "node:crypto";
import { CsvRecords } from "./csvRecords.ts";
import { type FileRecord, MAX_RECORD } from "./fileRecord.ts";
import { readText } from "./fileText.ts";
import { JsonRecords } from "./jsonRecords.ts";

export type Format = "ndjson" | "csv";

/** Reads the format from the file name, ignoring `.gz`: CSV for `.csv`, otherwise newline-delimited JSON. */
export function findFormat(file: string): Format {
  return /\.csv(\.gz)?$/i.test(file) ? "csv" : "ndjson";
}

/**
 * Yields the records of some hundred lines at a time. Opens the file when the first are requested; rejects as
 * `readText` does, and when the first line of CSV does not name the `required` column.
 */
export async function* readRecords(
  file: string,
  format: Format,
  hash: Hash,
  required?: string,
): AsyncGenerator<Iterable<FileRecord>> {
  const reader = format === "csv" ? new CsvRecords(required) : new JsonRecords();
  let lineEnd: string | undefined;
  let rest = "";
  for await (const text of readText(file, hash)) {
    lineEnd ??= format === "csv" ? findLineEnd(text) : "\n";
    const lines = `${rest}${text}`.split(lineEnd);
    // Truncates an overlong line, but keeps enough of it to be reported as too long.
    rest = (lines.pop() ?? "").slice(0, MAX_RECORD + 1);
    yield reader.read(lines);
  }
  yield [...reader.read([rest]), ...reader.end()];
}

/** Detects the line end: some spreadsheets still write a single CR, as classic Mac OS did. */
function findLineEnd(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] === "\r" ? "\r" : "\n";
}
