/** Effects of changes: ids, permissions, approval fields, images, explanations and bounded errors. */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { CampaignExplanation } from "../../../src/protocol/management.ts";
import { type Facts, sumFacts } from "../../../src/service/facts/sumFacts.ts";
import { MAX_EXPLANATION, type ManagementParts } from "../../../src/service/management/management.ts";
import { BusyError } from "../../../src/service/runtime/gate.ts";
import { mapSliced } from "../../../src/service/runtime/slices.ts";
import { getOrMake } from "../../../src/service/values/getOrMake.ts";
import { defer } from "../../support/defer.ts";
import { makeFolder } from "../../support/folder.ts";
import { aNetwork, getAccount, NETWORK } from "../support/catalogue.ts";
import { listen } from "../support/otherServers.ts";
import { countPerTurn } from "../support/turns.ts";
import { type Managed, manage } from "./support.ts";

const CREATIVE = { size: "300x250", image: "/creatives/a.png", url: "https://shop.example/" };
const CAMPAIGN = { name: "Shoes", pricing: { model: "cpm", price: "2" } };
const START = aNetwork({
  accounts: [...NETWORK, { id: 4, name: "Advertiser without a network", role: "advertiser" }],
  campaigns: [
    { id: 5, account: 3, ...CAMPAIGN, budget: { daily: "5" }, variations: [{ id: 8, ...CREATIVE }] },
    { id: 2, account: 4, ...CAMPAIGN, variations: [{ id: 3, ...CREATIVE }] },
  ],
});

const NEW_CAMPAIGN = { account: 3, ...CAMPAIGN, variations: [CREATIVE, { ...CREATIVE, name: "Second" }] };
const ANY_VERSION = { "If-Match": "*" };

test("a new campaign and its creatives get the next free ids of their kinds", async () => {
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
  ["not a list", "none", { "[variations]": expect.any(String) }],
  ["a list of texts", ["none"], { "[variations][0]": expect.any(String) }],
  [
    "of a size that no zone has",
    [{ ...CREATIVE, size: "1x1" }],
    { "[size]": "No zone has this size. There are: 300x250." },
  ],
])("a new campaign is refused when its creatives are %s", async (_what, variations, problem) => {
  const managed = await manage(START);
  const { status, json } = await managed.send(1, "POST", "/v2/campaigns", { ...NEW_CAMPAIGN, variations });
  expect([status, json]).toEqual([400, { errors: [problem] }]);
  expect(await managed.saved()).toMatchObject(START);
});

test("a new first or last day before 2000 is refused, but a stored one does not block other changes", async () => {
  const [first, ...others] = START.campaigns;
  const managed = await manage({ ...START, campaigns: [{ ...first, to: "0026-12-31" }, ...others] });
  const refuse = (field: string) => [
    400,
    { errors: [{ [`[${field}]`]: "Expected a day from 2000-01-01 on." }] },
  ];
  const made = await managed.send(1, "POST", "/v2/campaigns", { ...NEW_CAMPAIGN, from: "1999-12-31" });
  expect([made.status, made.json]).toEqual(refuse("from"));
  const patch = (body: object) => managed.send(1, "PATCH", "/v2/campaigns/5", body, ANY_VERSION);
  const changed = await patch({ to: "0027-12-31" });
  expect([changed.status, changed.json]).toEqual(refuse("to"));
  expect((await patch({ name: "Boots", to: "0026-12-31" })).status).toBe(200);
  expect((await patch({ to: "2000-01-01" })).status).toBe(200);
  const [{ version }] = (await managed.send(1, "GET", "/v2/campaigns")).json.result;
  const bulk = { ids: [5], versions: [version], patch: { to: "0026-12-31" } };
  const { status, json } = await managed.send(1, "POST", "/v2/campaigns/bulk", bulk);
  expect([status, json.errors]).toEqual([409, [{ "[ids][0]": "Expected a day from 2000-01-01 on." }]]);
});

test("a creative whose size no zone has is refused on creation and on change", async () => {
  const managed = await manage(START);
  const path = "/v2/campaigns/5/creatives";
  const refused = [400, { errors: [{ "[size]": "No zone has this size. There are: 300x250." }] }];
  const made = await managed.send(1, "POST", path, { ...CREATIVE, size: "1x1" });
  expect([made.status, made.json]).toEqual(refused);
  const changed = await managed.send(1, "PATCH", `${path}/8`, { size: "1x1" }, ANY_VERSION);
  expect([changed.status, changed.json]).toEqual(refused);
});

test.each([
  [2, "POST", "/v2/sites", { name: "Mine", hostname: "mine.example", publisherShare: "1" }],
  [3, "PATCH", "/v2/campaigns/5", { pricing: { price: "0" } }],
  [3, "PATCH", "/v2/campaigns/5", { budget: { daily: "6" } }],
  [1, "PATCH", "/v2/accounts/2", { role: "network" }],
])("account %i may not %s %s with fields that it cannot set: %j", async (account, method, path, body) => {
  const managed = await manage(START);
  expect((await managed.send(account, method, path, body, ANY_VERSION)).status).toBe(403);
  expect(await managed.saved()).toMatchObject(START);
});

test.each([1, 3])("account %i cannot create or change a creative with approval fields", async (account) => {
  const managed = await manage(START);
  const path = "/v2/campaigns/5/creatives";
  for (const fields of [{ review: "approved" }, { pending: null }, { sentAt: null }, { reason: "" }]) {
    const made = await managed.send(account, "POST", path, { ...CREATIVE, ...fields });
    const changed = await managed.send(account, "PATCH", `${path}/8`, fields, ANY_VERSION);
    expect([made.status, changed.status]).toEqual([400, 400]);
  }
  expect(await managed.saved()).toMatchObject(START);
});

test("a network can raise the budget of its advertiser's campaign", async () => {
  const managed = await manage(START);
  const body = { budget: { daily: "6" } };
  expect((await managed.send(1, "PATCH", "/v2/campaigns/5", body, ANY_VERSION)).status).toBe(200);
  expect(managed.catalogue().campaigns.get(5)?.budget).toEqual({ daily: "6" });
});

test("a new account with a user name or password is refused", async () => {
  const managed = await manage(START);
  const account = { name: "Ben", role: "publisher", username: "ben", password: "a good password" };
  const { status, json } = await managed.send(1, "POST", "/v2/accounts", account);
  const message = "This field was not expected.";
  expect([status, json.errors]).toEqual([400, [{ "[username]": message }, { "[password]": message }]]);
});

test("a change fetches the images it references and is refused if one is missing", async () => {
  const folder = makeFolder();
  await writeFile(join(folder, "a.png"), "");
  const images = {
    folder,
    store: () => Promise.reject(new Error("Nothing is uploaded.")),
    bring: async () => {},
    sweep: async () => {},
    retain: async (text: string) => {
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
    const made = await managed.send(1, "POST", path, image(name));
    const changed = await managed.send(3, "PATCH", `${path}/8`, image(name), ANY_VERSION);
    const problem = expect.stringMatching(/^There is no file .+\.png below \/creatives\/\.$/);
    for (const { status, json } of [made, changed])
      expect([status, json.errors]).toEqual([400, [{ "[image]": problem }]]);
  }
});

test("a change retains only images that its creatives reference", async () => {
  const kept: string[] = [];
  const retain = async (text: string) => void kept.push(text);
  const images = {
    folder: "",
    store: () => Promise.reject(),
    bring: async () => {},
    sweep: async () => {},
    retain,
  };
  const managed = await manage(START, { images });
  const image = `/creatives/image-${"0".repeat(32)}.png`;
  const names = Array.from({ length: 100 }, () => image);
  const requests = [
    ["POST", "/v2/campaigns", { ...NEW_CAMPAIGN, name: names, keywords: names, variations: [names, image] }],
    ["POST", "/v2/campaigns/5/creatives", { ...CREATIVE, name: names }],
    ["PATCH", "/v2/campaigns/5", { name: names }],
    ["PATCH", "/v2/sites/1", { name: names }],
  ] as const;
  for (const [method, path, body] of requests)
    expect((await managed.send(1, method, path, body, ANY_VERSION)).status).toBe(400);
  expect(kept.filter((text) => text.includes("image-"))).toEqual([]);
  await managed.send(1, "POST", "/v2/campaigns/5/creatives", { ...CREATIVE, image });
  expect(kept.at(-1)).toBe(image);
});

const QUESTION = { user: {}, zones: [{ id: 1 }, { id: 99 }] };
const explained = (id: number): CampaignExplanation => ({ id, name: "Shoes", excluded: [], chance: 50 });

test("an explanation contains only the network's campaigns and reports unknown zones", async () => {
  const asked: unknown[] = [];
  const explain: ManagementParts["explain"] = ({ zones }, _, { country, isExplained = () => true }) => {
    const own = managed.catalogue().data.campaigns.filter(isExplained);
    asked.push([zones, country]);
    return mapSliced(zones, () => own.map(({ id }) => explained(id)));
  };
  const managed: Managed = await manage(START, { explain });
  const ask = (more: object) => managed.send(1, "POST", "/v2/placement/explain", { ...QUESTION, ...more });
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
      { errors: [{ "[country]": "Expected a three-letter country code." }] },
    ]);
  }
});

/** Answers each zone of a request with `count` explanations, and records how many were made. */
function explainMany(count: number, name = "Shoes") {
  const made: number[] = [];
  function* explainOne(at: number) {
    for (let id = 1; id <= count; id++) {
      made[at] = id;
      yield { ...explained(id), name };
    }
  }
  const known = new Map<string | undefined, Iterable<CampaignExplanation>>();
  const explain: ManagementParts["explain"] = ({ zones }) =>
    mapSliced(zones, ({ keywords }, at) => getOrMake(known, keywords, () => explainOne(at)));
  return { explain, made };
}

test("equal zones of a request are explained once, and each has the explanation", async () => {
  const { explain, made } = explainMany(3);
  const managed = await manage(START, { explain });
  const zones = [{ id: 1 }, { id: 99 }, { id: 1 }, { id: 1, keywords: "a" }];
  const { json } = await managed.send(1, "POST", "/v2/placement/explain", { user: {}, zones });
  const zone = { id: 1, campaigns: [1, 2, 3].map(explained) };
  expect(json).toEqual({ zones: [zone, null, zone, zone], errors: { 1: ["Zone 99 not found"] } });
  expect(made).toEqual([3, undefined, undefined, 3]);
});

test.each<[string, (at: number) => object, number]>([
  ["equal zones", () => ({ id: 1 }), 1000],
  ["different zones", (at) => ({ id: 1, keywords: `${at}` }), 1000],
  ["one zone", () => ({ id: 1 }), 20_000],
])("an explanation of %s that is over 16 MB is refused before it is made", async (_what, zone, count) => {
  const { explain, made } = explainMany(count, "é".repeat(1000));
  const managed = await manage(START, { explain });
  const zones = Array.from({ length: count > 1000 ? 1 : 20 }, (_, at) => zone(at));
  const { status, json } = await managed.send(1, "POST", "/v2/placement/explain", { user: {}, zones });
  const reason = "The explanations are too long for one answer: 16 MB. Ask for fewer zones at once.";
  expect([status, json]).toEqual([400, { errors: [{ "[zones]": reason }] }]);
  const all = made.reduce((sum, each = 0) => sum + each, 0);
  expect(all).toBeLessThan(MAX_EXPLANATION / 1000);
});

test("explanations are made in steps of 16, between which other work runs", async () => {
  const { value, all, most } = await countPerTurn(async (note) => {
    const { explain } = explainMany(500);
    function* watch(zone: Iterable<CampaignExplanation>) {
      for (const one of zone) {
        note();
        yield one;
      }
    }
    const watched: ManagementParts["explain"] = function* (...asked) {
      const explained = yield* explain(...asked);
      return explained.map((zone) => zone && watch(zone));
    };
    const managed = await manage(START, { explain: watched });
    const zones = Array.from({ length: 5 }, (_, at) => ({ id: 1, keywords: `${at}` }));
    return managed.send(1, "POST", "/v2/placement/explain", { user: {}, zones });
  });
  expect([value.status, all]).toEqual([200, 5 * 500]);
  expect(most).toBeLessThanOrEqual(2 * 16);
});

test("explanations run one at a time, accounts in turn, and 64 of an account wait", async () => {
  const order: string[] = [];
  let isEnded = false;
  const accounts = [...START.accounts, { id: 9, name: "Other network", role: "network" }];
  const explain: ManagementParts["explain"] = function* ({ user }) {
    order.push(user.id ?? "");
    while (!isEnded) yield;
    return [undefined];
  };
  const managed = await manage({ ...START, accounts }, { explain });
  const ask = async (account: number, id: string) =>
    (await managed.send(account, "POST", "/v2/placement/explain", { user: { id }, zones: [{ id: 1 }] }))
      .status;
  const first = Array.from({ length: 65 }, (_, at) => ask(1, `a${at}`));
  await expect.poll(() => order).toEqual(["a0"]);
  const other = ask(9, "b");
  // The status of a `BusyError` outside of the interface's routes.
  expect(await ask(1, "late")).toBe(500);
  isEnded = true;
  expect(new Set(await Promise.all([...first, other]))).toEqual(new Set([200]));
  expect(order.slice(0, 3)).toEqual(["a0", "a1", "b"]);
});

test("explaining an invalid placement request returns 400 with its problems", async () => {
  const managed = await manage(START);
  for (const body of [[], { user: {} }, { ...QUESTION, country: "DEU", zones: [{ id: "1" }] }]) {
    const { status, json } = await managed.send(1, "POST", "/v2/placement/explain", body);
    expect([status, json.errors.length > 0]).toEqual([400, true]);
  }
});

test("of many activity and estimate queries 2 run, 64 wait and the next ones are refused as busy", async () => {
  let running = 0;
  const end = defer();
  const facts = {
    writeAnswer: async () => {
      running += 1;
      await end.promise;
      throw new Error("That is all.");
    },
  };
  const { management, catalogue } = await manage(START, { facts });
  const network = getAccount(catalogue());
  const ask = (at: number) =>
    at % 2 === 0 ? management.activity(network) : management.estimate(network, { sizes: ["300x250"] });
  const answers = Promise.allSettled(Array.from({ length: 66 }, (_, at) => ask(at)));
  await expect(ask(66)).rejects.toThrow(BusyError);
  await expect(ask(67)).rejects.toThrow(BusyError);
  expect(running).toBe(2);
  end.resolve();
  expect((await answers).every(({ status }) => status === "rejected")).toBe(true);
  expect(running).toBe(66);
});

test("a query that takes too long is refused as such", async () => {
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(timeout.signal);
  onTestFinished(() => void vi.restoreAllMocks());
  const facts = {
    writeAnswer: async () => {
      timeout.abort();
      throw new Error("This operation was aborted");
    },
  };
  const { management, catalogue } = await manage(START, { facts });
  const network = getAccount(catalogue());
  await expect(management.activity(network)).rejects.toThrow(new BusyError("slow-numbers"));
});

test("accounts take turns in the queue of queries", async () => {
  const order: string[] = [];
  const end = defer();
  const facts = {
    writeAnswer: async ({ query }: Parameters<Facts["writeAnswer"]>[0]) => {
      order.push(JSON.stringify(query.conditions).includes("10") ? "other" : "first");
      await end.promise;
      throw new Error("That is all.");
    },
  };
  const other = { id: 9, name: "Other network", role: "network" };
  const member = { id: 10, name: "Its publisher", role: "publisher", network: 9 };
  const accounts = [...START.accounts, other, member];
  const { management, catalogue } = await manage({ ...START, accounts }, { facts });
  const ask = (id: number) => {
    const days = { from: "2026-11-20", to: "2026-11-20" };
    return management.performance(getAccount(catalogue(), id), { by: ["date"], role: "publisher", days });
  };
  const answers = Promise.allSettled([1, 1, 1, 1, 1, 9].map(ask));
  end.resolve();
  await answers;
  expect(order).toEqual(["first", "first", "first", "other", "first", "first"]);
});

/** Answers queries with this many rows. */
function writeRows(count: number): Facts {
  const folder = makeFolder();
  return {
    writeAnswer: async ({ query }) => {
      const path = join(folder, randomUUID());
      const lines = Array.from(
        { length: Math.min(count, query.limit) },
        (_, at) => `["${at + 1}",1,1,1,1,1,1]`,
      );
      await writeFile(path, lines.join("\n"));
      return path;
    },
  };
}

test("two lists of changes run at once, accounts in turn, and 64 of an account wait", async () => {
  const order: number[] = [];
  const end = defer();
  const changes: ManagementParts["changes"] = {
    list: async ({ limit }) => {
      order.push(limit);
      await end.promise;
      return { count: 0, entries: [] };
    },
    async *readValues() {},
  };
  const accounts = [...START.accounts, { id: 9, name: "Other network", role: "network" }];
  const { management, catalogue } = await manage({ ...START, accounts }, { changes });
  const ask = (id: number, limit: number) =>
    management.changes(getAccount(catalogue(), id), { limit, offset: 0 });
  const first = Array.from({ length: 66 }, (_, at) => ask(1, at + 1));
  await expect.poll(() => order).toEqual([1, 2]);
  const other = ask(9, 100);
  await expect(ask(1, 67)).rejects.toThrow(new BusyError("histories"));
  end.resolve();
  await Promise.all([...first, other]);
  expect(order.slice(0, 4)).toEqual([1, 2, 3, 100]);
});

test("a network reads two pages at once, and does not wait for another network's", async () => {
  let asked = 0;
  const held = createServer(() => {});
  await using slow = await listen(held);
  await using page = await listen(
    createServer((_, response) => {
      asked += 1;
      response.setHeader("Content-Type", "text/html").end("page");
    }),
  );
  const other = [
    { id: 9, name: "Other network", role: "network" },
    { id: 10, name: "Its publisher", role: "publisher", network: 9 },
  ];
  const site = { name: "Here", hostname: "127.0.0.1" };
  const sites = [
    { id: 1, account: 2, ...site },
    { id: 2, account: 10, ...site },
  ];
  const managed = await manage({ ...START, accounts: [...START.accounts, ...other], sites });
  const ask = async (account: number, address: string) =>
    (await managed.send(account, "POST", "/v2/page", { address })).status;
  let requests = 0;
  held.on("request", () => requests++);
  const running = [ask(1, slow.origin), ask(1, slow.origin)];
  await expect.poll(() => requests).toBe(2);
  const waiting = ask(1, page.origin);
  expect(await ask(9, page.origin)).toBe(200);
  expect(asked).toBe(1);
  held.closeAllConnections();
  expect(await Promise.all([...running, waiting])).toEqual([400, 400, 200]);
});

test("performance of more than 100,000 records is refused, however they are grouped", async () => {
  const managed = await manage(START, { facts: writeRows(40_000) });
  const days = { from: "2026-11-20", to: "2026-11-20" };
  const ask = (by: string[], more: object = {}) =>
    managed.send(1, "POST", "/v2/performance", { by, role: "publisher", days, ...more });
  const { status, json } = await ask(["zone_id", "site_id"]);
  expect([status, json.result.site_id.now.length]).toEqual([200, 40_000]);
  const problem = {
    "[by]": "There are more than 100000 records. Ask for fewer groupings or days, or for a report.",
  };
  for (const wide of [
    await ask(["zone_id", "site_id", "publisher_id"]),
    await ask(["zone_id", "site_id"], { compared: days }),
  ])
    expect([wide.status, wide.json]).toEqual([400, { errors: [problem] }]);
});

test("rows of sums are read in steps of 100, between which other work runs", async () => {
  const { value, all, most } = await countPerTurn(async (note) => {
    using parse = vi.spyOn(JSON, "parse");
    const query = { from: 0, until: 1, conditions: [], groups: [], counters: [] };
    parse.mockImplementation((text) => {
      note();
      return [text];
    });
    return await sumFacts(writeRows(1000), query, new AbortController().signal);
  });
  expect([value.length, all]).toEqual([1000, 1000]);
  expect(most).toBeLessThanOrEqual(2 * 100);
});

const MEMBERS = ["toString", "constructor", "__proto__", "prototype", "hasOwnProperty", "a.b: [c]", ""];
test.each(MEMBERS)("targeting by the custom key %j can be set, replaced and removed", async (key) => {
  const managed = await manage(START);
  const path = "/v2/campaigns/5";
  const custom = () => Object.entries(managed.catalogue().campaigns.get(5)?.targeting.custom ?? {});
  const patch = async (values: unknown) => {
    const body = `{"targeting": {"custom": {${JSON.stringify(key)}: ${JSON.stringify(values)}}}}`;
    const { status } = await managed.send(1, "PATCH", path, body, ANY_VERSION);
    return [status, custom()];
  };
  expect(await patch(["a"])).toEqual([200, [[key, ["a"]]]]);
  expect(await patch(["b", "c"])).toEqual([200, [[key, ["b", "c"]]]]);
  expect((await managed.send(1, "PATCH", path, { name: "Boots" }, ANY_VERSION)).status).toBe(200);
  expect(custom()).toEqual([[key, ["b", "c"]]]);
  expect(await patch(null)).toEqual([200, []]);
});

const MORE = { "[body]": "There are more problems; they are not listed." };
const names = (count: number) =>
  Array.from({ length: count }, (_, at) => `\u0001${at}`.padEnd(300, "\u0001"));
test.each<[string, string, string, unknown]>([
  ["unknown fields", "POST", "/v2/campaigns", Object.fromEntries(names(30).map((name) => [name, 1]))],
  ["unknown fields", "PATCH", "/v2/account", Object.fromEntries(names(30).map((name) => [name, 1]))],
  ["wrong values", "PATCH", "/v2/campaigns/5", { targeting: { countries: names(30) } }],
  ["wrong values", "POST", "/v2/estimate", { sizes: names(30).map(() => 1), targeting: {} }],
  [
    "wrong creatives",
    "POST",
    "/v2/campaigns",
    { ...NEW_CAMPAIGN, keywords: names(30).map((name) => `${name},`) },
  ],
  ["wrong ids", "PATCH", "/v2/campaigns/5", { targeting: { sites: names(30).map((_, at) => 100 + at) } }],
])("many %s in %s %s return at most 20 problems and 16 KB", async (_what, method, path, body) => {
  const managed = await manage(START);
  const { status, json } = await managed.send(1, method, path, body, ANY_VERSION);
  expect([status, json.errors.at(-1)]).toEqual([400, MORE]);
  expect(json.errors.length).toBeLessThanOrEqual(21);
  expect(Buffer.byteLength(JSON.stringify(json))).toBeLessThanOrEqual(16 * 1024);
  expect(await managed.saved()).toMatchObject(START);
});
