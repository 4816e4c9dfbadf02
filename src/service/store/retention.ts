/** How long facts are kept one by one. */
import { type Database, run } from "./database.ts";
import { COUNTERS } from "./schema.ts";
import { writeSums } from "./sums.ts";

const NAMES = Object.keys(COUNTERS);
const BEFORE = "time < $1::TIMESTAMP AND (campaign_id IS NOT NULL OR import_id IS NOT NULL)";
const SUM_UP = `CREATE OR REPLACE TEMP TABLE forgotten AS ${writeSums(["import_id", "campaign_id"], BEFORE)}`;

/**
 * Sums up the facts of months that ended so many months ago. Budgets and caps need what a campaign had in all: it stays in
 * a row for each campaign and import, at the beginning of time and without an account, so that no report shows it, and
 * goes when its import does.
 */
export async function forgetMonthsBefore(database: Database, months: number, now: Date): Promise<void> {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
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
