/** Events as tests make them, and what a store has counted. */
import { readFile, rm } from "node:fs/promises";
import type { FactsQuery } from "../../../src/service/store/factsQuery.ts";
import type { EventStore, KeyedEvent } from "../../../src/service/store/store.ts";

/** At ten in the morning, long ago. */
export const MORNING = Date.UTC(2026, 9, 5, 10);
export const HOUR_MS = 3600_000;

/** The impression of a decision, at a cost of one billionth. */
export function createImpression(
  number: number,
  decidedAt = MORNING,
  epoch = 1,
  time = decidedAt,
): KeyedEvent {
  return {
    key: { epoch, number, kind: "impression", decidedAt },
    event: {
      ...{ time, zone: { zone_id: 1, publisher_id: 1 }, campaign: { campaign_id: 7 }, visitor: {} },
      counters: { impressions: 1, cost: 1n },
    },
  };
}

const SUMS: FactsQuery = {
  from: Date.UTC(2026, 0, 1),
  until: Date.UTC(2027, 0, 1),
  conditions: [],
  groups: [],
  metrics: (["ad_requests", "impressions"] as const).map((counter) => ({ sum: [{ counter, minus: false }] })),
  orders: [],
  totals: false,
  count: false,
  limit: 1,
  offset: 0,
};

export interface Sums {
  requests: number;
  impressions: number;
}

/** Of the year 2026. */
export async function readSums(store: EventStore): Promise<Sums> {
  const { path } = await store.exportRows(SUMS, AbortSignal.timeout(30_000));
  const [requests, impressions] = (await readFile(path, "utf8")).split("\t").map(Number);
  await rm(path);
  return { requests: requests ?? Number.NaN, impressions: impressions ?? Number.NaN };
}
