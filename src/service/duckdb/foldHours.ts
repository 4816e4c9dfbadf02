/**
 * Folds older facts into one row per quarter of an hour and combination of dimensions, instead of one per second.
 * Reports need nothing finer: UTC offsets are multiples of a quarter of an hour, as in Kathmandu, and change at the
 * start of a quarter. Exceptions: Newfoundland until 2011 and Casey, Antarctica, until 2022 changed one minute past the
 * hour, so facts around such a change may count in the neighbouring hour.
 *
 * Each hour is folded in one transaction, so that reports and restarts see it either before or after.
 */

import { COUNTERS, DIMENSIONS, ORIGIN } from "../facts/factTable.ts";
import { type Database, run } from "./database.ts";
import { writeSums } from "./wideSums.ts";

/** Hours per step, after which other work can run. */
const HOURS_AT_ONCE = 24;

const GROUPS = [...Object.keys(ORIGIN), ...Object.keys(DIMENSIONS)];
const COLUMNS = ["time", ...GROUPS, ...Object.keys(COUNTERS)].join(", ");
const QUARTER_US = 15 * 60 * 1_000_000;
const QUARTER = `make_timestamp(epoch_us(time) // ${QUARTER_US} * ${QUARTER_US}) AS time`;

const FIND = `SELECT DISTINCT date_trunc('hour', time) AS hour FROM facts
  WHERE time < $1 AND epoch_us(time) % ${QUARTER_US} <> 0 ORDER BY hour`;
const WITHIN = "time >= $1 AND time < $1 + INTERVAL 1 HOUR";
const FOLD = `CREATE OR REPLACE TEMP TABLE folded AS ${writeSums([QUARTER, ...GROUPS], WITHIN)}`;

/** Folds some complete hours before a moment. Returns whether more remain. */
export async function foldHours(database: Database, before: Date): Promise<boolean> {
  // Only complete hours, because a partial hour would have to be folded again.
  const end = new Date(Math.floor(before.getTime() / 3_600_000) * 3_600_000);
  const hours = (await database.query<{ hour: Date }>(FIND, [end])).map(({ hour }) => hour);
  for (const hour of hours.slice(0, HOURS_AT_ONCE))
    await database.transact(async (connection) => {
      await run(connection, FOLD, [hour]);
      await run(connection, `DELETE FROM facts WHERE ${WITHIN}`, [hour]);
      await run(connection, `INSERT INTO facts (${COLUMNS}) SELECT ${COLUMNS} FROM folded`);
      await run(connection, "DROP TABLE folded");
    });
  return hours.length > HOURS_AT_ONCE;
}
