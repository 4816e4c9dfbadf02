/** A network cannot tell entries of other networks from missing entries. */
import { expect, test } from "vitest";
import { GROUPINGS } from "../../../src/protocol/statistics.ts";
import { listKeys } from "../../../src/protocol/tables.ts";
import { INTERFACE_ROUTES } from "../../../src/service/http/routes.ts";
import { hashToken } from "../../../src/service/signing/passwords.ts";
import { useService } from "../support/service.ts";

const CREATIVE = { size: "300x250", image: "https://cdn.example/a.png", url: "https://shop.example/" };
/** Name prefix of each network's entries; network 1 must never see "Foreign". */
const NAMES = { 1: "Own", 2: "Foreign" } as const;
const NETWORKS = [1, 2] as const;
/** Each network with a publisher, an advertiser, a site, zones and a campaign; ids begin with the network's id. */
const CATALOGUE = {
  accounts: NETWORKS.flatMap((network) => [
    { id: network, name: NAMES[network], role: "network", apiTokens: [hashToken(`token-${network}`)] },
    ...["publisher", "advertiser"].map((role, at) => ({
      id: network * 10 + at,
      name: `${NAMES[network]} ${role}`,
      role,
      network,
      username: `${role}-${network}`,
      apiTokens: [hashToken(`token-${network * 10 + at}`)],
    })),
  ]),
  sites: NETWORKS.map((network) => ({
    id: network * 10,
    account: network * 10,
    name: `${NAMES[network]} site`,
    hostname: `site-${network * 10}.example`,
  })),
  zones: NETWORKS.flatMap((network) => [
    { id: network * 10, site: network * 10, name: `${NAMES[network]} zone`, size: "300x250" },
    { id: network * 10 + 1, site: network * 10, name: `${NAMES[network]} zone`, size: `${network}x1` },
  ]),
  offers: NETWORKS.map((network) => ({
    id: network * 10,
    account: network * 10 + 1,
    name: `${NAMES[network]} offer`,
  })),
  offerLandingPages: NETWORKS.map((network) => ({
    id: network * 10,
    offer: network * 10,
    name: `${NAMES[network]} page`,
  })),
  campaigns: NETWORKS.map((network) => ({
    id: network * 10,
    account: network * 10 + 1,
    offer: network * 10,
    name: `${NAMES[network]} campaign`,
    pricing: { model: "cpm", price: "1" },
    variations: [{ id: network * 10, name: `${NAMES[network]} creative`, ...CREATIVE }],
  })),
};

const service = await useService(CATALOGUE, { limitUser: 0, limitStatisticsIp: 0, limitStatisticsUser: 0 });
for (const zone of [10, 20]) await fetch((await service.banner(zone)).impression);

async function send(
  account: number,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<[number, string]> {
  const sent = { "If-Match": "*", ...headers };
  const { status, text } = await service.send(`token-${account}`, method, path, body, sent);
  return [status, text.replace(/,"request_id":"[^"]*"/, "")];
}

/** An id of the other network, and an id that does not exist. */
const [FOREIGN, UNKNOWN] = [20, 77];
const campaign = (more: object) => ({
  account: 11,
  name: "New",
  pricing: { model: "cpm", price: "1" },
  variations: [CREATIVE],
  ...more,
});

const REPORTS = { a: "/v2/statistics/a/global", p: "/v2/statistics/p/global" };
const only = (key: string, id: number) => ({ filter: { [key]: [id] }, group_by: [], totals: 1 });

/** `ID` in a path is replaced by the id, which is also passed to the body's function. */
type Question = [what: string, account: number, request: string, body?: (id: number) => object];
const sized = (more: object) => ({ sizes: ["300x250"], ...more });
test.each<Question>([
  ["read a site", 1, "GET /v2/sites/ID"],
  ["read a zone", 1, "GET /v2/zones/ID"],
  ["read a campaign", 1, "GET /v2/campaigns/ID"],
  ["read creatives", 1, "GET /v2/campaigns/ID/creatives"],
  ["read an account", 1, "GET /v2/accounts/ID"],
  ["change a site", 1, "PATCH /v2/sites/ID", () => ({ name: "x" })],
  ["change a zone", 1, "PATCH /v2/zones/ID", () => ({ name: "x" })],
  ["change a campaign", 11, "PATCH /v2/campaigns/ID", () => ({ name: "x" })],
  ["change an account", 1, "PATCH /v2/accounts/ID", () => ({ name: "x" })],
  ["change a creative", 1, "PATCH /v2/campaigns/ID/creatives/ID", () => ({ name: "x", size: "300x250" })],
  ["change, through its own campaign, a creative", 1, "PATCH /v2/campaigns/10/creatives/ID", () => ({})],
  ["block an advertiser", 10, "PATCH /v2/sites/10", (id) => ({ blockedAdvertisers: [id + 1] })],
  [
    ...(["create a site that blocks an advertiser", 1, "POST /v2/sites"] as const),
    (id) => ({ account: 10, name: "x", hostname: "x.example", blockedAdvertisers: [id + 1] }),
  ],
  ["add a creative", 1, "POST /v2/campaigns/ID/creatives", () => CREATIVE],
  ["create a zone on a site", 10, "POST /v2/zones", (site) => ({ site, name: "x", size: "1x1" })],
  [
    ...(["create a site for a publisher", 1, "POST /v2/sites"] as const),
    (account) => ({ account, name: "x", hostname: "x.example" }),
  ],
  ["create a campaign for an advertiser", 1, "POST /v2/campaigns", (id) => campaign({ account: id + 1 })],
  ["target a site", 1, "PATCH /v2/campaigns/10", (id) => ({ targeting: { sites: [id] } })],
  ["target a zone", 1, "PATCH /v2/campaigns/10", (id) => ({ targeting: { zones: [id] } })],
  [
    "create a campaign that targets a site",
    1,
    "POST /v2/campaigns",
    (id) => campaign({ targeting: { sites: [id] } }),
  ],
  ["name an offer", 1, "PATCH /v2/campaigns/10", (offer) => ({ offer })],
  ["name a landing page", 1, "PATCH /v2/campaigns/10", (id) => ({ offerLandingPage: id })],
  ["explain a zone", 1, "POST /v2/placement/explain", (id) => ({ user: {}, zones: [{ id }] })],
  [
    ...(["explain, together with its own zone, a zone", 1, "POST /v2/placement/explain"] as const),
    (id) => ({ user: { referer: "https://site-20.example/" }, zones: [{ id: 10 }, { id }] }),
  ],
  ["estimate for a site", 1, "POST /v2/estimate", (id) => sized({ targeting: { sites: [id] } })],
  ["estimate for a zone", 11, "POST /v2/estimate", (id) => sized({ targeting: { zones: [id] } })],
  ["look for changes", 1, "GET /v2/changes?kind=zones&id=ID"],
  ["search a site", 1, "GET /v2/sites?search=ID&deleted=1"],
  ["estimate for an advertiser", 1, "POST /v2/estimate", (id) => sized({ account: id + 1 })],
  ["read a page", 1, "POST /v2/page", (id) => ({ address: `https://site-${id}.example/` })],
  ...["zone_id", "site_id", "publisher_id"].map(
    (key): Question => [`report on a ${key}`, 1, `POST ${REPORTS.p}`, (id) => only(key, id)],
  ),
  ...["campaign_id", "variation_id", "offer_id", "zone_id"].map(
    (key): Question => [`report on a ${key}`, 1, `POST ${REPORTS.a}`, (id) => only(key, id)],
  ),
])(
  "a request to %s of another network is answered as for a missing one",
  async (_what, account, request, body) => {
    const [method = "", path = ""] = request.split(" ");
    const ask = async (id: number) => {
      const [status, text] = await send(account, method, path.replaceAll("ID", String(id)), body?.(id));
      return [status, text.replaceAll(String(id), "ID").replaceAll(String(id + 1), "ID+1")];
    };
    expect(await ask(FOREIGN)).toEqual(await ask(UNKNOWN));
  },
);

test("targeting a site of another network is refused with the path of that site", async () => {
  const [status, text] = await send(1, "PATCH", "/v2/campaigns/10", { targeting: { sites: [10, 20] } });
  expect([status, JSON.parse(text)]).toEqual([
    400,
    {
      message: "[targeting][sites][1]: No site of its network has the id 20.",
      errors: [{ "[targeting][sites][1]": "No site of its network has the id 20." }],
      codes: [{ code: "reference-missing-in-network", what: "site", id: 20 }],
    },
  ]);
  expect((await send(2, "PATCH", "/v2/campaigns/20", { targeting: { sites: [20] } }))[0]).toBe(200);
});

test("a network's explanation of its zone lists only its own campaigns", async () => {
  const [status, text] = await send(2, "POST", "/v2/placement/explain", { user: {}, zones: [{ id: 20 }] });
  expect([status, JSON.parse(text).zones[0].campaigns.map(({ id }: { id: number }) => id)]).toEqual([
    200,
    [20],
  ]);
});

test("a size that only another network has is refused and not listed", async () => {
  const [status, text] = await send(1, "POST", "/v2/campaigns/10/creatives", { ...CREATIVE, size: "2x1" });
  const message = "No zone has this size. There are: 1x1, 300x250.";
  expect([status, JSON.parse(text)]).toEqual([
    400,
    {
      message: `[size]: ${message}`,
      errors: [{ "[size]": message }],
      codes: [{ code: "size-unused", sizes: ["1x1", "300x250"] }],
    },
  ]);
});

const LISTS = listKeys(INTERFACE_ROUTES).filter(
  (route) => route.startsWith("GET ") && !route.includes(":") && route !== "GET /openapi.json",
);
test.each(LISTS)("%s shows nothing of another network", async (route) => {
  for (const account of [1, 10, 11]) {
    const [status, text] = await send(account, "GET", `${route.slice(4)}`);
    expect([200, 403]).toContain(status);
    expect(text).not.toContain("Foreign");
  }
});

test.each(listKeys(GROUPINGS))("a report by %s shows nothing of another network", async (grouping) => {
  const shown: string[] = [];
  for (const account of [1, 10, 11]) {
    for (const path of Object.values(REPORTS)) {
      const body = { group_by: [grouping], detailed: 1, totals: 1 };
      const [status, text] = await send(account, "POST", path, body);
      if (status !== 200) continue;
      shown.push(text);
      const impressions = Number(JSON.parse(text).result_total.impressions);
      expect([account, path, impressions]).toEqual([account, path, 1]);
    }
  }
  expect(shown.join()).not.toContain("Foreign");
});

test("idempotency keys are separate for each network", async () => {
  const key = { "idempotency-key": "one" };
  const change = (id: number) => send(id / 10, "PATCH", `/v2/zones/${id}`, { name: `Key ${id}` }, key);
  const look = async (account: number) =>
    JSON.parse((await send(account, "GET", "/v2/changes?request=one"))[1]);
  expect((await change(20))[0]).toBe(200);
  expect(await look(1)).toMatchObject({ request_metadata: { count: 0 }, result: [] });
  const [status, text] = await change(10);
  expect([status, JSON.parse(text).result.name]).toEqual([200, "Key 10"]);
  expect((await look(1)).result.map(({ id }: { id: number }) => id)).toEqual([10]);
  expect((await look(2)).result.map(({ id }: { id: number }) => id)).toEqual([20]);
});

test("revoking a link of another network is answered as for an unknown link", async () => {
  const link = { name: "Link", role: "publisher", view: "?", days: 1 };
  const { id } = JSON.parse((await send(20, "POST", "/v2/shares", link))[1]);
  const answers = [await send(1, "DELETE", `/v2/shares/${id}`), await send(1, "DELETE", "/v2/shares/none")];
  expect(answers[0]).toEqual(answers[1]);
  expect((await send(20, "DELETE", `/v2/shares/${id}`))[0]).toBe(204);
});
