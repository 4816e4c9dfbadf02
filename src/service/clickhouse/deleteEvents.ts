/**
 * Deletes events that are summed up and whose keys have expired, and sums that were replaced by sums of longer periods.
 *
 * A day is marked first. From then on, reports read only its sums, the day is not summed up again, and nodes set aside
 * its late events. So nothing reads the events when they are deleted.
 */

import type { ClickHouse } from "./clickhouse.ts";
import { deleteBatches, findBatches, readBatches } from "./factBatches.ts";
import { DAY_S, groupByDay, nameDay, readForgotten, readHours, sumVersions } from "./sources.ts";

interface ForgettingOptions {
  clickhouse: ClickHouse;
  /** Age of a day after which its events are deleted, milliseconds. */
  keepMs: number;
  /** Time between marking and deleting a day, milliseconds: longer than any report or summing up takes. */
  markedMs?: number;
}

const MARKED_MS = 15 * 60_000;

/** Marks and deletes all due days. Repeating it, on any node, changes nothing. */
export async function forgetEvents(
  { clickhouse, keepMs, markedMs = MARKED_MS }: ForgettingOptions,
  now: number,
): Promise<void> {
  await markDays(clickhouse, Math.floor((now - keepMs) / 1000));
  const until = await readForgotten(clickhouse, Math.floor(markedMs / 1000));
  if (until === 0) return;
  await deleteEvents(clickhouse, until);
  await deleteReplaced(clickhouse, until);
}

/** Marks days that ended before `end`, up to the first with incomplete sums. */
async function markDays(clickhouse: ClickHouse, end: number): Promise<void> {
  const marked = await readForgotten(clickhouse);
  const [batches, hours] = await Promise.all([readBatches(clickhouse), readHours(clickhouse, marked, end)]);
  let until = marked;
  for (const [day, own] of groupByDay(hours)) {
    if (day + DAY_S > end || batches.get(nameDay(day))?.version !== sumVersions(own)) break;
    until = day + DAY_S;
  }
  if (until > marked)
    await clickhouse.command("INSERT INTO forgotten (until) SELECT toDateTime({until: UInt32}, 'UTC')", {
      until,
    });
}

async function deleteEvents(clickhouse: ClickHouse, until: number): Promise<void> {
  const days = await clickhouse.query<{ day: string }>(
    "SELECT DISTINCT toString(toDate(hour)) AS day FROM events WHERE hour < toDateTime({until: UInt32}, 'UTC')",
    { until },
  );
  for (const { day } of days) await clickhouse.command(`ALTER TABLE events DROP PARTITION '${day}'`);
}

/** Deletes sums of hours, and outdated sums of days. */
async function deleteReplaced(clickhouse: ClickHouse, until: number): Promise<void> {
  const condition = "max(state) < 2 AND first > 0 AND first < {until: UInt32}";
  const batches = await findBatches(clickhouse, condition, { until });
  const current = await readBatches(clickhouse);
  const replaced = batches.filter(
    ({ name, batch, start }) => name !== nameDay(start) || batch !== current.get(name)?.batch,
  );
  await deleteBatches(clickhouse, replaced);
}
