/** Columns of the files from which the database loads events and facts. */

import { COUNTERS, DIMENSIONS } from "../facts/factTable.ts";
import { FREQUENCY_COLUMNS, KEY_COLUMNS } from "./lines.ts";

/** `time_s`: seconds since 1970. `times`: number of equal events in a line. */
export const COLUMN_TYPES: Record<string, string> = {
  time_s: "BIGINT",
  times: "INTEGER",
  ...DIMENSIONS,
  ...COUNTERS,
  ...KEY_COLUMNS,
  ...FREQUENCY_COLUMNS,
};

const REQUIRED = ["time_s", "key_epoch", "key_number", "key_kind"];

/** Reads the column names from the first line of an events file; undefined for any other line. */
export function readHeader(header: string): string[] | undefined {
  const columns = header.split(",");
  const isKnown = columns.every((name) => Object.hasOwn(COLUMN_TYPES, name));
  return isKnown && REQUIRED.every((name) => columns.includes(name)) ? columns : undefined;
}
