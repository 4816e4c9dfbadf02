/** Reads the keys of conversions that were counted before this start: from ClickHouse, and from this node's journal. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { GOAL_KINDS } from "../facts/goals.ts";
import { GoalDeduplication, KIND_ROOM } from "../journal/goalDeduplication.ts";
import { readJournalFile } from "../journal/journalFile.ts";
import { FREQUENCY_COLUMNS, KEY_COLUMNS, KINDS } from "../journal/lines.ts";
import type { ClickHouse } from "./clickhouse.ts";
import { clampSeconds } from "./clickhouseSql.ts";
import { parseFileName } from "./rows.ts";

const KINDS_OF_GOALS = GOAL_KINDS.map((kind) => KINDS[kind]);

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
  WHERE kind IN (${KINDS_OF_GOALS.join(", ")}) AND hour >= toDateTime({since: UInt32}, 'UTC')
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

/** Names of the last columns of a journal file, and how a line with a conversion ends. */
const LAST_COLUMNS = [...Object.keys(KEY_COLUMNS), ...Object.keys(FREQUENCY_COLUMNS)].join(",");
const GOAL_LINE = new RegExp(`,(\\d+),(\\d+),(${KINDS_OF_GOALS.join("|")}),(\\d+),[^,\n]*,[^,\n]*$`, "gm");

/** Adds the keys in journal files that were not sent yet. `countedAt`: see `PageAge`. */
export async function recallUnsentGoals(
  folder: string,
  goals: GoalDeduplication,
  countedAt: number,
): Promise<void> {
  for (const file of await readdir(folder)) {
    if (!parseFileName(file)) continue;
    const { header, writes } = readJournalFile(await readFile(join(folder, file)));
    if (!header.endsWith(LAST_COLUMNS)) continue;
    for (const lines of writes)
      for (const line of lines.toString("latin1").matchAll(GOAL_LINE)) {
        const [epoch = 0, number = 0, kind = 0, decided = 0] = line.slice(1).map(Number);
        goals.addKeys(epoch, [number * KIND_ROOM + kind], { countedAt, decidedAt: decided * 1000 });
      }
  }
}
