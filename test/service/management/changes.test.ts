/** What the log says of changes, and of those that were refused nothing. */
import { expect, test } from "vitest";
import { digestText } from "../../../src/service/management/auditLog.ts";
import { type Managed, manage } from "./support.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const CREATIVE = { size: "300x250", image: "https://img.example/a.png", url: "https://shop.example/" };
const CAMPAIGN = { name: "Shoes", pricing: { model: "cpm", price: "2" } };
/** Ids and places in lists differ. */
const START = {
  accounts: [
    { id: 1, name: "Network", role: "network" },
    { id: 12, name: "Publisher", role: "publisher", network: 1 },
    { id: 13, name: "Advertiser", role: "advertiser", network: 1 },
    { id: 14, name: "Other publisher", role: "publisher", network: 1 },
  ],
  sites: [
    { id: 24, account: 14, name: "Other", hostname: "other.example" },
    { id: 22, account: 12, name: "News", hostname: "news.example" },
  ],
  zones: [
    { id: 34, site: 24, name: "Other", size: "300x250" },
    { id: 32, site: 22, name: "Top", size: "300x250" },
  ],
  campaigns: [
    { id: 40, account: 1, ...CAMPAIGN, name: "Own", variations: [{ id: 50, ...CREATIVE }] },
    {
      ...{ id: 43, account: 13, ...CAMPAIGN },
      variations: [
        { id: 53, ...CREATIVE },
        { id: 54, ...CREATIVE },
      ],
    },
  ],
};

const start = () => manage(START, { now: () => NOON });

/** The log as the network reads it. */
async function readLog(managed: Managed, query = "") {
  const { json } = await managed.send(1, "GET", `/v2/changes${query}`);
  return json.result;
}

test.each<[string, string, object, object]>([
  ["accounts", "/v2/accounts/12", { name: "Anna" }, { id: 12, owner: 12, before: { name: "Publisher" } }],
  ["sites", "/v2/sites/22", { name: "Daily" }, { id: 22, owner: 12, before: { name: "News" } }],
  ["zones", "/v2/zones/32", { name: "Side" }, { id: 32, owner: 12, before: { name: "Top" } }],
  ["campaigns", "/v2/campaigns/43", { name: "Hats" }, { id: 43, owner: 13, before: { name: "Shoes" } }],
  [
    "creatives",
    "/v2/campaigns/43/creatives/54",
    { url: "https://hats.example/" },
    { id: 54, owner: 13, before: { url: "https://shop.example/" } },
  ],
])(
  "the log says of a change of %s what it was before and after, and whose it is",
  async (kind, path, body, line) => {
    const managed = await start();
    expect((await managed.send(1, "PATCH", path, body, { "If-Match": "*" })).status).toBe(200);
    const [entry, ...others] = await readLog(managed);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ action: "change", kind, ...line, after: body });
    expect(entry).toMatchObject({ time: "2026-11-20T12:00:00.000Z", account: { id: 1, name: "Network" } });
    expect(Object.keys(entry).sort()).toEqual(
      ["account", "action", "after", "before", "catalogue", "id", "kind", "owner", "time"].sort(),
    );
  },
);

test.each<[string, string, object, object]>([
  ["accounts", "/v2/accounts", { name: "Ben", role: "publisher" }, { id: 15, owner: 15 }],
  ["sites", "/v2/sites", { account: 14, name: "Third", hostname: "third.example" }, { id: 25, owner: 14 }],
  ["zones", "/v2/zones", { site: 22, name: "Third", size: "300x250" }, { id: 35, owner: 12 }],
  ["campaigns", "/v2/campaigns", { account: 13, ...CAMPAIGN, variations: [CREATIVE] }, { id: 44, owner: 13 }],
  ["creatives", "/v2/campaigns/43/creatives", CREATIVE, { id: 55, owner: 13 }],
])("the log says of new %s what they are, and nothing before", async (kind, path, body, line) => {
  const managed = await start();
  expect((await managed.send(1, "POST", path, body)).status).toBe(201);
  const [entry] = await readLog(managed);
  expect(entry).toMatchObject({ action: "create", kind, ...line, after: { id: entry.id } });
  expect(entry).not.toHaveProperty("before");
});

test("the log is read by kind and by id, page by page, and says which catalogue a change led to", async () => {
  const managed = await start();
  const texts: string[] = [];
  for (const [path, name] of [
    ["/v2/sites/22", "One"],
    ["/v2/zones/32", "Two"],
    ["/v2/zones/34", "Three"],
  ]) {
    await managed.send(1, "PATCH", path ?? "", { name }, { "If-Match": "*" });
    texts.push(await managed.text());
  }
  const names = async (query: string) =>
    (await readLog(managed, query)).map(({ after }: { after: { name: string } }) => after.name);
  expect(await names("?kind=zones")).toEqual(["Three", "Two"]);
  expect(await names("?id=32")).toEqual(["Two"]);
  expect(await names("?kind=sites&id=32")).toEqual([]);
  expect(await names("?limit=1&offset=1")).toEqual(["Two"]);
  const log: { catalogue: string }[] = await readLog(managed);
  expect(log.map(({ catalogue }) => catalogue)).toEqual(texts.reverse().map(digestText));
});

test("a network reads no change of what belongs to another", async () => {
  const others = { id: 2, name: "Other network", role: "network" };
  const managed = await manage({ ...START, accounts: [...START.accounts, others] });
  await managed.send(12, "PATCH", "/v2/sites/22", { name: "Mine" }, { "If-Match": "*" });
  await managed.send(2, "PATCH", "/v2/user", { name: "Renamed" });
  const ids = async (account: number) => {
    const { json } = await managed.send(account, "GET", "/v2/changes");
    return [json.request_metadata, json.result.map(({ id }: { id: number }) => id)];
  };
  expect(await ids(1)).toEqual([{ count: 1, limit: 50, offset: 0 }, [22]]);
  expect(await ids(2)).toEqual([{ count: 1, limit: 50, offset: 0 }, [2]]);
});

test("a change that changes nothing is answered, and neither written nor logged", async () => {
  const managed = await start();
  const before = await managed.text();
  const answer = await managed.send(1, "PATCH", "/v2/sites/22", { name: "News" }, { "If-Match": "*" });
  expect([answer.status, answer.json.result.name]).toEqual([200, "News"]);
  expect(await managed.text()).toBe(before);
  expect(await readLog(managed)).toEqual([]);
});

test.each<[string, object, object[]]>([
  ["/v2/sites/22", { hostname: "" }, [{ "[hostname]": "Expected a-z, 0-9, hyphen and dot." }]],
  ["/v2/campaigns/43", { pricing: { price: 2 } }, [{ "[pricing][price]": expect.any(String) }]],
  [
    "/v2/campaigns/43",
    { keywords: ["a", "b,c"] },
    [{ "[keywords][1]": "Expected one keyword, without a comma." }],
  ],
  ["/v2/campaigns/43/creatives/54", { url: "shop" }, [{ "[url]": "Expected an http or https address." }]],
  ["/v2/sites/22", { publisherShare: "2" }, [{ "[publisherShare]": 'Expected a share such as "0.70".' }]],
  [
    "/v2/campaigns/43",
    { targeting: { countries: ["DEU", "a: b"] } },
    [{ "[targeting][countries][1]": 'Unknown country "a: b".' }],
  ],
  ["/v2/zones/32", { site: 99 }, [{ "[site]": "Your account may not set this field." }]],
])(
  "a change of %s to %j is refused by the names of its own fields, and not logged",
  async (path, body, errors) => {
    const managed = await start();
    const { json } = await managed.send(1, "PATCH", path, body, { "If-Match": "*" });
    expect(json).toEqual({ errors });
    expect(await readLog(managed)).toEqual([]);
    expect(await managed.saved()).toEqual(START);
  },
);
