/** Converts lines of the journal to rows of `events`. */

import { readHeader } from "../journal/columns.ts";
import type { JournalFile } from "../journal/journalFile.ts";
import { FREQUENCY_COLUMNS, KEY_COLUMNS } from "../journal/lines.ts";

const LAST = [...Object.keys(KEY_COLUMNS), ...Object.keys(FREQUENCY_COLUMNS)];
const HOUR_S = 3600;
/** All times must be earlier, because the columns store 32-bit seconds. */
const END_OF_TIME_S = 2 ** 32 - 1;
/** Kind of events without a key: decisions. */
const NO_KIND = 0;

/** A file name: number of the start that wrote the file, and number of the file. */
export interface FileName {
  epoch: number;
  file: number;
}

export function parseFileName(name: string): FileName | undefined {
  const [, epoch, file] = /^(\d{9})-(\d{9})\.csv$/.exec(name) ?? [];
  return epoch && file ? { epoch: Number(epoch), file: Number(file) } : undefined;
}

export interface Rows {
  columns: readonly string[];
  /** Comma-separated values; each line ends with a newline. */
  rows: string[];
  /** Hours of the decisions; seconds since 1970. */
  hours: Set<number>;
}

/**
 * Reads the rows of a journal file. The same file always gives the same rows and keys; events without a key are keyed
 * by their position in the file. Undefined when the columns are unknown.
 */
export function toRows({ header, writes }: JournalFile, { epoch, file }: FileName): Rows | undefined {
  const names = readHeader(header);
  if (names?.[0] !== "time_s" || LAST.some((name, at) => names.at(at - LAST.length) !== name))
    return undefined;
  const own = names.slice(1, -LAST.length);
  const columns = [...own, "time", "hour", "epoch", "number", "kind", "precedence", "times"];
  const rows: string[] = [];
  const hours = new Set<number>();
  const counted = new Map<string, number>();
  for (const lines of writes)
    for (const line of lines.toString("utf8").split("\n")) {
      if (line === "") continue;
      const { time, values, key } = splitLine(line);
      if (!key) {
        counted.set(line, (counted.get(line) ?? 0) + 1);
        continue;
      }
      const hour = Number(key.decided) - (Number(key.decided) % HOUR_S);
      hours.add(hour);
      const precedence = END_OF_TIME_S - Number(time);
      rows.push(`${values},${time},${hour},${key.epoch},${key.number},${key.kind},${precedence},1\n`);
    }
  let place = 0n;
  for (const [line, times] of counted) {
    const { time, values } = splitLine(line);
    const hour = Number(time) - (Number(time) % HOUR_S);
    hours.add(hour);
    const number = (BigInt(file) << 32n) + place++;
    rows.push(`${values},${time},${hour},${epoch},${number},${NO_KIND},0,${times}\n`);
  }
  return { columns, rows, hours };
}

/** Reads the hour of a row's decision; seconds since 1970. */
export function getHour(row: string): number {
  return Number(row.split(",").at(-6));
}

/** Splits a line; neither the first cell nor those of the key contain commas. */
function splitLine(line: string) {
  const first = line.indexOf(",");
  const last: string[] = [];
  let end = line.length;
  for (let count = 0; count < LAST.length; count++) {
    const comma = line.lastIndexOf(",", end - 1);
    last.unshift(line.slice(comma + 1, end));
    end = comma;
  }
  const [epoch, number, kind, decided] = last;
  return {
    time: line.slice(0, first),
    values: line.slice(first + 1, end),
    ...(kind && { key: { epoch, number, kind, decided } }),
  };
}
