/** What the statements of all databases have in common, and what a dialect has to say by itself. */
import type { Clock, Condition, FactsQuery, FactValue, Metric, Term, Values } from "./factsQuery.ts";
import type { Counter } from "./schema.ts";

/** Pieces of SQL of one database. Minutes are those by which a clock is ahead of UTC. */
export interface Dialect {
  /** A moment as it is compared with `time`; milliseconds since 1970. */
  moment(time: number): string;
  /** The day that a clock shows. */
  day(minutes: string): string;
  /** The hour of a day that a clock shows. */
  hour(minutes: string): string;
  /** First day of what a day is in. */
  truncate(unit: "week" | "month" | "quarter", day: string): string;
  year(day: string): string;
  /** Whether a value is one of these; NULL where there is no value. */
  within(value: string, values: Values): string;
  /** A day that is compared with others. */
  bindDay(day: string): string;
}

/** The SQL of a fact's value. */
export function writeValue(value: FactValue, dialect: Dialect): string {
  if ("column" in value) return value.column;
  const minutes = writeOffset(value, dialect);
  if (value.unit === "hour") return dialect.hour(minutes);
  const day = dialect.day(minutes);
  if (value.unit === "date") return day;
  return value.unit === "year" ? dialect.year(day) : dialect.truncate(value.unit, day);
}

/** A sum is many times faster than a database's own time zones. */
function writeOffset({ offsets }: Clock, dialect: Dialect): string {
  const last = offsets.at(-1)?.minutes ?? 0;
  const cases = offsets
    .slice(0, -1)
    .map(({ until, minutes }) => `WHEN time < ${dialect.moment(until)} THEN ${minutes}`);
  return cases.length > 0 ? `CASE ${cases.join(" ")} ELSE ${last} END` : String(last);
}

/** What must hold for a fact to be summed, the span aside. */
export function writeConditions({ conditions }: FactsQuery, dialect: Dialect): string[] {
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

/** A metric over the sums of a group; `writeSum` gives the SQL of a counter's sum. */
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

export function writeLimit({ limit, offset }: FactsQuery): string {
  return `${Number.isFinite(limit) ? `LIMIT ${limit} ` : ""}OFFSET ${offset}`;
}
