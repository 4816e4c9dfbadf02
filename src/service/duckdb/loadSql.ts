/** SQL statements that load files of lines. */

import { listKeys } from "../../protocol/tables.ts";
import { COUNTERS, DIMENSIONS } from "../facts/factTable.ts";
import { isGoalKind } from "../facts/goals.ts";
import { quoteText } from "../facts/quoteText.ts";
import { COLUMN_TYPES } from "../journal/columns.ts";
import { KINDS } from "../journal/lines.ts";
import { noteDays } from "./dailySums.ts";

/**
 * Writes the statement that loads a file of facts into `facts`, line by line, because the sum of several lines might
 * not fit its column. The caller must record the days.
 */
export function loadFacts(path: string, names: readonly string[], importId?: number): string {
  const values = names.slice(1).map((name) => (name in COUNTERS ? `coalesce(${name}, 0)` : name));
  const rest = Object.keys(COUNTERS).filter((name) => !names.includes(name));
  const columns = ["time", "import_id", ...names.slice(1), ...rest];
  const select = ["make_timestamp(time_s * 1000000)", importId ?? "NULL", ...values, ...rest.map(() => "0")];
  return `INSERT INTO facts (${columns.join(", ")}) SELECT ${select.join(", ")} FROM ${selectLines(path, names)}`;
}

const LOAD_FREQUENCY = `
  INSERT INTO frequency (viewer, campaign_id, time, expires)
  SELECT viewer, campaign_id, make_timestamp(time_s * 1000000),
    make_timestamp((time_s + frequency_s) * 1000000)
  FROM lines_with_new_key WHERE viewer IS NOT NULL`;

interface LoadOptions {
  path: string;
  /** Columns of the file. */
  columns: readonly string[];
  /** Path of a temporary file for intermediate results; the caller removes it. */
  temporary: string;
  /** Running time at which the keys are counted, milliseconds. */
  runningTime: number;
}

/**
 * Writes the statements that load a file of events into `facts`, `deduplication_keys` and `frequency`. Events with a
 * known key are skipped.
 */
export function loadEvents({ path, columns, temporary, runningTime }: LoadOptions): string[] {
  const names = [...columns, "times"];
  const decided = names.includes("key_decided_s") ? "key_decided_s" : "time_s";
  const campaign = names.includes("campaign_id") ? "campaign_id" : "NULL";
  const facts = sumFacts(names);
  return [
    countLines(path, temporary, names),
    `CREATE OR REPLACE TEMP TABLE lines AS SELECT * FROM ${selectLines(temporary, names)}`,
    `CREATE OR REPLACE TEMP TABLE lines_with_new_key AS
       SELECT DISTINCT ON (key_epoch, key_number, key_kind) * REPLACE (1 AS times) FROM lines
       WHERE key_kind IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM deduplication_keys
         WHERE epoch = key_epoch AND number = key_number AND kind = key_kind)`,
    `INSERT INTO facts (${facts.columns}) SELECT ${facts.select} FROM
       (SELECT * FROM lines WHERE key_kind IS NULL UNION ALL SELECT * FROM lines_with_new_key) GROUP BY ALL`,
    noteDays("(SELECT make_timestamp(time_s * 1000000) AS time FROM lines)"),
    `INSERT INTO deduplication_keys (epoch, number, kind, counted_at, decided, campaign_id)
       SELECT key_epoch, key_number, key_kind, ${runningTime}, make_timestamp(${decided} * 1000000), ${campaign}
       FROM lines_with_new_key`,
    ...(names.includes("viewer") ? [LOAD_FREQUENCY] : []),
  ];
}

/**
 * Writes the table expression that reads a file of lines. The first line names the columns, so older files stay
 * readable.
 */
function selectLines(path: string, names: readonly string[]): string {
  const columns = names.map((name) => `'${name}': '${COLUMN_TYPES[name] ?? "VARCHAR"}'`);
  const options = [
    `header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', comment = '#', nullstr = ''`,
    `columns = {${columns.join(", ")}}`,
  ];
  return `read_csv(${quoteText(path)}, ${options.join(", ")})`;
}

/**
 * Writes the statement that reduces a file to its distinct lines, each followed by its number of occurrences; `names`:
 * columns of the new file. Parsing a line takes ten times as long as comparing it, and many events are equal.
 */
function countLines(from: string, to: string, names: readonly string[]): string {
  // One column up to the end of the line, by a separator that no line contains.
  const whole = `auto_detect = false, delim = '\x01', quote = '', escape = ''`;
  const lines = `read_csv(${quoteText(from)}, header = true, ${whole}, columns = {'line': 'VARCHAR'})`;
  const select = `SELECT line || ',' || count(*) AS "${names.join(",")}" FROM ${lines} WHERE line[1] <> '#' GROUP BY line`;
  return `COPY (${select}) TO ${quoteText(to)} (FORMAT csv, HEADER true, DELIMITER '\x01', QUOTE '', ESCAPE '')`;
}

/**
 * Writes the SELECT list that converts lines to facts: one row per second for lines that differ only in their counters.
 * A goal is counted by the kind of its key, so that events need no columns for goals.
 */
function sumFacts(names: readonly string[]): { columns: string; select: string } {
  const present = new Set(names);
  const dimensions = Object.keys(DIMENSIONS).filter((name) => present.has(name));
  const counters = listKeys(COUNTERS);
  const sums = counters.map((name) => {
    if (isGoalKind(name)) return `count(*) FILTER (key_kind = ${KINDS[name]}) AS ${name}`;
    return present.has(name) ? `coalesce(sum(${name} * times), 0) AS ${name}` : `0 AS ${name}`;
  });
  return {
    columns: ["time", ...dimensions, ...counters].join(", "),
    select: ["make_timestamp(time_s * 1000000) AS time", ...dimensions, ...sums].join(", "),
  };
}
