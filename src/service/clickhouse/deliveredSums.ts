/** Reads deliveries by campaign, to restore budgets and caps whose counts were lost. */
import type { Delivered } from "../facts/delivered.ts";
import type { ClickHouse } from "./clickhouse.ts";
import { widen, writeEventCounter } from "./clickhouseSql.ts";
import { findSources } from "./sources.ts";

const ALL = { from: 0, until: Number.MAX_SAFE_INTEGER };
const NAMES = ["impressions", "cost"] as const;

const DELIVERED = `
  SELECT toString(assumeNotNull(campaign_id)) AS campaign,
    toString(toInt128(sumIf(${widen("cost")}, is_today) * 1000000000)) AS cost_today,
    toString(toInt128(sum(${widen("cost")}) * 1000000000)) AS cost_total,
    toString(sumIf(${widen("impressions")}, is_today)) AS shown_today,
    toString(sum(${widen("impressions")})) AS shown_total
  FROM (
    SELECT campaign_id, time >= toStartOfDay(toDateTime({now: UInt32}, 'UTC')) AS is_today, ${NAMES.join(", ")}
    FROM facts WHERE batch IN {batches: Array(UInt64)} AND campaign_id IS NOT NULL
    UNION ALL
    SELECT campaign_id, time >= toStartOfDay(toDateTime({now: UInt32}, 'UTC')) AS is_today,
      ${NAMES.map(writeEventCounter).join(", ")}
    FROM events FINAL WHERE hour IN (SELECT toDateTime(arrayJoin({hours: Array(UInt32)}), 'UTC'))
      AND campaign_id IS NOT NULL
  ) GROUP BY campaign_id`;

/** Reads the deliveries of the UTC day of `now` and in total. */
export async function readDelivered(clickhouse: ClickHouse, now: number): Promise<Delivered[]> {
  const sources = await findSources(clickhouse, ALL, 0);
  const rows = await clickhouse.query<Record<string, string>>(DELIVERED, {
    ...sources,
    now: Math.floor(now / 1000),
  });
  return rows.map((row) => ({
    campaign: Number(row.campaign),
    costToday: BigInt(row.cost_today ?? 0),
    costTotal: BigInt(row.cost_total ?? 0),
    shownToday: Number(row.shown_today),
    shownTotal: Number(row.shown_total),
    pending: 0,
    pendingCost: 0n,
  }));
}
