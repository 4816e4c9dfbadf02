/**
 * Sums of complete days by a few columns. Reports read them instead of the facts where the result is the same.
 *
 * A transaction that adds or removes facts also adds their days to `changed_days`. Reports read the facts of these days
 * and the sums of all other days. Summing up a day reads one snapshot, and deletes only the rows of `changed_days` in
 * that snapshot. The rows of a transaction that commits later remain, so its day is summed up again.
 */
import type { Parameter } from "../facts/eventStore.ts";
import { type Clock, type FactsQuery, type FactValue, listCounters } from "../facts/factsQuery.ts";
import { writeConditions, writeValue } from "../facts/factsSql.ts";
import { COUNTERS, DIMENSIONS, type Dimension } from "../facts/factTable.ts";
import { DAY_MS } from "../values/day.ts";
import { createDialect, FACTS, type FactSource, writeMoment } from "./duckdbSql.ts";
import type { Connection } from "./engineTypes.ts";

/** Columns of the sums by table, for long reports of advertisers and of publishers. */
export const DAILY_SUMS: Readonly<Record<string, readonly Dimension[]>> = {
  daily_campaigns: ["advertiser_id", "campaign_id"],
  daily_zones: ["publisher_id", "site_id", "zone_id"],
};

/** Maximum time spans that a report reads from the facts; a report with more reads only facts. */
const MAX_STRETCHES = 100;

export function describeDailySums(): string[] {
  const tables = Object.entries(DAILY_SUMS).flatMap(([table, dimensions]) => {
    const columns = [
      ...dimensions.map((name) => `${name} ${DIMENSIONS[name]}`),
      ...Object.entries(COUNTERS).map(([name, type]) => `${name} ${type}`),
    ];
    return [
      `CREATE TABLE IF NOT EXISTS ${table} (day DATE, ${columns.join(", ")})`,
      ...columns.map((column) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${column}`),
    ];
  });
  return [
    ...tables,
    "CREATE TABLE IF NOT EXISTS changed_days (day DATE)",
    // `starts`: number of service starts when changed days were last recorded; see `checkDailySums`.
    "CREATE TABLE IF NOT EXISTS noted_starts (starts BIGINT)",
  ];
}

/** Writes the statement that records the days of facts, for the transaction that adds or removes these facts. */
export function noteDays(from: string): string {
  return `INSERT INTO changed_days SELECT DISTINCT CAST(time AS DATE) FROM ${from}`;
}

interface Stretch {
  from: number;
  until: number;
}

/**
 * Chooses the source of a query: only facts, or sums and the facts of days that the sums cannot answer. Must run in the
 * query's transaction.
 */
export async function chooseSource(connection: Connection, query: FactsQuery): Promise<FactSource> {
  const [table, dimensions] = Object.entries(DAILY_SUMS).find(([, names]) => isSummedBy(query, names)) ?? [];
  const { from, until } = query;
  const days = { from: Math.ceil(from / DAY_MS) * DAY_MS, until: Math.floor(until / DAY_MS) * DAY_MS };
  if (!table || !dimensions || days.from >= days.until) return FACTS;
  const others = joinStretches([
    { from, until: days.from },
    ...(await findOtherDays(connection, query, table, days)),
    { from: days.until, until },
  ]);
  const [first] = others;
  if (others.length > MAX_STRETCHES || (first?.from === from && first.until === until)) return FACTS;
  const columns = [...dimensions, ...listCounters(query)].join(", ");
  const isOther = (column: "time" | "day") =>
    others.map((other) => `(${writeStretch(column, other)})`).join(" OR ") || "false";
  return {
    from: `(SELECT time, ${FACTS.day} AS day, ${columns} FROM facts WHERE ${isOther("time")}
      UNION ALL SELECT CAST(day AS TIMESTAMP) AS time, day, ${columns} FROM ${table}
      WHERE ${writeStretch("day", days)} AND NOT (${isOther("day")}))`,
    day: "day",
  };
}

/** Whether sums by these columns are detailed enough for a query. */
function isSummedBy({ groups, conditions }: FactsQuery, names: readonly Dimension[]): boolean {
  const values = [...groups, ...conditions.map(({ value }) => value)];
  return values.every((value) =>
    "column" in value ? names.includes(value.column) : value.unit !== "hour" && value.unit !== "quarterHour",
  );
}

/**
 * Finds days whose sums cannot be used: the day changed since it was summed up, or its facts belong to several groups
 * or are only partly selected.
 */
async function findOtherDays(
  connection: Connection,
  { groups, conditions }: FactsQuery,
  table: string,
  days: Stretch,
): Promise<Stretch[]> {
  const parameters: Parameter[] = [];
  const dialect = createDialect((value) => `$${parameters.push(value)}`);
  const clocks = [
    ...groups.filter(isDividing).map((value) => writeValue(value, dialect)),
    ...writeConditions({ conditions: conditions.filter(({ value }) => isDividing(value)) }, dialect),
  ];
  const within = writeStretch("day", days);
  // Offsets from UTC are multiples of a quarter of an hour.
  const quarters = `SELECT day, CAST(day AS TIMESTAMP) + to_minutes(15 * quarter) AS time
    FROM (SELECT DISTINCT day FROM ${table} WHERE ${within}), range(96) AS quarters(quarter)`;
  const divided = `SELECT day FROM (${quarters}) GROUP BY day
    HAVING ${clocks.map((clock) => `count(DISTINCT ${clock}) > 1`).join(" OR ")}`;
  const changed = `SELECT day FROM changed_days WHERE ${within}`;
  const all = clocks.length > 0 ? `${changed} UNION ${divided}` : changed;
  const rows = await connection.run(
    `SELECT DISTINCT epoch_ms(day) AS day FROM (${all}) ORDER BY day`,
    parameters,
  );
  return rows.map((row) => ({ from: Number(row.day), until: Number(row.day) + DAY_MS }));
}

/** Whether a value can change within a UTC day because it is a local time. */
function isDividing(value: FactValue): value is Clock {
  return "unit" in value && value.offsets.some(({ minutes }) => minutes !== 0);
}

/** Joins adjacent time spans, in chronological order. */
function joinStretches(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const { from, until } of stretches) {
    const last = joined.at(-1);
    if (last?.until === from) last.until = until;
    else if (from < until) joined.push({ from, until });
  }
  return joined;
}

function writeStretch(column: "time" | "day", { from, until }: Stretch): string {
  return `${column} >= ${writeMoment(from)} AND ${column} < ${writeMoment(until)}`;
}
