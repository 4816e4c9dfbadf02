/** Reads the keys of conversions that all nodes have sent, to restore them to a Redis without data. */
import { GOAL_KINDS } from "../facts/goals.ts";
import { GoalDeduplication, KIND_ROOM } from "../journal/goalDeduplication.ts";
import { KINDS } from "../journal/lines.ts";
import type { ClickHouse } from "./clickhouse.ts";
import { clampSeconds } from "./clickhouseSql.ts";

interface GoalDay {
  epoch: number;
  decided: number;
  keys: string;
}

/** The keys of an epoch and day are a single value. */
const GOAL_DAYS = `
  SELECT epoch, toUnixTimestamp(max(hour)) AS decided,
    arrayStringConcat(groupUniqArray(toString(number * ${KIND_ROOM} + kind)), ',') AS keys
  FROM events
  WHERE kind IN (${GOAL_KINDS.map((kind) => KINDS[kind]).join(", ")}) AND hour >= toDateTime({since: UInt32}, 'UTC')
  GROUP BY epoch, toDate(hour)`;

/**
 * Adds the keys to `goals`, and resolves with the new ones. `since`: time of the earliest conversion; `countedAt`: see
 * `PageAge`. Milliseconds.
 */
export async function recallGoals(
  clickhouse: ClickHouse,
  goals: GoalDeduplication,
  { since, countedAt }: { since: number; countedAt: number },
): Promise<GoalDeduplication> {
  const added = new GoalDeduplication(() => countedAt);
  const days = await clickhouse.query<GoalDay>(GOAL_DAYS, { since: clampSeconds(since / 1000) });
  for (const { epoch, decided, keys } of days) {
    const age = { countedAt, decidedAt: decided * 1000 };
    added.addKeys(epoch, goals.addKeys(epoch, keys.split(",").map(Number), age), age);
  }
  return added;
}
