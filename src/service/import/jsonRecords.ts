/** Records of newline-delimited JSON. */
import { COUNTERS } from "../facts/factTable.ts";
import { isObject } from "../values/object.ts";
import { type FileRecord, MAX_RECORD, type RecordReader } from "./fileRecord.ts";

export class JsonRecords implements RecordReader {
  #line = 0;

  *read(lines: readonly string[]): Generator<FileRecord> {
    for (const content of lines) {
      this.#line += 1;
      const record = parseRecord(content, this.#line);
      if (record) yield record;
    }
  }

  end(): FileRecord[] {
    return [];
  }
}

function parseRecord(content: string, line: number): FileRecord | undefined {
  if (content.length > MAX_RECORD)
    return { line, problem: `The line is longer than ${MAX_RECORD} characters.` };
  if (content.trim() === "") return undefined;
  try {
    const values: unknown = JSON.parse(content.replace(MONEY, '$1"$2"'));
    return isObject(values) ? { line, values } : { line, problem: "Expected an object." };
  } catch {
    return { line, problem: "This is not JSON." };
  }
}

/**
 * Reads money from JSON numbers: the digits are quoted before JSON is parsed, because binary fractions are inexact.
 * Quotes within JSON strings are escaped, so a quoted name before a colon is a field name.
 */
const MONEY_NAMES = Object.entries(COUNTERS).filter(([, type]) => type !== "BIGINT");
const MONEY = new RegExp(
  `((?<!\\\\)"(?:${MONEY_NAMES.map(([name]) => name).join("|")})"\\s*:\\s*)(-?\\d[\\d.eE+-]*)`,
  "g",
);
