/** Replaces facts of old months by sums. */

import { COUNTERS } from "../facts/factTable.ts";
import { DAY_MS } from "../values/day.ts";
import { localDay, offsetsBetween } from "../values/timezones.ts";
import { noteDays } from "./dailySums.ts";
import { type Database, run } from "./database.ts";
import { writeSums } from "./sums.ts";

const NAMES = Object.keys(COUNTERS);
const BEFORE = "time < $1::TIMESTAMP AND (campaign_id IS NOT NULL OR import_id IS NOT NULL)";
const SUM_UP = `CREATE OR REPLACE TEMP TABLE forgotten AS ${writeSums(["import_id", "campaign_id"], BEFORE)}`;

/** Finds the start of the month this many months ago, in the time zone where it starts first. */
export function findFirstMonth(now: number, months: number, timezones: readonly string[]): Date {
  const begins = timezones.map((timezone) => {
    const [year = 0, month = 1] = localDay(now, timezone).split("-").map(Number);
    const midnight = Date.UTC(year, month - 1 - months, 1);
    // If the offset changes around midnight, use the one that keeps more facts.
    const offsets = offsetsBetween(timezone, midnight - DAY_MS, midnight + DAY_MS);
    return midnight - Math.max(...offsets.map(({ minutes }) => minutes)) * 60_000;
  });
  return new Date(Math.min(...begins));
}

/**
 * Sums up the facts before a moment. Budgets and caps need a campaign's totals, so one row per campaign and import
 * keeps them. The row is dated 1970 and has no account, so that no report shows it. It is removed with its import.
 */
export async function sumUpBefore(database: Database, first: Date): Promise<void> {
  await database.transact(async (connection) => {
    await run(connection, SUM_UP, [first]);
    await run(connection, noteDays("facts WHERE time < $1::TIMESTAMP"), [first]);
    await run(connection, "DELETE FROM facts WHERE time < $1::TIMESTAMP", [first]);
    await run(
      connection,
      `INSERT INTO facts (time, import_id, campaign_id, ${NAMES.join(", ")})
       SELECT TIMESTAMP '1970-01-01', * FROM forgotten`,
    );
    await run(connection, noteDays("facts WHERE time < $1::TIMESTAMP"), [first]);
  });
}
