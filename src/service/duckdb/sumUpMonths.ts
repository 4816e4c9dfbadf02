/** Replaces facts of old months by sums. */

import { COUNTERS } from "../facts/factTable.ts";
import { findMoment, localDay } from "../values/timezones.ts";
import { noteDays } from "./dailySums.ts";
import { type Database, run } from "./database.ts";
import type { Connection } from "./engineTypes.ts";
import { writeSums } from "./wideSums.ts";

const NAMES = Object.keys(COUNTERS);
const BEFORE = "time < $1::TIMESTAMP AND (campaign_id IS NOT NULL OR import_id IS NOT NULL)";
const GROUPS = ["import_id", "campaign_id"];
const createSums = (where: string) => `CREATE OR REPLACE TEMP TABLE forgotten AS ${writeSums(GROUPS, where)}`;
const INSERT_SUMS = `
  INSERT INTO facts (time, import_id, campaign_id, ${NAMES.join(", ")})
  SELECT TIMESTAMP '1970-01-01', * FROM forgotten`;

/** Finds the start of the month this many months ago, in the time zone where it starts first. */
export function findFirstMonth(now: number, months: number, timezones: readonly string[]): Date {
  const begins = timezones.map((timezone) => {
    const [year = 0, month = 1] = localDay(now, timezone).split("-").map(Number);
    return findMoment(Date.UTC(year, month - 1 - months, 1), timezone);
  });
  return new Date(Math.min(...begins));
}

/**
 * Sums up the facts before a moment. Budgets and caps need a campaign's totals, so one row per campaign and import
 * keeps them. The row is dated 1970 and has no account, so that no report shows it. It is removed with its import.
 */
export async function sumUpBefore(database: Database, first: Date): Promise<void> {
  await database.transact(async (connection) => {
    await run(connection, createSums(BEFORE), [first]);
    await run(connection, noteDays("facts WHERE time < $1::TIMESTAMP"), [first]);
    await run(connection, "DELETE FROM facts WHERE time < $1::TIMESTAMP", [first]);
    await run(connection, INSERT_SUMS);
    await run(connection, noteDays("facts WHERE time < $1::TIMESTAMP"), [first]);
    await run(connection, "INSERT INTO summed_up SELECT $1::TIMESTAMP WHERE NOT EXISTS (FROM summed_up)", [
      first,
    ]);
    await run(connection, "UPDATE summed_up SET before = greatest(before, $1::TIMESTAMP)", [first]);
  });
}

/**
 * Adds an import's facts of months that were summed up to the sums at once, in the transaction of the import: reports do
 * not show these months, and would show the facts until the next daily run. Resolves with the number of facts.
 */
export async function sumUpLate(connection: Connection, importId: number): Promise<number> {
  const late = `import_id = ${importId} AND time < (SELECT max(before) FROM summed_up)`;
  const [row] = await run<{ count: number }>(
    connection,
    `SELECT count(*)::DOUBLE AS count FROM facts WHERE ${late}`,
  );
  if (!row?.count) return 0;
  await connection.run(createSums(late));
  await connection.run(`DELETE FROM facts WHERE ${late}`);
  await connection.run(INSERT_SUMS);
  return row.count;
}
