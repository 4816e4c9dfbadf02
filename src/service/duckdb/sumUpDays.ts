/** Sums up days; see `dailySums.ts`. */
import { COUNTERS } from "../facts/factTable.ts";
import { formatDay } from "../values/day.ts";
import { DAILY_SUMS, noteDays } from "./dailySums.ts";
import { type Database, run } from "./database.ts";
import { writeSums } from "./wideSums.ts";

/** Days per step, after which other work can run. */
const DAYS_AT_ONCE = 8;

const COUNTER_NAMES = Object.keys(COUNTERS);

/**
 * Drops all sums when an earlier version, which does not record days, has used the folder. Called once at each start,
 * after the start is recorded.
 */
export async function checkDailySums(database: Database): Promise<void> {
  await database.transact(async (connection) => {
    const [row] = await run<{ missed: boolean }>(
      connection,
      `SELECT (SELECT count(*) FROM epochs) IS DISTINCT FROM (SELECT max(starts) + 1 FROM noted_starts) AS missed`,
    );
    if (row?.missed) {
      for (const table of [...Object.keys(DAILY_SUMS), "changed_days"])
        await run(connection, `DELETE FROM ${table}`);
      await run(connection, noteDays("facts"));
    }
    await run(connection, "DELETE FROM noted_starts");
    await run(connection, "INSERT INTO noted_starts SELECT count(*) FROM epochs");
  });
}

/** Sums up some changed days that ended before a moment. Returns whether more remain. */
export async function sumUpDays(database: Database, before: Date): Promise<boolean> {
  const changed =
    "SELECT DISTINCT day FROM changed_days WHERE day < CAST($1::TIMESTAMP AS DATE) ORDER BY day";
  const days = (await database.query<{ day: Date }>(changed, [before])).map(({ day }) =>
    formatDay(day.getTime()),
  );
  const some = days.slice(0, DAYS_AT_ONCE);
  const [first] = some;
  if (first === undefined) return false;
  const within = `${listDays("CAST(time AS DATE)", some)} AND time >= DATE '${first}' AND time < DATE '${some.at(-1)}' + 1`;
  await database.transact(async (connection) => {
    for (const [table, dimensions] of Object.entries(DAILY_SUMS)) {
      const columns = ["day", ...dimensions, ...COUNTER_NAMES].join(", ");
      const sums = writeSums(["CAST(time AS DATE) AS day", ...dimensions], within);
      await run(connection, `DELETE FROM ${table} WHERE ${listDays("day", some)}`);
      await run(
        connection,
        `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM (${sums}) ORDER BY day`,
      );
    }
    await run(connection, `DELETE FROM changed_days WHERE ${listDays("day", some)}`);
  });
  return days.length > some.length;
}

function listDays(value: string, days: readonly string[]): string {
  return `${value} IN (${days.map((day) => `DATE '${day}'`).join(", ")})`;
}
