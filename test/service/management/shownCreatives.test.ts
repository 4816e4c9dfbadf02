/** Creatives that ran on a site: what publishers and networks see of them. */
import { expect, test } from "vitest";
import { addTokens, NETWORK } from "../support/catalogue.ts";
import { useService } from "../support/service.ts";

const DAY_MS = 86_400_000;
const CATALOGUE = {
  accounts: addTokens([...NETWORK, { id: 4, name: "Other publisher", role: "publisher", network: 1 }]),
  sites: [
    { id: 1, account: 2, name: "News", hostname: "news.example", publisherShare: "0.5" },
    { id: 2, account: 4, name: "Games", hostname: "games.example" },
  ],
  zones: [
    { id: 1, site: 1, name: "Top", size: "300x250" },
    { id: 2, site: 2, name: "Side", size: "300x250" },
  ],
  campaigns: [
    {
      id: 7,
      account: 3,
      name: "Boots",
      pricing: { model: "cpm", price: "1000" },
      variations: [
        { id: 70, size: "300x250", image: "https://img.example/a.png", url: "https://shop.example/" },
      ],
    },
  ],
};
const service = await useService(CATALOGUE, { limitUser: 0, limitIp: 0 });

const list = (account: number, site: number, query = "") =>
  service.send(`token-${account}`, "GET", `/v2/sites/${site}/creatives${query}`);
const BOOTS = {
  id: 70,
  size: "300x250",
  image: "https://img.example/a.png",
  url: "https://shop.example/",
  advertiser: { id: 3, name: "Advertiser" },
};

test("a publisher sees the creatives of the last seven days on its site, and no campaigns", async () => {
  expect((await list(2, 1)).json.result).toEqual([]);
  for (let at = 0; at < 2; at++) await fetch((await service.banner(1)).impression);
  await fetch((await service.banner(2)).impression);
  const shown = { ...BOOTS, impressions: 2, clicks: 0, revenue: 1 };
  const { json } = await list(2, 1);
  expect(json).toEqual({ request_metadata: { count: 1, limit: 50, offset: 0 }, result: [shown] });
  expect((await list(1, 1)).json.result).toEqual([shown]);
  expect((await list(4, 2)).json.result).toMatchObject([{ ...BOOTS, impressions: 1 }]);
  expect((await list(2, 1, "?offset=1")).json.result).toEqual([]);
  service.clock.time += 8 * DAY_MS;
  expect((await list(2, 1)).json.result).toEqual([]);
});

test("accounts do not see the creatives on sites of other accounts", async () => {
  expect((await list(2, 2)).status).toBe(404);
  expect((await list(3, 1)).status).toBe(403);
});
