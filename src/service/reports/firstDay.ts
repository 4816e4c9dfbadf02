/** Writes the query for the first day with facts on one side of some accounts. */
import type { Role } from "../../protocol/statistics.ts";
import type { SumQuery } from "../facts/sumFacts.ts";
import { DAY_MS } from "../values/day.ts";
import { offsetsBetween } from "../values/timezones.ts";

/** Days before this moment use its UTC offset. */
const OFFSETS_FROM = Date.UTC(2000, 0, 1);

export interface FirstDayRequest {
  role: Role;
  accounts: readonly number[];
  /** Time zone of the days. */
  timezone: string;
  now: number;
}

/** Returns a query whose first row is the first day, YYYY-mm-dd. Without facts it has no rows. */
export function firstDayQuery({ role, accounts, timezone, now }: FirstDayRequest): SumQuery {
  const until = now + DAY_MS;
  return {
    from: 0,
    until,
    conditions: [{ value: { column: `${role}_id` }, within: accounts }],
    groups: [{ unit: "date", offsets: offsetsBetween(timezone, OFFSETS_FROM, until) }],
    counters: [],
    limit: 1,
  };
}
