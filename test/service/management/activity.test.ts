/** Activity of zones and campaigns: last requests, fill and states. */
import { expect, test } from "vitest";
import { createManagement } from "../../../src/statistics/index.ts";
import { addTokens, aNetworkCampaign, CREATIVE, NETWORK } from "../support/catalogue.ts";
import { NOON, useService } from "../support/service.ts";
import { connect } from "./support.ts";

const ACCOUNTS = [
  ...NETWORK,
  { id: 11, name: "Other network", role: "network" },
  { id: 12, name: "Other publisher", role: "publisher", network: 11 },
];
const CATALOGUE = {
  accounts: addTokens(ACCOUNTS),
  sites: [
    { id: 1, account: 2, name: "News", hostname: "news.example" },
    { id: 2, account: 2, name: "Shop", hostname: "shop.example" },
    { id: 12, account: 12, name: "Other", hostname: "other.example" },
  ],
  zones: [
    { id: 1, site: 1, name: "Top", size: "300x250" },
    { id: 2, site: 1, name: "Never asked", size: "728x90" },
    { id: 3, site: 2, name: "Third", size: "300x250" },
    { id: 12, site: 12, name: "Other", size: "300x250" },
  ],
  campaigns: [
    aNetworkCampaign(1),
    aNetworkCampaign(2, { active: false }),
    aNetworkCampaign(3, { to: "2026-11-01" }),
    aNetworkCampaign(4, { from: "2026-12-01" }),
    aNetworkCampaign(5, { caps: { daily: 0 } }),
    aNetworkCampaign(6, { variations: [{ id: 6, ...CREATIVE, review: "waiting" }] }),
    aNetworkCampaign(7, { targeting: { zones: [2] } }),
    aNetworkCampaign(8, { deleted: true }),
  ],
};

const service = await useService(CATALOGUE);
const { impression } = await service.banner(1);
await fetch(impression);
await service.place({ user: {}, zones: [{ id: 1, keywords: "x" }] });

const as = (account: number) => createManagement(connect(service, account));

test("a publisher's activity lists each zone with its requests, fills and last request time", async () => {
  const { zones, campaigns } = await as(2).activity();
  expect(zones.find(({ id }) => id === 1)).toEqual({
    id: 1,
    requests: 2,
    filled: 2,
    last_request: new Date(NOON).toISOString(),
  });
  expect(zones.find(({ id }) => id === 2)).toEqual({ id: 2, last_request: null, requests: 0, filled: 0 });
  expect(campaigns).toEqual([]);
});

test("an advertiser's activity lists each campaign with its state and deliveries", async () => {
  const { campaigns, zones } = await as(3).activity();
  expect(zones).toEqual([]);
  expect(Object.fromEntries(campaigns.map(({ id, state }) => [id, state]))).toEqual({
    1: "running",
    2: "paused",
    3: "ended",
    4: "scheduled",
    5: "spent",
    6: "waiting",
    7: "unmatched",
    8: "archived",
  });
  expect(campaigns[0]).toMatchObject({
    impressions_today: 1,
    impressions_total: 1,
    cost_today: "0.002000000",
  });
});

test.each([
  [1, [1, 2, 3], 8],
  [11, [12], 0],
  [12, [12], 0],
])(
  "account %i sees only the activity of zones and campaigns that it manages",
  async (account, ids, campaigns) => {
    const activity = await as(account).activity();
    expect(activity.zones.map(({ id }) => id)).toEqual(ids);
    expect(activity.campaigns).toHaveLength(campaigns);
  },
);

test("activity counts the network's zones by size", async () => {
  expect((await as(3).activity()).sizes).toEqual([
    { size: "300x250", zones: 2 },
    { size: "728x90", zones: 1 },
  ]);
  expect((await as(11).activity()).sizes).toEqual([{ size: "300x250", zones: 1 }]);
});
