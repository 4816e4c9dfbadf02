/** Writes queries of facts as statements for ClickHouse. */

import { isOneOf } from "../../protocol/tables.ts";
import { type FactsQuery, type FactValue, listCounters, type Values } from "../facts/factsQuery.ts";
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
import type { Counter, Dimension } from "../facts/factTable.ts";
import { COUNTERS, EVENT_COUNTERS } from "../facts/factTable.ts";
import { isGoalKind } from "../facts/goals.ts";
import { KINDS } from "../journal/lines.ts";
import type { Parameters } from "./clickhouse.ts";

/** Location of the facts of a query; see `sources.ts`. */
export interface Sources {
  batches: readonly bigint[];
  /** Hours to read from events; seconds since 1970. */
  hours: readonly number[];
}

/**
 * Writes one statement. Each row contains the groups, the metrics, the order values, and the number 1. An empty line
 * and a row of totals follow.
 */
export function writeClickHouse(
  query: FactsQuery,
  sources: Sources,
): { sql: string; parameters: Parameters } {
  const bounds = writeBounds(query, (counter) => `s_${counter}`);
  // Without groups and bounds there is always one record.
  if (query.count && query.groups.length === 0 && !bounds)
    return { sql: "SELECT 1 FORMAT TabSeparatedRaw", parameters: {} };
  const parameters: Parameters = {};
  const dialect = createDialect((type, value) => {
    const name = `p${Object.keys(parameters).length}`;
    parameters[name] = value;
    return `{${name}: ${type}}`;
  });
  const span = [query.from, query.until].map((time, at) => `time ${at ? "<" : ">="} ${dialect.moment(time)}`);
  const where = [...span, ...writeConditions(query, dialect)].join(" AND ");
  const keys = writeGroups(query.groups, dialect);
  const groups = keys.map((_, at) => `g${at}`);
  const counters = listCounters(query);
  Object.assign(parameters, { batches: sources.batches, hours: sources.hours });
  const facts = writeFacts(listColumns(query), counters, where);
  const grouped = writeGroupBy(query.groups, (at) => `g${at}`);
  const sums = counters.map((counter) => `sum(${widen(counter)}) AS s_${counter}`);
  const having = bounds && `HAVING ${bounds}`;
  if (query.count && bounds) {
    const kept = `SELECT ${[...keys, ...sums].join(", ")} FROM (${facts}) ${grouped} ${having}`;
    return { sql: `SELECT count() FROM (${kept}) FORMAT TabSeparatedRaw`, parameters };
  }
  if (query.count) {
    const distinct = `SELECT DISTINCT ${keys.join(", ")} FROM (${facts})`;
    return { sql: `SELECT count() FROM (${distinct}) FORMAT TabSeparatedRaw`, parameters };
  }
  const writeSum = (counter: Counter) => `sum(s_${counter})`;
  const { values, sorted } = writeOrders(query, writeSum);
  const metrics = query.metrics.map((metric) => writeMetric(metric, writeSum));
  // Grouped twice, because only then do the totals include the number of groups.
  const sql = `SELECT ${[...groups, ...nameColumns("m", metrics), ...nameColumns("o", values), "count() AS records"].join(", ")}
FROM (SELECT ${[...keys, ...sums, "count() AS c"].join(", ")} FROM (${facts}) ${grouped} ${having})
GROUP BY ${groups.length > 0 ? groups.join(", ") : "tuple()"} WITH TOTALS
${sorted} ${writeLimit(query)} FORMAT TabSeparatedRaw`;
  return { sql, parameters };
}

/** Selects facts of batches, and events as facts. `FINAL` deduplicates rows before they are filtered. */
function writeFacts(dimensions: readonly Dimension[], counters: readonly Counter[], where: string): string {
  const select = (values: readonly string[]) => ["time", ...dimensions, ...values].join(", ");
  return `SELECT ${select(counters)} FROM facts WHERE batch IN {batches: Array(UInt64)} AND ${where}
UNION ALL
SELECT ${select(counters.map(writeEventCounter))} FROM events FINAL
WHERE hour IN (SELECT toDateTime(arrayJoin({hours: Array(UInt32)}), 'UTC')) AND ${where}`;
}

/** Limits a time to what the column type can hold; seconds since 1970. */
export function clampSeconds(seconds: number): number {
  return Math.min(Math.max(0, Math.floor(seconds)), 2 ** 32 - 1);
}

/** Writes the value of a counter for an event. The kind of the key counts a goal; imported counters are zero. */
export function writeEventCounter(counter: Counter): string {
  if (isGoalKind(counter)) return `toInt64((kind = ${KINDS[counter]}) * times) AS ${counter}`;
  const isSet = isOneOf(EVENT_COUNTERS, counter);
  const zero = COUNTERS[counter] === "BIGINT" ? "toInt64(0)" : "toDecimal64(0, 9)";
  return `${isSet ? `${counter} * times` : zero} AS ${counter}`;
}

/** Widens a counter for summing, because `sum` of 64-bit integers wraps around silently. */
export function widen(counter: Counter): string {
  return COUNTERS[counter] === "BIGINT" ? `toInt128(${counter})` : `toDecimal128(${counter}, 9)`;
}

function listColumns({ groups, conditions }: FactsQuery): Dimension[] {
  const values: FactValue[] = [...groups, ...conditions.map(({ value }) => value)];
  return [...new Set(values.flatMap((value) => ("column" in value ? [value.column] : [])))];
}

function createDialect(bind: (type: string, value: unknown) => string): Dialect {
  return {
    moment: (time) => `toDateTime(${clampSeconds(time / 1000)}, 'UTC')`,
    day: (minutes) => `toDate(time + 60 * (${minutes}), 'UTC')`,
    // `//` would start a comment.
    stretch: (minutes, length) =>
      `intDiv(intDiv(toUnixTimestamp(time), 60) + ${minutes}, ${length}) % ${1440 / length}`,
    truncate: (unit, day) => `${TRUNCATE[unit]}(${day})`,
    year: (day) => `toYear(${day})`,
    within: (value, values) => `${value} IN ${bind(`Array(${findType(values)})`, values)}`,
    bindDay: (day) => bind("Date", [FIRST_DAY, day, LAST_DAY].sort()[1]),
  };
}

/** Limits of the column type; facts are always within them. */
const FIRST_DAY = "1970-01-02";
const LAST_DAY = "2105-12-31";

const TRUNCATE = { week: "toMonday", month: "toStartOfMonth", quarter: "toStartOfQuarter" };

function findType(values: Values): string {
  return typeof values[0] === "string" ? "String" : "Int64";
}
