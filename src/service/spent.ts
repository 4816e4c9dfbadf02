/** What campaigns had before this start, so that budgets and caps hold across it. */

import { parseMoney } from "./money.ts";
import type { Spent } from "./placement/budgets.ts";
import type { Store } from "./store/store.ts";

const DAY_MS = 86_400_000;

interface Row {
  campaign: number;
  cost_today: string | null;
  cost_total: string | null;
  shown_today: bigint | null;
  shown_total: bigint | null;
  pending: bigint | null;
}

const SQL = `
  SELECT campaign_id AS campaign,
    sum(cost) FILTER (time >= $1) AS cost_today,
    sum(cost) AS cost_total,
    sum(impressions) FILTER (time >= $1) AS shown_today,
    sum(impressions) AS shown_total,
    sum(filled - impressions - invalid_impressions) FILTER (time >= $2) AS pending
  FROM facts WHERE campaign_id IS NOT NULL GROUP BY campaign_id`;

/** `life`: milliseconds that a decision may still become an impression. */
export async function recallSpent(store: Store, now: number, life: number): Promise<Spent[]> {
  const today = new Date(Math.floor(now / DAY_MS) * DAY_MS);
  const rows = await store.query<Row>(SQL, [today, new Date(now - life)]);
  return rows.map((row) => ({
    campaign: row.campaign,
    costToday: parseMoney(row.cost_today ?? "0") ?? 0n,
    costTotal: parseMoney(row.cost_total ?? "0") ?? 0n,
    shownToday: Number(row.shown_today ?? 0n),
    shownTotal: Number(row.shown_total ?? 0n),
    pending: Math.max(0, Number(row.pending ?? 0n)),
  }));
}
