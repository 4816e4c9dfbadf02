/** Creatives that ran on a site: what publishers and networks see of them. */
import { expect, test } from "vitest";
import { addTokens, aNetwork, aNetworkCampaign, CREATIVE, NETWORK } from "../support/catalogue.ts";
import { useService } from "../support/service.ts";

const DAY_MS = 86_400_000;
const CATALOGUE = aNetwork({
  accounts: addTokens([...NETWORK, { id: 4, name: "Other publisher", role: "publisher", network: 1 }]),
  sites: [
    { id: 1, account: 2, name: "News", hostname: "news.example", publisherShare: "0.5" },
    { id: 2, account: 4, name: "Games", hostname: "games.example" },
  ],
  zones: [1, 2].map((site) => ({ id: site, site, name: "Top", size: "300x250" })),
  campaigns: [aNetworkCampaign(7, { pricing: { model: "cpm", price: "1000" } })],
});
const service = await useService(CATALOGUE, { limitUser: 0, limitIp: 0 });

const list = (account: number, site: number, query = "") =>
  service.send(`token-${account}`, "GET", `/v2/sites/${site}/creatives${query}`);
const SHOWN = { id: 70, ...CREATIVE, advertiser: { id: 3, name: "Advertiser" } };

test("a publisher sees the creatives of the last seven days on its site, and no campaigns", async () => {
  expect((await list(2, 1)).json.result).toEqual([]);
  for (let at = 0; at < 2; at++) await fetch((await service.banner(1)).impression);
  await fetch((await service.banner(2)).impression);
  const shown = { ...SHOWN, impressions: 2, clicks: 0, revenue: 1 };
  const { json } = await list(2, 1);
  expect(json).toEqual({ request_metadata: { count: 1, limit: 50, offset: 0 }, result: [shown] });
  expect((await list(1, 1)).json.result).toEqual([shown]);
  expect((await list(4, 2)).json.result).toMatchObject([{ ...SHOWN, impressions: 1 }]);
  expect((await list(2, 1, "?offset=1")).json.result).toEqual([]);
  service.clock.time += 8 * DAY_MS;
  expect((await list(2, 1)).json.result).toEqual([]);
});

test("accounts do not see the creatives on sites of other accounts", async () => {
  expect((await list(2, 2)).status).toBe(404);
  expect((await list(3, 1)).status).toBe(403);
});
