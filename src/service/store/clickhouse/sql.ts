/** Questions about the facts as statements of ClickHouse. */

import { isOneOf } from "../../../protocol/tables.ts";
import { type FactsQuery, type FactValue, listCounters, type Values } from "../factsQuery.ts";
import { type Dialect, writeConditions, writeLimit, writeMetric, writeValue } from "../factsSql.ts";
import type { Counter, Dimension } from "../schema.ts";
import { COUNTERS, EVENT_COUNTERS } from "../schema.ts";
import type { Parameters } from "./clickhouse.ts";

/** Where the facts of a question are at this moment; see `sources.ts`. */
export interface Sources {
  /** Batches of facts. */
  batches: readonly bigint[];
  /** Hours whose events are not in one of these; seconds since 1970. */
  hours: readonly number[];
}

export interface Statement {
  sql: string;
  parameters: Parameters;
}

/**
 * One statement. Each row has the groups, the metrics, what the page is ordered by, and the number of groups that it is
 * about: 1. After the rows come an empty line and a row for all groups together.
 */
export function writeClickHouse(query: FactsQuery, sources: Sources): Statement {
  const parameters: Parameters = {};
  const dialect = createDialect((type, value) => {
    const name = `p${Object.keys(parameters).length}`;
    parameters[name] = value;
    return `{${name}: ${type}}`;
  });
  const span = [query.from, query.until].map((time, at) => `time ${at ? "<" : ">="} ${dialect.moment(time)}`);
  const where = [...span, ...writeConditions(query, dialect)].join(" AND ");
  const keys = query.groups.map((group, at) => `${writeValue(group, dialect)} AS g${at}`);
  const groups = keys.map((_, at) => `g${at}`);
  const counters = query.count ? [] : listCounters(query);
  Object.assign(parameters, { batches: sources.batches, hours: sources.hours });
  const facts = writeFacts(listColumns(query), counters, where);
  const grouped = groups.length > 0 ? `GROUP BY ${groups.join(", ")}` : "";
  if (query.count) return { sql: countGroups(keys, facts), parameters };
  const sums = counters.map((counter) => `sum(${widen(counter)}) AS s_${counter}`);
  const writeSum = (counter: Counter) => `sum(s_${counter})`;
  const orders = query.orders.map(({ by }) =>
    typeof by === "number" ? groups[by] : writeMetric(by, writeSum),
  );
  const sorted = [
    ...query.orders.map(({ direction }, at) => `o${at} ${direction} NULLS LAST`),
    ...groups.map((group) => `${group} ASC NULLS LAST`),
  ].join(", ");
  const name = (prefix: string) => (sql: string | undefined, at: number) => `${sql} AS ${prefix}${at}`;
  const metrics = query.metrics.map((metric) => writeMetric(metric, writeSum));
  // Grouped twice, since only then the totals know the number of groups.
  const sql = `SELECT ${[...groups, ...metrics.map(name("m")), ...orders.map(name("o")), "count() AS records"].join(", ")}
FROM (SELECT ${[...keys, ...sums, "count() AS c"].join(", ")} FROM (${facts}) ${grouped})
GROUP BY ${groups.length > 0 ? groups.join(", ") : "tuple()"} WITH TOTALS
${sorted && `ORDER BY ${sorted}`} ${writeLimit(query)} FORMAT TabSeparatedRaw`;
  return { sql, parameters };
}

/** Without groups there is one record over everything. */
function countGroups(keys: readonly string[], facts: string): string {
  if (keys.length === 0) return "SELECT 1 FORMAT TabSeparatedRaw";
  return `SELECT count() FROM (SELECT DISTINCT ${keys.join(", ")} FROM (${facts})) FORMAT TabSeparatedRaw`;
}

/** Facts of batches, and events as facts. `FINAL` leaves one of the rows with the same key, before they are filtered. */
function writeFacts(dimensions: readonly Dimension[], counters: readonly Counter[], where: string): string {
  const select = (values: readonly string[]) => ["time", ...dimensions, ...values].join(", ");
  return `SELECT ${select(counters)} FROM facts WHERE batch IN {batches: Array(UInt64)} AND ${where}
UNION ALL
SELECT ${select(counters.map(writeEventCounter))} FROM events FINAL
WHERE hour IN (SELECT toDateTime(arrayJoin({hours: Array(UInt32)}), 'UTC')) AND ${where}`;
}

/** A moment that the type of times can hold; seconds since 1970. */
export function clampSeconds(seconds: number): number {
  return Math.min(Math.max(0, Math.floor(seconds)), 2 ** 32 - 1);
}

/** What an event adds to a counter; those that come by import alone are in no event. */
export function writeEventCounter(counter: Counter): string {
  const isSet = isOneOf(EVENT_COUNTERS, counter);
  const zero = COUNTERS[counter] === "BIGINT" ? "toInt64(0)" : "toDecimal64(0, 9)";
  return `${isSet ? `${counter} * times` : zero} AS ${counter}`;
}

/** A counter as it is summed: `sum` of 64-bit integers would wrap around in silence. */
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
    // `//` would begin a comment.
    hour: (minutes) => `intDiv(intDiv(toUnixTimestamp(time), 60) + ${minutes}, 60) % 24`,
    truncate: (unit, day) => `${TRUNCATE[unit]}(${day})`,
    year: (day) => `toYear(${day})`,
    within: (value, values) => `${value} IN ${bind(`Array(${findType(values)})`, values)}`,
    bindDay: (day) => bind("Date", day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day),
  };
}

/** Facts are of days in between, and so is what the type can hold. */
const FIRST_DAY = "1970-01-02";
const LAST_DAY = "2105-12-31";

const TRUNCATE = { week: "toMonday", month: "toStartOfMonth", quarter: "toStartOfQuarter" };

function findType(values: Values): string {
  return typeof values[0] === "string" ? "String" : "Int64";
}
