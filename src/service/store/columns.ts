/** The columns of files of lines, by this version's names and by those of earlier ones. */
import { FREQUENCY_COLUMNS, KEY_COLUMNS } from "./lines.ts";
import { COUNTERS, DIMENSIONS } from "./schema.ts";

/** `time_s`: seconds since 1970. `times`: how many equal events a line stands for. */
export const COLUMN_TYPES: Record<string, string> = {
  ...{ time_s: "BIGINT", times: "INTEGER" },
  ...DIMENSIONS,
  ...COUNTERS,
  ...KEY_COLUMNS,
  ...FREQUENCY_COLUMNS,
};

/** Columns of format 1 by what they are called now. */
const RENAMED: Record<string, string> = {
  claim_series: "key_epoch",
  claim_number: "key_number",
  claim_kind: "key_kind",
};

const REQUIRED = ["time_s", "key_epoch", "key_number", "key_kind"];

/** The columns that a first line names, as they are called now; undefined when they are not those of events. */
export function readHeader(header: string): string[] | undefined {
  const columns = header.split(",").map((name) => RENAMED[name] ?? name);
  const isKnown = columns.every((name) => Object.hasOwn(COLUMN_TYPES, name));
  return isKnown && REQUIRED.every((name) => columns.includes(name)) ? columns : undefined;
}
