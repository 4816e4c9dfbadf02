/**
 * Folds older facts: a row for each quarter of an hour and combination, instead of one for each second. Reports ask for
 * nothing finer: clocks differ from UTC by quarters of an hour, as Kathmandu's does, and change on one. (Some
 * changed a minute past: those of Newfoundland until 2011, and Casey's in the Antarctic until 2022. Facts of the quarter
 * of an hour around such a change may be counted in the hour beside theirs.)
 *
 * An hour is folded in one transaction, so that every report, and every start after a crash, sees it before or after.
 */
import { type Database, run } from "./database.ts";
import { COUNTERS, DIMENSIONS, ORIGIN } from "./schema.ts";
import { writeSums } from "./sums.ts";

/** Hours that are folded before other work gets its turn. */
const HOURS_AT_ONCE = 24;

const GROUPS = [...Object.keys(ORIGIN), ...Object.keys(DIMENSIONS)];
const COLUMNS = ["time", ...GROUPS, ...Object.keys(COUNTERS)].join(", ");
const QUARTER_US = 15 * 60 * 1_000_000;
const QUARTER = `make_timestamp(epoch_us(time) // ${QUARTER_US} * ${QUARTER_US}) AS time`;

const FIND = `SELECT DISTINCT date_trunc('hour', time) AS hour FROM facts
  WHERE time < $1 AND epoch_us(time) % ${QUARTER_US} <> 0 ORDER BY hour`;
const WITHIN = "time >= $1 AND time < $1 + INTERVAL 1 HOUR";
const FOLD = `CREATE OR REPLACE TEMP TABLE folded AS ${writeSums([QUARTER, ...GROUPS], WITHIN)}`;

export class Folding {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Folds some of the hours that are over before a moment; whether more are left. */
  async foldBefore(before: Date): Promise<boolean> {
    // Only whole hours: the rest of one would have to be folded again.
    const end = new Date(Math.floor(before.getTime() / 3_600_000) * 3_600_000);
    const hours = (await this.#database.query<{ hour: Date }>(FIND, [end])).map(({ hour }) => hour);
    for (const hour of hours.slice(0, HOURS_AT_ONCE)) await this.#fold(hour);
    return hours.length > HOURS_AT_ONCE;
  }

  #fold(hour: Date): Promise<void> {
    return this.#database.transact(async (connection) => {
      await run(connection, FOLD, [hour]);
      await run(connection, `DELETE FROM facts WHERE ${WITHIN}`, [hour]);
      await run(connection, `INSERT INTO facts (${COLUMNS}) SELECT ${COLUMNS} FROM folded`);
      await run(connection, "DROP TABLE folded");
    });
  }
}
