/** Activity computed from counted events: 24-hour requests, last request, daily and total delivery. */
import { expect, test } from "vitest";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { computeActivity } from "../../../src/service/management/activity.ts";
import { aNetwork, aNetworkCampaign, CREATIVE, getAccount } from "../support/catalogue.ts";
import { type CountedEvent, createFacts } from "../support/facts.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TODAY = Date.parse("2026-11-20T00:00:00Z");
/** 12:20 UTC. */
const NOW = TODAY + 12 * HOUR + 20 * 60_000;

const createCatalogue = (campaign: object = {}) =>
  parseCatalogue(
    aNetwork({
      zones: [1, 2].map((id) => ({ id, site: 1, name: `Zone ${id}`, size: "300x250" })),
      campaigns: [aNetworkCampaign(7, campaign)],
    }),
  );

async function read(events: CountedEvent[], campaign: object = {}) {
  const catalogue = createCatalogue(campaign);
  const parts = { facts: await createFacts(events), catalogue: () => catalogue, now: () => NOW };
  return computeActivity(getAccount(catalogue), parts, new AbortController().signal);
}

const zoneEvent = (zone: number, time: number, filled = 0): CountedEvent => ({
  time,
  values: { zone_id: zone },
  counted: { ad_requests: 1, filled },
});
const campaignEvent = (time: number, counted: CountedEvent["counted"]): CountedEvent => ({
  time,
  values: { campaign_id: 7 },
  counted,
});

const readZone = async (events: CountedEvent[]) => (await read(events)).zones[0];
const readCampaign = async (events: CountedEvent[], campaign: object = {}) =>
  (await read(events, campaign)).campaigns[0];

test("zone activity counts the last 24 hours and reports the hour of the last request", async () => {
  const events = [
    zoneEvent(1, NOW - DAY - 1),
    zoneEvent(1, NOW - DAY, 1),
    zoneEvent(1, NOW - 3 * HOUR, 1),
    zoneEvent(1, NOW),
    zoneEvent(2, NOW - 2 * DAY),
  ];
  expect((await read(events)).zones).toEqual([
    { id: 1, requests: 3, filled: 2, last_request: "2026-11-20T12:00:00.000Z" },
    { id: 2, requests: 0, filled: 0, last_request: "2026-11-18T00:00:00.000Z" },
  ]);
});

test("a zone's last request is the latest hour even when hours are counted out of order", async () => {
  const events = [zoneEvent(1, TODAY - HOUR), zoneEvent(1, TODAY - 2 * HOUR)];
  expect(await readZone(events)).toMatchObject({ last_request: "2026-11-19T23:00:00.000Z" });
});

test("a zone without requests for 30 days has no last request", async () => {
  expect(await readZone([zoneEvent(1, NOW - 30 * DAY)])).toMatchObject({
    last_request: "2026-10-21T00:00:00.000Z",
  });
  expect(await readZone([zoneEvent(1, NOW - 30 * DAY - 1)])).toMatchObject({ last_request: null });
});

test("impressions without a request do not set a zone's last request", async () => {
  const impression = (time: number) => ({ time, values: { zone_id: 1 }, counted: { impressions: 1 } });
  expect(await readZone([impression(NOW), impression(NOW - 2 * DAY)])).toMatchObject({ last_request: null });
});

test("campaign activity reports delivery of the current UTC day and in total", async () => {
  const given = { impressions: 1, cost: 0.002 };
  const events = [campaignEvent(0, given), campaignEvent(TODAY - 1, given), campaignEvent(TODAY, given)];
  expect(await readCampaign(events)).toEqual({
    id: 7,
    state: "unmatched",
    impressions_today: 1,
    impressions_total: 3,
    cost_today: "0.002000000",
    cost_total: "0.006000000",
    elapsed_today: 741 / 1440,
  });
  expect(await readCampaign([])).toEqual({
    id: 7,
    state: "unmatched",
    impressions_today: 0,
    impressions_total: 0,
    cost_today: "0.000000000",
    cost_total: "0.000000000",
    elapsed_today: 741 / 1440,
  });
});

const GOAL = { to: "2026-11-29", caps: { total: 1000 } };
const delivered = (day: number, impressions: number) =>
  campaignEvent(TODAY - day * DAY, { impressions, filled: impressions });

test("a campaign with a total and a last day has the progress of its days before today", async () => {
  const events = [
    delivered(10, 100),
    delivered(8, 100),
    delivered(7, 70),
    delivered(1, 70),
    delivered(0, 10),
  ];
  const rate = (350 - 10 + (140 / 7) * 10) / 1000;
  const progress = { of: "cap", delivered: 0.35, forecast: rate };
  expect((await readCampaign(events, { ...GOAL, from: "2026-11-10" }))?.progress).toEqual({
    ...progress,
    expected: expect.closeTo((10 + 740 / 1440) / 20),
  });
  // Its first delivery was on the same day.
  expect((await readCampaign(events, GOAL))?.progress).toMatchObject(progress);
});

test("a campaign that is not served has no progress", async () => {
  const events = [delivered(1, 70), delivered(0, 10)];
  for (const campaign of [
    { active: false },
    { deleted: true },
    { variations: [{ id: 1, ...CREATIVE, review: "waiting" }] },
  ])
    expect(await readCampaign(events, { ...GOAL, ...campaign })).not.toHaveProperty("progress");
  expect(await readCampaign(events, GOAL)).toHaveProperty("progress");
});

test("a campaign is running if it filled a request in the last 24 hours, otherwise unmatched", async () => {
  expect(await readCampaign([campaignEvent(NOW - DAY, { filled: 1 })])).toMatchObject({ state: "running" });
  expect(await readCampaign([campaignEvent(NOW - DAY - 1, { filled: 1 })])).toMatchObject({
    state: "unmatched",
  });
});
