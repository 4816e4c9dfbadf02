/** SQL shared by all databases, and the interface for their dialects. */
import type {
  Clock,
  Condition,
  FactsQuery,
  FactValue,
  GroupValue,
  Metric,
  Term,
  Values,
} from "./factsQuery.ts";
import type { Counter } from "./factTable.ts";

/** SQL of one database. `minutes`: offset of local time from UTC. */
export interface Dialect {
  /** Writes a literal to compare with `time`; `time`: milliseconds since 1970. */
  moment(time: number): string;
  /** Writes the local day of a fact. */
  day(minutes: string): string;
  /** Writes the number of a period of this many minutes within the local day. */
  stretch(minutes: string, length: number): string;
  /** Writes the first day of a day's week, month or quarter. */
  truncate(unit: "week" | "month" | "quarter", day: string): string;
  year(day: string): string;
  /** Writes the condition that a value is in the list; it must be NULL without a value. */
  within(value: string, values: Values): string;
  /** Writes a literal or a parameter to compare with days. */
  bindDay(day: string): string;
}

/** Writes the SQL of a fact's value. */
export function writeValue(value: FactValue, dialect: Dialect): string {
  if ("column" in value) return value.column;
  const minutes = writeOffset(value, dialect);
  if (value.unit === "hour") return dialect.stretch(minutes, 60);
  if (value.unit === "quarterHour") return dialect.stretch(minutes, 15);
  const day = dialect.day(minutes);
  if (value.unit === "date") return day;
  return value.unit === "year" ? dialect.year(day) : dialect.truncate(value.unit, day);
}

/** Writes the value of a group as column `g0`, `g1` and so on. */
export function writeGroups(groups: readonly GroupValue[], dialect: Dialect): string[] {
  return groups.map((group, at) => {
    const value = writeValue(group, dialect);
    return `${group.isLeast ? `min(${value})` : value} AS g${at}`;
  });
}

/** Writes the clause that groups by those columns; empty without groups. `name`: writes a column by its position. */
export function writeGroupBy(groups: readonly GroupValue[], name: (at: number) => string): string {
  const keys = groups.flatMap(({ isLeast }, at) => (isLeast ? [] : name(at)));
  return keys.length > 0 ? `GROUP BY ${keys.join(", ")}` : "";
}

/** Writes the offset of local time. An addition is many times faster than a database's time zone functions. */
function writeOffset({ offsets }: Clock, dialect: Dialect): string {
  const last = offsets.at(-1)?.minutes ?? 0;
  const cases = offsets
    .slice(0, -1)
    .map(({ until, minutes }) => `WHEN time < ${dialect.moment(until)} THEN ${minutes}`);
  return cases.length > 0 ? `CASE ${cases.join(" ")} ELSE ${last} END` : String(last);
}

/** Writes the conditions of a query, without its time span. */
export function writeConditions({ conditions }: Pick<FactsQuery, "conditions">, dialect: Dialect): string[] {
  return conditions.map((condition) => writeCondition(condition, dialect));
}

function writeCondition(condition: Condition, dialect: Dialect): string {
  const value = writeValue(condition.value, dialect);
  const within = (values: Values) => (values.length > 0 ? dialect.within(value, values) : "false");
  if ("within" in condition) return within(condition.within);
  if ("without" in condition && condition.without.length === 0) return "true";
  if ("without" in condition) return `(${value} IS NULL OR NOT ${within(condition.without)})`;
  if ("is" in condition) return `${value} = ${condition.is}`;
  return `${value} BETWEEN ${dialect.bindDay(condition.fromDay)} AND ${dialect.bindDay(condition.toDay)}`;
}

/** Writes a metric over the sums of a group; `writeSum` writes the sum of a counter. */
export function writeMetric(metric: Metric, writeSum: (counter: Counter) => string): string {
  const add = (terms: readonly Term[]) =>
    terms
      .map(({ counter, minus }) => `${minus ? "-" : "+"} ${writeSum(counter)}`)
      .join(" ")
      .replace(/^\+ /, "");
  if ("sum" in metric) return add(metric.sum);
  const { of, per, times, whenZero } = metric;
  const quotient = `${times} * CAST(${add(of)} AS DOUBLE) / CAST(${add(per)} AS DOUBLE)`;
  return `CASE WHEN ${add(per)} = 0 THEN ${whenZero} ELSE ${quotient} END`;
}

/** Writes the condition that the metrics of a group are within their bounds; empty without bounds. */
export function writeBounds({ bounds = [] }: FactsQuery, writeSum: (counter: Counter) => string): string {
  return bounds
    .flatMap(({ metric, min, max }) => {
      const value = `CAST(${writeMetric(metric, writeSum)} AS DOUBLE)`;
      const compare = (sign: ">=" | "<=", bound?: number) =>
        bound === undefined ? [] : [`${value} ${sign} CAST(${bound} AS DOUBLE)`];
      return [...compare(">=", min), ...compare("<=", max)];
    })
    .join(" AND ");
}

/** Writes the values that rows are ordered by, and the order of columns `o0`, `o1` … and of the groups. */
export function writeOrders(
  { orders, groups }: FactsQuery,
  writeSum: (counter: Counter) => string,
): { values: string[]; sorted: string } {
  const values = orders.map(({ by }) => (typeof by === "number" ? `g${by}` : writeMetric(by, writeSum)));
  const sorted = [
    ...orders.map(({ direction }, at) => `o${at} ${direction} NULLS LAST`),
    ...groups.map((_, at) => `g${at} ASC NULLS LAST`),
  ];
  return { values, sorted: sorted.length > 0 ? `ORDER BY ${sorted.join(", ")}` : "" };
}

/** Names columns by their positions: `m0`, `m1` … */
export function nameColumns(prefix: string, columns: readonly string[]): string[] {
  return columns.map((sql, at) => `${sql} AS ${prefix}${at}`);
}

export function writeLimit({ limit, offset }: FactsQuery): string {
  return `${Number.isFinite(limit) ? `LIMIT ${limit} ` : ""}OFFSET ${offset}`;
}
