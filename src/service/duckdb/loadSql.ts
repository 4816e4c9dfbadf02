/** Statements by which the database reads files of lines. */

import { COUNTERS, DIMENSIONS } from "../facts/factTable.ts";
import { quoteText } from "../facts/quoteText.ts";
import { COLUMN_TYPES } from "../journal/columns.ts";

/** From a file of facts into `facts`, line by line: the sum of several might not fit its column. */
export function loadFacts(path: string, names: readonly string[], importId?: number): string {
  const values = names.slice(1).map((name) => (name in COUNTERS ? `coalesce(${name}, 0)` : name));
  const rest = Object.keys(COUNTERS).filter((name) => !names.includes(name));
  const columns = ["time", "import_id", ...names.slice(1), ...rest];
  const select = ["make_timestamp(time_s * 1000000)", importId ?? "NULL", ...values, ...rest.map(() => "0")];
  return `INSERT INTO facts (${columns.join(", ")}) SELECT ${select.join(", ")} FROM ${readLines(path, names)}`;
}

const LOAD_FREQUENCY = `
  INSERT INTO frequency (viewer, campaign_id, time, expires)
  SELECT viewer, campaign_id, make_timestamp(time_s * 1000000),
    make_timestamp((time_s + frequency_s) * 1000000)
  FROM lines_with_new_key WHERE viewer IS NOT NULL`;

export interface LoadOptions {
  path: string;
  /** Columns of the file. */
  columns: readonly string[];
  /** A file that may be written and is to be removed. */
  temporary: string;
  /** Time at which the keys are counted: milliseconds of running time. */
  runningTime: number;
}

/** From a file of events into `facts`, `deduplication_keys` and `frequency`; an event whose key is known counts nothing. */
export function loadEvents({ path, columns, temporary, runningTime }: LoadOptions): string[] {
  const names = [...columns, "times"];
  const decided = names.includes("key_decided_s") ? "key_decided_s" : "time_s";
  const campaign = names.includes("campaign_id") ? "campaign_id" : "NULL";
  const facts = sumFacts(names);
  return [
    countLines(path, temporary, names),
    `CREATE OR REPLACE TEMP TABLE lines AS SELECT * FROM ${readLines(temporary, names)}`,
    `CREATE OR REPLACE TEMP TABLE lines_with_new_key AS
       SELECT DISTINCT ON (key_epoch, key_number, key_kind) * REPLACE (1 AS times) FROM lines
       WHERE key_kind IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM deduplication_keys
         WHERE epoch = key_epoch AND number = key_number AND kind = key_kind)`,
    `INSERT INTO facts (${facts.columns}) SELECT ${facts.select} FROM
       (SELECT * FROM lines WHERE key_kind IS NULL UNION ALL SELECT * FROM lines_with_new_key) GROUP BY ALL`,
    `INSERT INTO deduplication_keys (epoch, number, kind, counted_at, decided, campaign_id)
       SELECT key_epoch, key_number, key_kind, ${runningTime}, make_timestamp(${decided} * 1000000), ${campaign}
       FROM lines_with_new_key`,
    ...(names.includes("viewer") ? [LOAD_FREQUENCY] : []),
  ];
}

/** The table expression that reads a file of lines; its first line names the columns, so an older file stays readable. */
function readLines(path: string, names: readonly string[]): string {
  const columns = names.map((name) => `'${name}': '${COLUMN_TYPES[name] ?? "VARCHAR"}'`);
  const options = [
    `header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', comment = '#', nullstr = ''`,
    `columns = {${columns.join(", ")}}`,
  ];
  return `read_csv(${quoteText(path)}, ${options.join(", ")})`;
}

/**
 * The statement that writes each different line of a file once, with how often it occurs after it; `names` are the new
 * file's columns. To read the columns of a line costs ten times as much as to compare it, and events are much alike.
 */
function countLines(from: string, to: string, names: readonly string[]): string {
  // One column to the end of the line: what would separate columns is a character that no line has.
  const whole = `auto_detect = false, delim = '\x01', quote = '', escape = ''`;
  const lines = `read_csv(${quoteText(from)}, header = true, ${whole}, columns = {'line': 'VARCHAR'})`;
  const select = `SELECT line || ',' || count(*) AS "${names.join(",")}" FROM ${lines} WHERE line[1] <> '#' GROUP BY line`;
  return `COPY (${select}) TO ${quoteText(to)} (FORMAT csv, HEADER true, DELIMITER '\x01', QUOTE '', ESCAPE '')`;
}

/** SELECT list that turns lines into facts: one row a second for what differs in nothing but its counters. */
function sumFacts(names: readonly string[]): { columns: string; select: string } {
  const present = new Set(names);
  const dimensions = Object.keys(DIMENSIONS).filter((name) => present.has(name));
  const counters = Object.keys(COUNTERS);
  const sums = counters.map((name) =>
    present.has(name) ? `coalesce(sum(${name} * times), 0) AS ${name}` : `0 AS ${name}`,
  );
  return {
    columns: ["time", ...dimensions, ...counters].join(", "),
    select: ["make_timestamp(time_s * 1000000) AS time", ...dimensions, ...sums].join(", "),
  };
}
