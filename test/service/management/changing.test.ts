/** What a change brings with it: ids, owners, reviews, images, and the catalogue that is served from then on. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { CampaignExplanation } from "../../../src/protocol/management.ts";
import type { AdRequest } from "../../../src/protocol/placement.ts";
import { BusyError } from "../../../src/service/values/gate.ts";
import { manage } from "./support.ts";

const CREATIVE = { size: "300x250", image: "/creatives/a.png", url: "https://shop.example/" };
const CAMPAIGN = { name: "Shoes", pricing: { model: "cpm", price: "2" } };
const START = {
  accounts: [
    { id: 1, name: "Network", role: "network" },
    { id: 2, name: "Publisher", role: "publisher", network: 1 },
    { id: 3, name: "Advertiser", role: "advertiser", network: 1 },
    { id: 4, name: "Advertiser of nobody", role: "advertiser" },
  ],
  sites: [{ id: 1, account: 2, name: "News", hostname: "news.example" }],
  zones: [{ id: 1, site: 1, name: "Top", size: "300x250" }],
  campaigns: [
    { id: 5, account: 3, ...CAMPAIGN, budget: { daily: "5" }, variations: [{ id: 8, ...CREATIVE }] },
    { id: 2, account: 4, ...CAMPAIGN, variations: [{ id: 3, ...CREATIVE }] },
  ],
};

const NEW_CAMPAIGN = { account: 3, ...CAMPAIGN, variations: [CREATIVE, { ...CREATIVE, name: "Second" }] };
const ANY_VERSION = { "If-Match": "*" };

test("a new campaign has the next id, and each of its creatives the next one of all creatives", async () => {
  const managed = await manage(START);
  const { status, json } = await managed.send(1, "POST", "/v2/campaigns", NEW_CAMPAIGN);
  expect([status, json.result.id]).toEqual([201, 6]);
  expect((await managed.saved()).campaigns.at(-1).variations).toEqual([
    { ...CREATIVE, id: 9 },
    { ...CREATIVE, name: "Second", id: 10 },
  ]);
  expect(managed.catalogue().campaigns.get(6)?.name).toBe("Shoes");
});

test.each([
  ["no list", "none", { "[variations]": expect.any(String) }],
  ["a list of no creatives", ["none"], { "[variations][0]": expect.any(String) }],
  [
    "one of a size that no zone has",
    [{ ...CREATIVE, size: "1x1" }],
    { "[size]": "No zone has this size. There are: 300x250." },
  ],
])("a new campaign is refused when its creatives are %s", async (_what, variations, problem) => {
  const managed = await manage(START);
  const { status, json } = await managed.send(1, "POST", "/v2/campaigns", { ...NEW_CAMPAIGN, variations });
  expect([status, json]).toEqual([400, { errors: [problem] }]);
  expect(await managed.saved()).toEqual(START);
});

test("a creative that an advertiser makes or changes waits for review, and one of the network does not", async () => {
  const managed = await manage(START);
  const reviews = async (account: number, url: string) => {
    const path = "/v2/campaigns/5/creatives";
    const made = await managed.send(account, "POST", path, { ...CREATIVE, url });
    const changed = await managed.send(account, "PATCH", `${path}/8`, { url }, ANY_VERSION);
    return [made.json.result.review, changed.json.result.review];
  };
  expect(await reviews(1, "https://shop.example/1")).toEqual(["approved", "approved"]);
  expect(await reviews(3, "https://shop.example/2")).toEqual(["waiting", "waiting"]);
  expect(managed.catalogue().variations.get(8)?.variation).toMatchObject({
    ...{ url: "https://shop.example/2", review: "waiting" },
  });
});

test("a creative is of a size that some zone has, when it is made and when it is changed", async () => {
  const managed = await manage(START);
  const path = "/v2/campaigns/5/creatives";
  const refused = [400, { errors: [{ "[size]": "No zone has this size. There are: 300x250." }] }];
  const made = await managed.send(1, "POST", path, { ...CREATIVE, size: "1x1" });
  expect([made.status, made.json]).toEqual(refused);
  const changed = await managed.send(1, "PATCH", `${path}/8`, { size: "1x1" }, ANY_VERSION);
  expect([changed.status, changed.json]).toEqual(refused);
});

test.each([
  [3, "POST", "/v2/campaigns/5/creatives", { ...CREATIVE, review: "approved" }],
  [3, "PATCH", "/v2/campaigns/5/creatives/8", { review: "approved" }],
  [2, "POST", "/v2/sites", { name: "Mine", hostname: "mine.example", publisherShare: "1" }],
  [3, "PATCH", "/v2/campaigns/5", { pricing: { price: "0" } }],
  [3, "PATCH", "/v2/campaigns/5", { budget: { daily: "6" } }],
  [1, "PATCH", "/v2/accounts/2", { role: "network" }],
])("account %i may not %s %s what is not its own to set: %j", async (account, method, path, body) => {
  const managed = await manage(START);
  expect((await managed.send(account, method, path, body, ANY_VERSION)).status).toBe(403);
  expect(await managed.saved()).toEqual(START);
});

test("a network raises a budget that its advertiser may not raise", async () => {
  const managed = await manage(START);
  const body = { budget: { daily: "6" } };
  expect((await managed.send(1, "PATCH", "/v2/campaigns/5", body, ANY_VERSION)).status).toBe(200);
  expect(managed.catalogue().campaigns.get(5)?.budget).toEqual({ daily: "6" });
});

test("a password of an account is kept as a hash, when it is made and when it is changed", async () => {
  const managed = await manage(START);
  const account = { name: "Ben", role: "publisher", username: "ben", password: "a good password" };
  expect((await managed.send(1, "POST", "/v2/accounts", account)).status).toBe(201);
  const first = managed.catalogue().accounts.get(5)?.password;
  await managed.send(1, "PATCH", "/v2/accounts/5", { password: "another password" }, ANY_VERSION);
  const second = managed.catalogue().accounts.get(5)?.password;
  expect([first, second]).toEqual([expect.stringContaining("scrypt"), expect.stringContaining("scrypt")]);
  expect(first).not.toBe(second);
});

test("images that a change names are brought to this machine, and have to be there", async () => {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-images-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "a.png"), "");
  const images = {
    ...{ folder, store: () => Promise.reject(new Error("Nothing is uploaded.")) },
    bring: async (text: string) => {
      const [name] = /b\d\.png/.exec(text) ?? [];
      if (name) await writeFile(join(folder, name), "");
    },
  };
  const managed = await manage(START, { images, creatives: [folder] });
  const image = (name: string) => ({ ...CREATIVE, image: `/creatives/${name}` });
  const path = "/v2/campaigns/5/creatives";
  const campaign = (name: string) => ({ ...NEW_CAMPAIGN, variations: [image(name)] });
  expect((await managed.send(1, "POST", "/v2/campaigns", campaign("b1.png"))).status).toBe(201);
  expect((await managed.send(1, "POST", path, image("b2.png"))).status).toBe(201);
  expect((await managed.send(1, "PATCH", `${path}/8`, image("b3.png"), ANY_VERSION)).status).toBe(200);
  for (const name of ["missing.png", `${"x".repeat(1000)}.png`, "%00.png"]) {
    const { status, json } = await managed.send(1, "POST", path, image(name));
    const problem = expect.stringMatching(/^There is no file .+\.png in /);
    expect([status, json.errors]).toEqual([400, [{ "[image]": problem }]]);
  }
});

const QUESTION = { user: {}, zones: [{ id: 1 }, { id: 99 }] };
const explained = (id: number): CampaignExplanation => ({ id, name: "Shoes", excluded: [], chance: 50 });

test("an explanation has the campaigns of the network alone, and says which zones are not known", async () => {
  const asked: unknown[] = [];
  const explain = (request: AdRequest, _incoming: unknown, country: string | undefined) => {
    asked.push([request.zones, country]);
    return [[explained(5), explained(2), explained(77)], undefined];
  };
  const managed = await manage(START, { explain });
  const ask = (more: object) => managed.send(1, "POST", "/v1/placement/explain", { ...QUESTION, ...more });
  const { status, json } = await ask({});
  expect([status, json]).toEqual([
    200,
    { zones: [{ id: 1, campaigns: [explained(5)] }, null], errors: { 1: ["Zone 99 not found"] } },
  ]);
  await ask({ country: "DEU" });
  expect(asked).toEqual([
    [QUESTION.zones, undefined],
    [QUESTION.zones, "DEU"],
  ]);
  for (const country of ["XYZ", 1, null]) {
    const wrong = await ask({ country });
    expect([wrong.status, wrong.json]).toEqual([
      400,
      { errors: [{ "[country]": "Expected a code of three letters such as DEU." }] },
    ]);
  }
});

test("an explanation of what is no placement request names what is wrong with it", async () => {
  const managed = await manage(START);
  for (const body of [[], { user: {} }, { ...QUESTION, country: "DEU", zones: [{ id: "1" }] }]) {
    const { status, json } = await managed.send(1, "POST", "/v1/placement/explain", body);
    expect([status, json.errors.length > 0]).toEqual([400, true]);
  }
});

test("only so many ask for sums over events at once: 2 run, 64 wait, and others are told that it is busy", async () => {
  let running = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const facts = {
    exportRows: async () => {
      running += 1;
      await ended;
      throw new Error("That is all.");
    },
  };
  const { management, catalogue } = await manage(START, { facts });
  const network = catalogue().accounts.get(1);
  if (!network) throw new Error("No such account.");
  const ask = (at: number) =>
    at % 2 === 0 ? management.activity(network) : management.estimate(network, { sizes: ["300x250"] });
  const answers = Promise.allSettled(Array.from({ length: 66 }, (_, at) => ask(at)));
  await expect(ask(66)).rejects.toThrow(BusyError);
  await expect(ask(67)).rejects.toThrow(BusyError);
  expect(running).toBe(2);
  end();
  expect((await answers).every(({ status }) => status === "rejected")).toBe(true);
  expect(running).toBe(66);
});
