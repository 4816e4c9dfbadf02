/** Writes queries of facts as statements for DuckDB. */

import { ABSENT, SEPARATOR } from "../answers/answer.ts";
import type { Parameter } from "../facts/eventStore.ts";
import { type FactsQuery, listCounters } from "../facts/factsQuery.ts";
import {
  type Dialect,
  nameColumns,
  writeBounds,
  writeConditions,
  writeGroupBy,
  writeGroups,
  writeLimit,
  writeMetric,
  writeOrders,
} from "../facts/factsSql.ts";
import { quoteText } from "../facts/quoteText.ts";

interface Statement {
  sql: string;
  parameters: Parameter[];
}

/** Source of facts for a statement. */
export interface FactSource {
  /** Table expression. */
  from: string;
  /** Expression of a fact's day in UTC. */
  day: string;
}

export const FACTS: FactSource = { from: "facts", day: "CAST(time AS DATE)" };

/**
 * Writes one statement, so that count, page and totals come from the same snapshot. Each row contains the number of
 * groups, the totals if requested, the groups, the metrics, and the order values. An empty page is one row with count
 * and totals, followed by NULLs.
 */
export function writeDuckDB(query: FactsQuery, { from, day } = FACTS): Statement {
  const bounds = writeBounds(query, (counter) => counter);
  // Without groups and bounds there is always one record.
  if (query.count && query.groups.length === 0 && !bounds)
    return { sql: "SELECT 1 AS records", parameters: [] };
  const parameters: Parameter[] = [];
  const dialect = createDialect((value) => `$${parameters.push(value)}`, day);
  const span = [query.from, query.until].map((time, at) => `time ${at ? "<" : ">="} ${dialect.moment(time)}`);
  const where = [...span, ...writeConditions(query, dialect)].join(" AND ");
  const keys = writeGroups(query.groups, dialect);
  if (query.count && !bounds) {
    const groups = `SELECT DISTINCT ${keys.join(", ")} FROM ${from} WHERE ${where}`;
    return { sql: `SELECT count(*) AS records FROM (${groups})`, parameters };
  }
  const groups = keys.map((_, at) => `g${at}`);
  const sums = listCounters(query).map((counter) => `coalesce(sum(${counter}), 0) AS ${counter}`);
  const groupBy = writeGroupBy(query.groups, (at) => String(at + 1));
  const all = `SELECT ${[...keys, ...sums].join(", ")} FROM ${from} WHERE ${where} ${groupBy}`;
  const grouped = bounds ? `SELECT * FROM (${all}) WHERE ${bounds}` : all;
  if (query.count) return { sql: `SELECT count(*) AS records FROM (${grouped})`, parameters };
  const metrics = query.metrics.map((metric) => writeMetric(metric, (counter) => counter));
  const { values, sorted } = writeOrders(query, (counter) => counter);
  const totals = query.totals ? nameColumns("t", metrics) : [];
  const sql = `WITH grouped AS MATERIALIZED (
  ${grouped}
), total AS (
  SELECT ${["records", ...totals].join(", ")}
  FROM (SELECT ${["count(*) AS records", ...(query.totals ? sums : [])].join(", ")} FROM grouped)
), page AS (
  SELECT ${[...groups, ...nameColumns("m", metrics), ...nameColumns("o", values)].join(", ")}
  FROM grouped ${sorted} ${writeLimit(query)}
)
SELECT * FROM total LEFT JOIN page ON true ${sorted}`;
  return { sql, parameters };
}

/**
 * Writes a statement that returns the same rows as lines of text: one column of count and totals, one of groups and
 * metrics. Reading a separate value per cell takes several times as long.
 */
export function writeLines(query: FactsQuery, source?: FactSource): Statement {
  const { sql, parameters } = writeDuckDB(query, source);
  const list = (prefix: string, columns: readonly unknown[]) => columns.map((_, at) => `${prefix}${at}`);
  const { groups, metrics, totals, count } = query;
  const summary = ["records", ...(totals && !count ? list("t", metrics) : [])];
  const record = count ? [] : [...list("g", groups), ...list("m", metrics)];
  return { sql: `SELECT ${writeLine(summary)}, ${writeLine(record)} FROM (${sql})`, parameters };
}

/** Writes an expression that joins columns as `joinCells` joins cells. */
export function writeLine(columns: readonly string[]): string {
  const cells = columns.map((column) => `coalesce(CAST(${column} AS VARCHAR), ${quoteText(ABSENT)})`);
  return `concat_ws(${quoteText(SEPARATOR)}, ${["NULL", ...cells].join(", ")})`;
}

/** The day after 9999-12-31 has no timestamp literal. */
export function writeMoment(time: number): string {
  return `epoch_ms(${Math.floor(time / 1000) * 1000})`;
}

export function createDialect(bind: (value: Parameter) => string, utcDay = FACTS.day): Dialect {
  return {
    moment: writeMoment,
    day: (minutes) => (minutes === "0" ? utcDay : `CAST(time + to_minutes(${minutes}) AS DATE)`),
    stretch: (minutes, length) => `(epoch_ms(time) // 60000 + ${minutes}) // ${length} % ${1440 / length}`,
    // For months, `date_trunc` takes three times as long.
    truncate: (unit, day) =>
      unit === "month"
        ? `${day} - CAST(day(${day}) - 1 AS INTEGER)`
        : `CAST(date_trunc('${unit}', ${day}) AS DATE)`,
    year: (day) => `year(${day})`,
    within: (value, values) => `${value} IN (${values.map(bind).join(", ")})`,
    bindDay: (day) => `CAST(${bind(day)} AS DATE)`,
  };
}
