/** Lines of the journal as rows of `events`. */

import { readHeader } from "../columns.ts";
import type { JournalFile } from "../journalFile.ts";
import { FREQUENCY_COLUMNS, KEY_COLUMNS } from "../lines.ts";

const LAST = [...Object.keys(KEY_COLUMNS), ...Object.keys(FREQUENCY_COLUMNS)];
const HOUR_S = 3600;
/** Times are before it. */
const END_OF_TIME_S = 2 ** 32 - 1;
/** Kind of events that have no key: decisions. */
const NO_KIND = 0;

/** A file by its name: the number of the start that wrote it, and its own. */
export interface FileName {
  epoch: number;
  file: number;
}

export function readFileName(name: string): FileName | undefined {
  const [, epoch, file] = /^(\d{9})-(\d{9})\.csv$/.exec(name) ?? [];
  return epoch && file ? { epoch: Number(epoch), file: Number(file) } : undefined;
}

export interface Rows {
  columns: readonly string[];
  /** Comma-separated values, a line for each with its newline. */
  rows: string[];
  /** In which the decisions were made; seconds since 1970. */
  hours: Set<number>;
}

/**
 * The same file always gives the same rows under the same keys. Events without a key are counted, and their place in the
 * file is their key. Undefined when the file's columns are not known.
 */
export function readRows({ header, writes }: JournalFile, { epoch, file }: FileName): Rows | undefined {
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

/** When the decision of a row was made, to the hour; seconds since 1970. */
export function readHour(row: string): number {
  return Number(row.split(",").at(-6));
}

/** Neither the first cell nor those of the key have commas in them. */
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
