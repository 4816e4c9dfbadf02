/** Reasons why requests got no ad, by zone and by campaign, for accounts that may see them. */
import { expect, test } from "vitest";
import { createManagement } from "../../../src/statistics/index.ts";
import { addTokens, aNetwork, aNetworkCampaign, NETWORK } from "../support/catalogue.ts";
import { useService } from "../support/service.ts";
import { connect } from "./support.ts";

const pricing = { model: "cpm", price: "1000" };
const CATALOGUE = aNetwork({
  accounts: addTokens([
    ...NETWORK,
    { id: 4, name: "Other publisher", role: "publisher", network: 1 },
    { id: 5, name: "Other advertiser", role: "advertiser", network: 1 },
  ]),
  zones: [
    { id: 1, site: 1, name: "Top", size: "300x250" },
    { id: 2, site: 1, name: "Wide", size: "728x90" },
  ],
  campaigns: [
    aNetworkCampaign(7, { name: "Boots", pricing, budget: { daily: "2" } }),
    aNetworkCampaign(8, { account: 5, name: "Coats", pricing, caps: { daily: 0 }, priority: 3 }),
  ],
});
const QUARTER = 15 * 60_000;

/** From noon UTC: two ads, three requests after the budget is spent, two without a fitting creative, one by a robot. */
const service = await useService(CATALOGUE, { limitUser: 0, limitIp: 0 });
const place = async (zone: number, init?: RequestInit) => {
  const { status } = await service.place({ user: {}, zones: [{ id: zone }] }, init);
  if (status !== 200) throw new Error(`The placement was answered with ${status}.`);
};
for (let at = 0; at < 2; at++) {
  await fetch((await service.banner(1)).impression);
}
service.clock.time += QUARTER;
await place(1);
service.clock.time += QUARTER;
for (const zone of [1, 1, 2, 2]) await place(zone);
await place(2, { headers: { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" } });

const manage = (account: number) => createManagement(connect(service, account));
const days = { from: "2026-11-20", to: "2026-11-20" };

test("a network sees why a zone stayed empty and which campaign only its budget excluded", async () => {
  expect(await manage(1).zoneUnfilled(1, days)).toEqual({
    requests: 5,
    reasons: [{ reason: "budget", requests: 3, campaign: { id: 7, name: "Boots" } }],
  });
  expect(await manage(1).zoneUnfilled(2, days)).toEqual({
    requests: 2,
    reasons: [{ reason: "variations", requests: 2 }],
  });
});

test("a publisher sees the reasons why its zones stayed empty, without campaigns", async () => {
  expect(await manage(2).zoneUnfilled(1, days)).toEqual({
    requests: 5,
    reasons: [{ reason: "budget", requests: 3 }],
  });
});

test("days without requests return no reasons", async () => {
  const before = { from: "2026-11-18", to: "2026-11-19" };
  expect(await manage(1).zoneUnfilled(1, before)).toEqual({ requests: 0, reasons: [] });
});

test("an advertiser sees how many requests its campaign missed today because of its budget", async () => {
  const { days: found } = await manage(3).campaignUnfilled(7);
  expect(found).toEqual([
    { day: "2026-11-19", reasons: [] },
    { day: "2026-11-20", reasons: [{ reason: "budget", requests: 3, first: "2026-11-20T12:15:00.000Z" }] },
  ]);
  expect((await manage(5).campaignUnfilled(8)).days[1]?.reasons).toEqual([]);
});

test("on the next day spending and missed requests are reported by quarter hour", async () => {
  service.clock.time += 24 * 4 * QUARTER;
  const { days: found, spending } = await manage(3).campaignUnfilled(7);
  service.clock.time -= 24 * 4 * QUARTER;
  expect(found.map(({ day, reasons }) => [day, reasons.length])).toEqual([
    ["2026-11-20", 1],
    ["2026-11-21", 0],
  ]);
  expect(spending).toEqual({
    per_request: 1,
    quarters: [
      { start: "2026-11-20T12:00:00.000Z", cost: 2, missed: 0, share: expect.closeTo(0.6806, 4) },
      { start: "2026-11-20T12:15:00.000Z", cost: 0, missed: 1, share: expect.closeTo(0.6944, 4) },
      { start: "2026-11-20T12:30:00.000Z", cost: 0, missed: 2, share: expect.closeTo(0.7083, 4) },
    ],
  });
});

test.each([
  ["another publisher's zone", () => manage(4).zoneUnfilled(1, days), "There is no zone 1."],
  ["a zone that does not exist", () => manage(1).zoneUnfilled(9, days), "There is no zone 9."],
  ["another advertiser's campaign", () => manage(5).campaignUnfilled(7), "There is no campaign 7."],
])("the reasons for %s return the 404 of a missing entry", async (_what, ask, message) => {
  await expect(ask()).rejects.toMatchObject({ status: 404, message });
});

test.each([
  [{ from: "2026-11-20", to: "2026-11-19" }, "Expected a first and a last day, at most 1098 days."],
  [{ from: "20.11.2026", to: "2026-11-20" }, "Expected a day as YYYY-mm-dd."],
])("the days %j are refused with what was expected", async (asked, message) => {
  const problems = expect.arrayContaining([expect.objectContaining({ message })]);
  await expect(manage(1).zoneUnfilled(1, asked)).rejects.toMatchObject({ problems });
});

test("events of empty requests are stored with their reason and the excluded campaign", async () => {
  const rows = await service.rows(
    `SELECT unfilled_reason AS reason, excluded_campaign_id AS excluded, sum(ad_requests)::INTEGER AS requests,
       sum(robot_requests)::INTEGER AS robots
     FROM facts WHERE campaign_id IS NULL GROUP BY ALL ORDER BY ALL`,
  );
  expect(rows).toEqual([
    { reason: "budget", excluded: 7, requests: 3, robots: 0 },
    { reason: "variations", excluded: null, requests: 2, robots: 0 },
    { reason: null, excluded: null, requests: 0, robots: 1 },
  ]);
});
