/** Questions about the facts as statements of the embedded database. */
import { type FactsQuery, listCounters } from "./factsQuery.ts";
import { type Dialect, writeConditions, writeLimit, writeMetric, writeValue } from "./factsSql.ts";
import type { Parameter } from "./store.ts";

export interface Statement {
  sql: string;
  parameters: Parameter[];
}

/**
 * One statement, so that count, page and totals are of the same moment. Each row has the number of groups, the totals
 * when they are wanted, the groups, the metrics, and what the page is ordered by; a page without groups is one row in
 * which all these are NULL.
 */
export function writeDuckDB(query: FactsQuery): Statement {
  const parameters: Parameter[] = [];
  const dialect = createDialect((value) => `$${parameters.push(value)}`);
  const span = [query.from, query.until].map((time, at) => `time ${at ? "<" : ">="} ${dialect.moment(time)}`);
  const where = [...span, ...writeConditions(query, dialect)].join(" AND ");
  const keys = query.groups.map((group, at) => `${writeValue(group, dialect)} AS g${at}`);
  if (query.count) return { sql: countGroups(keys, where), parameters };
  const groups = keys.map((_, at) => `g${at}`);
  const sums = listCounters(query).map((counter) => `coalesce(sum(${counter}), 0) AS ${counter}`);
  const metrics = query.metrics.map((metric) => writeMetric(metric, (counter) => counter));
  const orders = query.orders.map(({ by }) =>
    typeof by === "number" ? groups[by] : writeMetric(by, (counter) => counter),
  );
  const sorted = [
    ...query.orders.map(({ direction }, at) => `o${at} ${direction} NULLS LAST`),
    ...groups.map((group) => `${group} ASC NULLS LAST`),
  ].join(", ");
  const orderBy = sorted && `ORDER BY ${sorted}`;
  const groupBy = groups.length > 0 ? `GROUP BY ${groups.map((_, at) => at + 1).join(", ")}` : "";
  const name = (prefix: string) => (sql: string | undefined, at: number) => `${sql} AS ${prefix}${at}`;
  const totals = query.totals ? metrics.map(name("t")) : [];
  const sql = `WITH grouped AS MATERIALIZED (
  SELECT ${[...keys, ...sums].join(", ")} FROM facts WHERE ${where} ${groupBy}
), total AS (
  SELECT ${["records", ...totals].join(", ")}
  FROM (SELECT ${["count(*) AS records", ...(query.totals ? sums : [])].join(", ")} FROM grouped)
), page AS (
  SELECT ${[...groups, ...metrics.map(name("m")), ...orders.map(name("o"))].join(", ")}
  FROM grouped ${orderBy} ${writeLimit(query)}
)
SELECT * FROM total LEFT JOIN page ON true ${orderBy}`;
  return { sql, parameters };
}

/** Without groups there is one record over everything. */
function countGroups(keys: readonly string[], where: string): string {
  if (keys.length === 0) return "SELECT 1 AS records";
  return `SELECT count(*) AS records FROM (SELECT DISTINCT ${keys.join(", ")} FROM facts WHERE ${where})`;
}

function createDialect(bind: (value: Parameter) => string): Dialect {
  return {
    moment: (time) => `TIMESTAMP '${new Date(time).toISOString().slice(0, 19)}'`,
    day: (minutes) =>
      minutes === "0" ? "CAST(time AS DATE)" : `CAST(time + to_minutes(${minutes}) AS DATE)`,
    hour: (minutes) => `(epoch_ms(time) // 60000 + ${minutes}) // 60 % 24`,
    truncate: (unit, day) => `CAST(date_trunc('${unit}', ${day}) AS DATE)`,
    year: (day) => `year(${day})`,
    within: (value, values) => `${value} IN (${values.map(bind).join(", ")})`,
    bindDay: (day) => `CAST(${bind(day)} AS DATE)`,
  };
}
