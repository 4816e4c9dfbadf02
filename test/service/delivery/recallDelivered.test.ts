import { afterEach, beforeEach, expect, test } from "vitest";
import { LocalFrequencyCaps } from "../../../src/service/delivery/localFrequency.ts";
import { recallDelivered, recallFrequency } from "../../../src/service/delivery/recallDelivered.ts";
import { type LocalStore, openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import type { Event, EventCounters } from "../../../src/service/facts/eventStore.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";
import { TestClock } from "../support/service.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const MIDNIGHT = Date.parse("2026-11-20T00:00:00Z");
const LIFE = 120_000;

const folder = useEmptyFolder();
let store: LocalStore;
beforeEach(async () => {
  store = await openStore({ folder, clock: new TestClock(NOON) });
});
afterEach(() => store.close());

const createEvent = (campaign: number, time: number, counters: EventCounters): Event => ({
  time,
  zone: { zone_id: 1 },
  campaign: { campaign_id: campaign },
  visitor: {},
  counters,
});
const shown = (campaign: number, time: number) => createEvent(campaign, time, { impressions: 1, cost: 3n });

/** Creates an impression that a visitor's frequency cap counts. */
function keyed(number: number, campaign: number, time: number) {
  const event = { ...shown(campaign, time), frequency: { viewer: "reader", seconds: 600 } };
  return { key: { epoch: 1, number, kind: "impression" as const, decidedAt: time }, event };
}

test("delivered amounts are summed by campaign, for the UTC day and in total", async () => {
  await store.append([
    ...[shown(1, MIDNIGHT - 1000), shown(1, MIDNIGHT), shown(1, NOON)],
    createEvent(1, NOON, { clicks: 1, cost: 10n }),
    shown(2, MIDNIGHT - 1000),
    { ...createEvent(0, NOON, { ad_requests: 1 }), campaign: {} },
  ]);
  const delivered = await recallDelivered(store, { now: NOON, reservationLife: LIFE });
  expect(delivered.toSorted((a, b) => a.campaign - b.campaign)).toEqual([
    {
      campaign: 1,
      costToday: 16n,
      costTotal: 19n,
      shownToday: 2,
      shownTotal: 3,
      pending: 0,
      pendingCost: 0n,
    },
    { campaign: 2, costToday: 0n, costTotal: 3n, shownToday: 0, shownTotal: 1, pending: 0, pendingCost: 0n },
  ]);
});

test("decisions are pending while their reservation is valid", async () => {
  const filled = (time: number) => createEvent(1, time, { ad_requests: 1, filled: 1 });
  await store.append([filled(NOON - LIFE - 10_000), filled(NOON - 10_000), filled(NOON - 5000)]);
  const [delivered] = await recallDelivered(store, { now: NOON, reservationLife: LIFE });
  expect(delivered).toMatchObject({ campaign: 1, pending: 2, shownTotal: 0, costTotal: 0n });
  const [later] = await recallDelivered(store, { now: NOON + LIFE, reservationLife: LIFE });
  expect(later?.pending).toBe(0);
});

test("frequency caps recall views of existing campaigns", async () => {
  const frequency = [{ impressions: 5, seconds: 600 }];
  const catalogue = aCatalogue({ campaigns: [aCampaign({ id: 1, frequency })] });
  const [campaign] = catalogue.data.campaigns;
  if (!campaign) throw new Error("No campaign.");
  await store.appendKeyed([keyed(1, 1, NOON - 1000)]);
  await store.appendKeyed([keyed(2, 1, NOON - 500)]);
  await store.appendKeyed([keyed(3, 9, NOON - 500)]);
  const caps = new LocalFrequencyCaps({ reservationLife: LIFE });
  await recallFrequency(store, caps, catalogue, NOON);
  expect(caps.remaining("reader", campaign, NOON)).toBe(3);
  expect(caps.remaining("reader", campaign, NOON + 599_500)).toBe(5);
  const late = new LocalFrequencyCaps({ reservationLife: LIFE });
  await recallFrequency(store, late, catalogue, NOON + 600_000);
  expect(late.remaining("reader", campaign, NOON)).toBe(5);
});
