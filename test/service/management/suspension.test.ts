/** Suspended accounts: what they no longer serve, what their users may still do, and what the network sees. */
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { writeProblem } from "../../../src/protocol/problems.ts";
import { hashPassword } from "../../../src/service/signing/passwords.ts";
import { addTokens, NETWORK } from "../support/catalogue.ts";
import { type TestService, testService } from "../support/service.ts";

const PASSWORD = "a long password";
const password = await hashPassword(PASSWORD);
const variation = { size: "300x250", image: "https://img.example/a.png", url: "https://shop.example/" };
const [network, publisher, advertiser, otherPublisher, otherAdvertiser] = [1, 2, 3, 4, 5] as const;
const CATALOGUE = {
  accounts: addTokens([
    ...NETWORK.map((account) => ({ ...account, username: account.name, password })),
    { id: otherPublisher, name: "Other publisher", role: "publisher", network },
    { id: otherAdvertiser, name: "Other advertiser", role: "advertiser", network },
  ]),
  sites: [
    { id: 1, account: publisher, name: "News", hostname: "news.example" },
    { id: 2, account: otherPublisher, name: "Games", hostname: "games.example" },
  ],
  zones: [
    { id: 1, site: 1, name: "Top", size: "300x250" },
    { id: 2, site: 2, name: "Side", size: "300x250" },
  ],
  campaigns: [
    [7, advertiser],
    [8, otherAdvertiser],
  ].map(([id = 0, account]) => ({
    id,
    account,
    name: `Campaign ${id}`,
    pricing: { model: "cpm", price: "1" },
    priority: id === 7 ? 5 : 1,
    variations: [{ id: 10 * id, ...variation, image: `https://img.example/${id}.png` }],
  })),
};

let service: TestService;
beforeEach(async () => {
  service = await testService(CATALOGUE, { limitUser: 0, limitIp: 0 });
  onTestFinished(() => service[Symbol.asyncDispose]());
});

const send = (account: number, method: string, path: string, body?: object) =>
  service.send(`token-${account}`, method, path, body, { "If-Match": "*" });

/** Sends a request as an owner of an account; its API token is an editor. */
async function sendAsOwner(account: number, method: string, path: string, body: object) {
  const username = NETWORK.find(({ id }) => id === account)?.name;
  const { json } = await service.send("", "POST", "/v2/login", { username, password: PASSWORD });
  return service.send(json.token, method, path, body, { "If-Match": "*" });
}
const suspend = (account: number, suspended: boolean | null = true) =>
  sendAsOwner(network, "PATCH", `/v2/accounts/${account}`, { suspended });

/** Requests a zone. Resolves with the id of its campaign, or null. */
async function findCampaign(zone: number): Promise<string | null> {
  const response = await service.place({ user: {}, zones: [{ id: zone }] });
  const { zones, errors } = await response.json();
  expect([response.status, errors]).toEqual([200, {}]);
  return zones[0]?.data.image.match(/\d+/)[0] ?? null;
}

test("zones of a suspended publisher get no ad and no error, until the suspension ends", async () => {
  expect(await findCampaign(1)).toBe("7");
  expect((await suspend(publisher)).json.result).toMatchObject({ suspended: true });
  expect([await findCampaign(1), await findCampaign(2)]).toEqual([null, "7"]);
  const days = "from=2026-11-20&to=2026-11-20";
  const { json } = await send(publisher, "GET", `/v2/zones/1/unfilled?${days}`);
  expect(json.result).toEqual({ requests: 2, reasons: [{ reason: "suspended", requests: 1 }] });
  await suspend(publisher, null);
  expect(await findCampaign(1)).toBe("7");
});

test("campaigns of a suspended advertiser do not run, and others take their place", async () => {
  await suspend(advertiser);
  expect(await findCampaign(1)).toBe("8");
  await suspend(otherAdvertiser);
  expect(await findCampaign(1)).toBe(null);
  await suspend(advertiser, false);
  expect(await findCampaign(1)).toBe("7");
});

test("ads that were delivered before a suspension count as before", async () => {
  const { impression } = await service.banner(1);
  await suspend(publisher);
  await suspend(advertiser);
  expect((await fetch(impression)).headers.get("x-event")).toBe("counted");
  expect(await service.counted()).toMatchObject({ impressions: "1" });
});

test("an explanation names the suspended account", async () => {
  await suspend(advertiser);
  const explain = async (zone: number) => {
    const asked = { user: {}, zones: [{ id: zone }] };
    const { json } = await send(network, "POST", "/v2/placement/explain", asked);
    return json.zones[0].campaigns.map(({ id, excluded }: { id: number; excluded: object[] }) => [
      id,
      excluded,
    ]);
  };
  const ofAdvertiser = { rule: "account", problem: { code: "excluded-suspended-advertiser" } };
  expect(await explain(1)).toMatchObject([
    [7, [ofAdvertiser]],
    [8, []],
  ]);
  await suspend(publisher);
  const ofSite = { rule: "suspended", reason: "The site's account is suspended." };
  expect(await explain(1)).toMatchObject([
    [7, [ofAdvertiser]],
    [8, [ofSite]],
  ]);
});

test("activity shows suspended campaigns, and estimates leave out zones of suspended accounts", async () => {
  const estimate = async () => {
    const { json } = await send(network, "POST", "/v2/estimate", {
      account: advertiser,
      sizes: [variation.size],
    });
    return json.result.zones;
  };
  expect(await estimate()).toBe(2);
  await suspend(advertiser);
  await suspend(otherPublisher);
  const { campaigns } = (await send(network, "GET", "/v2/activity")).json.result;
  expect(campaigns.map(({ id, state }: { id: number; state: string }) => [id, state])).toEqual([
    [7, "suspended"],
    [8, "unmatched"],
  ]);
  expect(await estimate()).toBe(1);
});

test("users and tokens of a suspended account read, and change nothing", async () => {
  await suspend(publisher);
  const refused = [403, "The network has suspended this account; it can only be read."];
  const change = async (method: string, path: string, body?: object) => {
    const { status, json } = await send(publisher, method, path, body);
    return [status, json.message];
  };
  expect(await change("PATCH", "/v2/sites/1", { name: "Old news" })).toEqual(refused);
  expect(await change("POST", "/v2/zones", { site: 1, name: "New", size: "1x1" })).toEqual(refused);
  expect(await change("POST", "/v2/shares", { name: "Link" })).toEqual(refused);
  expect((await send(publisher, "GET", "/v2/sites/1")).json.result.name).toBe("News");
  expect((await send(publisher, "GET", "/v2/statistics/p/date")).status).toBe(200);
  expect((await send(publisher, "GET", "/v2/account")).json.suspended).toBe(true);
  expect((await send(network, "GET", "/v2/account")).json).not.toHaveProperty("suspended");
  expect((await send(network, "PATCH", "/v2/sites/1", { name: "Old news" })).status).toBe(200);
});

test("shared links of a suspended account stay readable", async () => {
  const link = await send(publisher, "POST", "/v2/shares", {
    name: "Link",
    role: "publisher",
    view: "?",
    days: 30,
  });
  await suspend(publisher);
  expect((await service.send(link.json.token, "GET", "/v2/statistics/p/date")).status).toBe(200);
});

test("only the network suspends, and never itself", async () => {
  expect((await sendAsOwner(publisher, "PATCH", "/v2/account", { suspended: true })).status).toBe(400);
  expect((await sendAsOwner(publisher, "PATCH", "/v2/accounts/2", { suspended: true })).status).toBe(403);
  const { status, json } = await suspend(network);
  expect([status, json.errors]).toEqual([400, [{ "[suspended]": "A network cannot be suspended." }]]);
  expect((await suspend(99)).status).toBe(404);
});

test("a network sets the time zone of its members", async () => {
  const change = (timezone: string) => sendAsOwner(network, "PATCH", "/v2/accounts/2", { timezone });
  expect((await change("Europe/Berlin")).json.result).toMatchObject({ timezone: "Europe/Berlin" });
  expect((await change("Mars/Olympus")).status).toBe(400);
});

test("users of the network still change a suspended account that they sign in to", async () => {
  await suspend(publisher);
  const credentials = { username: "Network", password: PASSWORD, account: publisher };
  const { json } = await service.send("", "POST", "/v2/login", credentials);
  const change = await service.send(json.token, "PATCH", "/v2/sites/1", { name: "Old" }, { "If-Match": "*" });
  expect(change.status).toBe(200);
});

test("an owner of a suspended account who only views its network changes nothing", async () => {
  const { json } = await service.send("", "POST", "/v2/login", { username: "Network", password: PASSWORD });
  const [owner] = (await service.send(json.token, "GET", "/v2/users?account=2")).json.result;
  const membership = { user: owner.id, role: "viewer", account: network };
  await service.send(json.token, "POST", "/v2/users", membership);
  await suspend(publisher);
  const credentials = { username: "Publisher", password: PASSWORD, account: publisher };
  const { token } = (await service.send("", "POST", "/v2/login", credentials)).json;
  const change = await service.send(token, "PATCH", "/v2/sites/1", { name: "Old" }, { "If-Match": "*" });
  expect(change.status).toBe(403);
  expect((await service.send(token, "GET", "/v2/sites/1")).status).toBe(200);
});

test("no conversion test of a suspended account starts, and links of earlier ones are over", async () => {
  const start = (account: number) => send(account, "POST", "/v2/campaigns/7/creatives/70/conversion-tests");
  const { link } = (await start(advertiser)).json.result as { link: string };
  const open = async () => (await fetch(link, { redirect: "manual" })).status;
  expect(await open()).toBe(302);
  await suspend(advertiser);
  expect(await open()).toBe(410);
  for (const account of [advertiser, network]) {
    const { status, json } = await start(account);
    expect([status, json.message]).toEqual([403, writeProblem({ code: "account-suspended" })]);
  }
});
