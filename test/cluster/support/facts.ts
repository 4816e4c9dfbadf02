/** Creates events for tests and reads the sums of a store. */
import type { EventStore, KeyedEvent } from "../../../src/service/facts/eventStore.ts";
import type { Counter } from "../../../src/service/facts/factTable.ts";
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

/** Creates the conversion of a decision, with the time of the conversion. */
export function createConversion(number: number, time: number, epoch = 1): KeyedEvent {
  const { event } = createImpression(number, time, epoch);
  return { key: { epoch, number, kind: "goal_2", decidedAt: time }, event: { ...event, counters: {} } };
}

export interface Sums {
  requests: number;
  impressions: number;
}

/** Sums up the year 2026. */
export async function readSums(store: EventStore): Promise<Sums> {
  const [requests = 0, impressions = 0] = await sumYear(store, ["ad_requests", "impressions"]);
  return { requests, impressions };
}

/** Sums up the conversions of `createConversion` of the year 2026. */
export async function countConversions(store: EventStore): Promise<number> {
  const [conversions = 0, others = 0] = await sumYear(store, ["goal_2", "goal_1"]);
  return conversions + others;
}

async function sumYear(store: EventStore, counters: Counter[]): Promise<number[]> {
  const span = { from: Date.UTC(2026, 0, 1), until: Date.UTC(2027, 0, 1) };
  const query = { ...span, conditions: [], groups: [], counters };
  const [row = []] = await sumFacts(store, query, AbortSignal.timeout(30_000));
  return row.map(Number);
}
