/** How long facts are kept one by one. */
import { DAY_MS } from "../values/day.ts";
import { localDay, offsetsBetween } from "../values/timezones.ts";
import { type Database, run } from "./database.ts";
import { COUNTERS } from "./schema.ts";
import { writeSums } from "./sums.ts";

const NAMES = Object.keys(COUNTERS);
const BEFORE = "time < $1::TIMESTAMP AND (campaign_id IS NOT NULL OR import_id IS NOT NULL)";
const SUM_UP = `CREATE OR REPLACE TEMP TABLE forgotten AS ${writeSums(["import_id", "campaign_id"], BEFORE)}`;

/** When a month began, so many months before the current one, in the first of some time zones. */
export function findFirstMonth(now: number, months: number, timezones: readonly string[]): Date {
  const begins = timezones.map((timezone) => {
    const [year = 0, month = 1] = localDay(now, timezone).split("-").map(Number);
    const midnight = Date.UTC(year, month - 1 - months, 1);
    // Of two offsets around a change of the clock the one that leaves nothing out.
    const offsets = offsetsBetween(timezone, midnight - DAY_MS, midnight + DAY_MS);
    return midnight - Math.max(...offsets.map(({ minutes }) => minutes)) * 60_000;
  });
  return new Date(Math.min(...begins));
}

/**
 * Sums up the facts before a moment. Budgets and caps need what a campaign had in all: it stays in
 * a row for each campaign and import, at the beginning of time and without an account, so that no report shows it, and
 * goes when its import does.
 */
export async function sumUpBefore(database: Database, first: Date): Promise<void> {
  await database.transact(async (connection) => {
    await run(connection, SUM_UP, [first]);
    await run(connection, "DELETE FROM facts WHERE time < $1::TIMESTAMP", [first]);
    await run(
      connection,
      `INSERT INTO facts (time, import_id, campaign_id, ${NAMES.join(", ")})
       SELECT TIMESTAMP '1970-01-01', * FROM forgotten`,
    );
  });
}
