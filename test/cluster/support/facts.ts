/** Creates events for tests and reads the sums of a store. */
import type { EventStore, KeyedEvent } from "../../../src/service/facts/eventStore.ts";
import { sumFacts } from "../../../src/service/facts/sumFacts.ts";

export const MORNING = Date.UTC(2026, 9, 5, 10);
export const HOUR_MS = 3600_000;

/** Creates the impression of a decision, with a cost of one billionth. */
export function createImpression(
  number: number,
  decidedAt = MORNING,
  epoch = 1,
  time = decidedAt,
): KeyedEvent {
  return {
    key: { epoch, number, kind: "impression", decidedAt },
    event: {
      time,
      zone: { zone_id: 1, publisher_id: 1 },
      campaign: { campaign_id: 7 },
      visitor: {},
      counters: { impressions: 1, cost: 1n },
    },
  };
}

export interface Sums {
  requests: number;
  impressions: number;
}

/** Sums up the year 2026. */
export async function readSums(store: EventStore): Promise<Sums> {
  const [row = []] = await sumFacts(
    store,
    {
      from: Date.UTC(2026, 0, 1),
      until: Date.UTC(2027, 0, 1),
      conditions: [],
      groups: [],
      counters: ["ad_requests", "impressions"],
    },
    AbortSignal.timeout(30_000),
  );
  return { requests: Number(row[0]), impressions: Number(row[1]) };
}
