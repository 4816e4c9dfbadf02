/** Restores the deliveries of earlier starts, so that budgets, caps and frequency caps hold across a restart. */
import { computeUnitCost } from "../catalogue/accounting.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Delivered } from "../facts/delivered.ts";
import type { Store } from "../facts/eventStore.ts";
import { DAY_MS } from "../values/day.ts";
import { type Nano, parseMoney } from "../values/money.ts";
import { computeCost } from "./budgetRules.ts";
import type { FrequencyCaps, Sighting } from "./frequency.ts";

interface Row {
  campaign: number;
  cost_today: string | null;
  cost_total: string | null;
  shown_today: bigint | null;
  shown_total: bigint | null;
}

/** Sums of imports that are not yet in the budgets are added later. */
const DELIVERED = `
  SELECT campaign_id AS campaign,
    sum(cost) FILTER (time >= $1) AS cost_today,
    sum(cost) AS cost_total,
    sum(impressions) FILTER (time >= $1) AS shown_today,
    sum(impressions) AS shown_total
  FROM (
    SELECT campaign_id, time, cost, impressions FROM facts
    UNION ALL SELECT campaign_id, CAST(day AS TIMESTAMP), -cost, -impressions FROM imported_sums)
  WHERE campaign_id IS NOT NULL GROUP BY campaign_id`;

interface RecallOptions {
  now: number;
  /** Milliseconds for which a decision reserves its impression. */
  reservationLife: number;
  /** Source of the prices of reserved decisions; absent: their amounts count as 0. */
  catalogue?: Catalogue;
}

export async function recallDelivered(
  store: Store,
  { now, reservationLife, catalogue }: RecallOptions,
): Promise<Delivered[]> {
  const today = new Date(Math.floor(now / DAY_MS) * DAY_MS);
  const rows = await store.query<Row>(DELIVERED, [today]);
  const pending = await store.countPending(now - reservationLife);
  const hold = (id: number, decisions: number): Nano => {
    const campaign = catalogue?.campaigns.get(id);
    return campaign ? computeCost({ campaign, unitCost: computeUnitCost(campaign) }, decisions, 0) : 0n;
  };
  return rows.map((row) => ({
    campaign: row.campaign,
    costToday: parseMoney(row.cost_today ?? "0") ?? 0n,
    costTotal: parseMoney(row.cost_total ?? "0") ?? 0n,
    shownToday: Number(row.shown_today ?? 0n),
    shownTotal: Number(row.shown_total ?? 0n),
    pending: pending.get(row.campaign) ?? 0,
    pendingCost: hold(row.campaign, pending.get(row.campaign) ?? 0),
  }));
}

const SIGHTINGS = `
  SELECT viewer AS "user", campaign_id AS campaign, epoch_ms(time)::DOUBLE AS time
  FROM frequency WHERE expires > $1 ORDER BY time`;

export async function recallFrequency(
  store: Store,
  caps: FrequencyCaps,
  { campaigns }: Catalogue,
  now: number,
): Promise<void> {
  for (const sighting of await store.query<Sighting>(SIGHTINGS, [new Date(now)])) {
    const campaign = campaigns.get(sighting.campaign);
    if (campaign) caps.count(sighting, campaign);
  }
}
