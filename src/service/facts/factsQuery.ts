/**
 * Description of a query of facts, independent of the database. Each database writes its own SQL from it
 * (`factsSql.ts`), and all return the same rows.
 */
import type { Offset } from "../values/timezones.ts";
import type { Counter, Dimension } from "./factTable.ts";

export interface FactsQuery {
  /** Start, inclusive; milliseconds since 1970. */
  from: number;
  until: number;
  /** Conditions, all of which must hold. */
  conditions: readonly Condition[];
  /** Values to group by; empty: one group of all facts. */
  groups: readonly GroupValue[];
  metrics: readonly Metric[];
  /** Bounds of the metrics of a group. The count and the totals exclude groups outside the bounds, too. */
  bounds?: readonly Bound[];
  /** Sort orders by precedence. The values of the groups break ties, so that pages neither skip nor repeat a group. */
  orders: readonly Order[];
  /** Whether to return the metrics of all groups together. */
  totals: boolean;
  /** Whether to return only the number of groups. */
  count: boolean;
  /** Maximum groups to return; infinite: all. */
  limit: number;
  offset: number;
}

/** A dimension of a fact, or a part of its local time. */
export type FactValue = { column: Dimension } | Clock;

/** A value to group by, or with `isLeast` the least value of each group. */
export type GroupValue = FactValue & { isLeast?: boolean };

/**
 * Local time by its offset from UTC. Quarters of an hour and hours are numbered within the day. Days, weeks and longer
 * units are named by their first day.
 */
export interface Clock {
  unit: "quarterHour" | "hour" | "date" | "week" | "month" | "quarter" | "year";
  offsets: readonly Offset[];
}

export type Values = readonly (string | number)[];

/** `without` also keeps facts without a value. */
export type Condition =
  | { value: FactValue; within: Values }
  | { value: FactValue; without: Values }
  | { value: { column: Dimension }; is: boolean }
  | { value: Clock; fromDay: string; toDay: string };

/** A sum, or `times` × one sum ÷ another; `whenZero`: the value when the divisor is zero. */
export type Metric =
  | { sum: readonly Term[] }
  | { of: readonly Term[]; per: readonly Term[]; times: number; whenZero: number };

export interface Term {
  counter: Counter;
  /** Whether the counter is subtracted. */
  minus: boolean;
}

/** Inclusive bounds of a metric. */
export interface Bound {
  metric: Metric;
  min?: number | undefined;
  max?: number | undefined;
}

export interface Order {
  /** A metric, or the position of a group. */
  by: Metric | number;
  direction: "asc" | "desc";
}

/** Lists the counters that a query sums, without duplicates. A count needs only the counters of its bounds. */
export function listCounters({ metrics, orders, bounds = [], count }: FactsQuery): Counter[] {
  const ordered = orders.flatMap(({ by }) => (typeof by === "number" ? [] : [by]));
  const shown = count ? [] : [...metrics, ...ordered];
  const terms = [...shown, ...bounds.map(({ metric }) => metric)].flatMap((metric) =>
    "sum" in metric ? metric.sum : [...metric.of, ...metric.per],
  );
  return [...new Set(terms.map(({ counter }) => counter))];
}
