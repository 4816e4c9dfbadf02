/**
 * What is asked of the facts, whatever database has them: each writes its own SQL from this description (`factsSql.ts`),
 * and all give the same rows.
 */
import type { Offset } from "../values/timezones.ts";
import type { Counter, Dimension } from "./schema.ts";

export interface FactsQuery {
  /** Facts from this moment on and before that one; milliseconds since 1970. */
  from: number;
  until: number;
  /** All must hold. */
  conditions: readonly Condition[];
  /** What facts are grouped by; none: one group of them all. */
  groups: readonly FactValue[];
  metrics: readonly Metric[];
  /** In order of precedence; groups decide among equals, so that pages neither skip nor repeat one. */
  orders: readonly Order[];
  /** Whether the metrics of all groups together are wanted. */
  totals: boolean;
  /** Whether nothing is wanted but the number of groups. */
  count: boolean;
  /** Infinite: all groups. */
  limit: number;
  offset: number;
}

/** A value of a fact: what it belongs to, or what a clock shows at its time. */
export type FactValue = { column: Dimension } | Clock;

/** A clock by how far it is ahead of UTC. Days, weeks and so on are named by their first day. */
export interface Clock {
  unit: "hour" | "date" | "week" | "month" | "quarter" | "year";
  offsets: readonly Offset[];
}

export type Values = readonly (string | number)[];

/** `without` leaves facts that do not have the value at all. */
export type Condition =
  | { value: FactValue; within: Values }
  | { value: FactValue; without: Values }
  | { value: { column: Dimension }; is: boolean }
  | { value: Clock; fromDay: string; toDay: string };

/** A sum, or `times` one sum divided by another and `whenZero` when that one is zero. */
export type Metric = { sum: readonly Term[] } | Ratio;

export interface Ratio {
  of: readonly Term[];
  per: readonly Term[];
  times: number;
  whenZero: number;
}

export interface Term {
  counter: Counter;
  /** Whether it is subtracted. */
  minus: boolean;
}

export interface Order {
  /** A metric, or the position of a group. */
  by: Metric | number;
  direction: "asc" | "desc";
}

/** Counters that a query sums, each once. */
export function listCounters({ metrics, orders }: Pick<FactsQuery, "metrics" | "orders">): Counter[] {
  const ordered = orders.flatMap(({ by }) => (typeof by === "number" ? [] : [by]));
  const terms = [...metrics, ...ordered].flatMap((metric) =>
    "sum" in metric ? metric.sum : [...metric.of, ...metric.per],
  );
  return [...new Set(terms.map(({ counter }) => counter))];
}
