/**
 * Finds where the facts of a time span are: in batches, and as individual events for hours whose batch lacks late
 * events. Batches are immutable, so a report with fixed sources reads a consistent state.
 */
import { groupBy } from "../values/groupBy.ts";
import type { ClickHouse } from "./clickhouse.ts";
import { clampSeconds, type Sources } from "./clickhouseSql.ts";
import { type Batch, readBatches } from "./factBatches.ts";

const HOUR_S = 3600;
export const DAY_S = 24 * HOUR_S;

/** Hour of events, by the time of their decisions. Conversions use the time of their report. */
export interface Hour {
  /** Seconds since 1970. */
  hour: number;
  /** Grows with each file that adds events of this hour. */
  version: bigint;
}

export const nameHour = (hour: number) => `hour ${hour}`;
export const nameDay = (day: number) => `day ${day}`;

const HOURS = `
  SELECT toUnixTimestamp(hour) AS hour_s, toString(sum(last)) AS version
  FROM (SELECT hour, epoch, max(file) AS last FROM arrivals
    WHERE hour >= toDateTime({from: UInt32}, 'UTC') AND hour < toDateTime({until: UInt32}, 'UTC')
    GROUP BY hour, epoch)
  GROUP BY hour ORDER BY hour`;

/** Lists hours with events in the span. */
export async function readHours(clickhouse: ClickHouse, from: number, until: number): Promise<Hour[]> {
  const rows = await clickhouse.query<{ hour_s: number; version: string }>(HOURS, {
    from: clampSeconds(from),
    until: clampSeconds(until),
  });
  return rows.map(({ hour_s, version }) => ({ hour: hour_s, version: BigInt(version) }));
}

/**
 * Reads the time before which events are or will be deleted; seconds since 1970, 0: never. `markedFor`: ignores marks
 * younger than this many seconds.
 */
export async function readForgotten(clickhouse: ClickHouse, markedFor = 0): Promise<number> {
  const [row] = await clickhouse.query<{ until: number }>(
    "SELECT toUnixTimestamp(max(until)) AS until FROM forgotten WHERE at <= now() - {markedFor: UInt32}",
    { markedFor },
  );
  return row?.until ?? 0;
}

/** `keysKeptMs`: maximum time between decision and event. */
export async function findSources(
  clickhouse: ClickHouse,
  span: { from: number; until: number },
  keysKeptMs: number,
): Promise<Sources> {
  const [from, until] = [span.from - keysKeptMs, span.until].map((time) => Math.floor(time / 1000 / DAY_S));
  const [forgotten, batches, hours] = await Promise.all([
    readForgotten(clickhouse),
    readBatches(clickhouse),
    readHours(clickhouse, (from ?? 0) * DAY_S, ((until ?? 0) + 1) * DAY_S),
  ]);
  return chooseSources(batches, hours, forgotten);
}

/**
 * Chooses all imports, all days before `forgotten`, which have no events, and later hours and days whose sums include
 * all events.
 */
function chooseSources(
  batches: ReadonlyMap<string, Batch>,
  hours: readonly Hour[],
  forgotten: number,
): Sources {
  const imports = [...batches.values()].filter(({ start }) => start === 0);
  const chosen = new Set(imports.map(({ batch }) => batch));
  const left: number[] = [];
  for (const [day, own] of groupByDay(hours)) {
    const whole = batches.get(nameDay(day));
    if (whole && (day < forgotten || whole.version === sumVersions(own))) {
      chosen.add(whole.batch);
      continue;
    }
    for (const { hour, version } of own) {
      const batch = batches.get(nameHour(hour));
      if (batch?.version === version) chosen.add(batch.batch);
      else left.push(hour);
    }
  }
  return { batches: [...chosen], hours: left };
}

export function groupByDay(hours: readonly Hour[]): Map<number, Hour[]> {
  return groupBy(hours, ({ hour }) => hour - (hour % DAY_S));
}

export function sumVersions(hours: readonly { version: bigint }[]): bigint {
  return hours.reduce((sum, { version }) => sum + version, 0n);
}
