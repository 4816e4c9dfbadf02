/** The change log, and idempotency of repeated requests. */
import { expect, test } from "vitest";
import { type Problem, writeProblem } from "../../../src/protocol/problems.ts";
import { CHANGE_KINDS } from "../../../src/service/management/changeLog.ts";
import { type Managed, manage } from "./support.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const CREATIVE = { size: "300x250", image: "https://img.example/a.png", url: "https://shop.example/" };
const CAMPAIGN = { name: "Shoes", pricing: { model: "cpm", price: "2" } };
/** Ids differ from list positions, to expose code that confuses them. */
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
      id: 43,
      account: 13,
      ...CAMPAIGN,
      variations: [
        { id: 53, ...CREATIVE },
        { id: 54, ...CREATIVE },
      ],
    },
  ],
};

const start = () => manage(START, { now: () => NOON });

/** Reads the log as the network. */
async function readLog(managed: Managed, query = "") {
  const { json } = await managed.send(1, "GET", `/v2/changes${query}`);
  return json.result;
}

test.each<[string, string, object, object]>([
  ["accounts", "/v2/accounts/12", { name: "Anna" }, { id: 12, owner: 12, before: { name: "Publisher" } }],
  ["sites", "/v2/sites/22", { name: "Daily" }, { id: 22, owner: 12, before: { name: "News" } }],
  ["zones", "/v2/zones/32", { name: "Side" }, { id: 32, owner: 12, before: { name: "Top" } }],
  ["zones", "/v2/zones/32", { note: "Above the fold" }, { id: 32, owner: 12, before: {} }],
  ["campaigns", "/v2/campaigns/43", { name: "Hats" }, { id: 43, owner: 13, before: { name: "Shoes" } }],
  [
    "creatives",
    "/v2/campaigns/43/creatives/54",
    { url: "https://hats.example/" },
    { id: 54, owner: 13, before: { url: "https://shop.example/" } },
  ],
])(
  "a change of %s is logged with its owner and the values before and after",
  async (kind, path, body, line) => {
    const managed = await start();
    expect((await managed.send(1, "PATCH", path, body, { "If-Match": "*" })).status).toBe(200);
    const [entry, ...others] = await readLog(managed);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ action: "change", kind, ...line, after: body });
    expect(entry).toMatchObject({ time: "2026-11-20T12:00:00.000Z", account: { id: 1, name: "Network" } });
    const fields = [
      "account",
      "action",
      "after",
      "before",
      "id",
      "kind",
      "owner",
      "request",
      "sequence",
      "time",
    ];
    expect(Object.keys(entry).sort()).toEqual(
      [...fields, ...(kind === "creatives" ? ["campaign"] : [])].sort(),
    );
  },
);

test.each<[string, string, object, object]>([
  ["accounts", "/v2/accounts", { name: "Ben", role: "publisher" }, { id: 15, owner: 15 }],
  ["sites", "/v2/sites", { account: 14, name: "Third", hostname: "third.example" }, { id: 25, owner: 14 }],
  ["zones", "/v2/zones", { site: 22, name: "Third", size: "300x250" }, { id: 35, owner: 12 }],
  ["campaigns", "/v2/campaigns", { account: 13, ...CAMPAIGN, variations: [CREATIVE] }, { id: 44, owner: 13 }],
  ["creatives", "/v2/campaigns/43/creatives", CREATIVE, { id: 55, owner: 13 }],
])("new %s are logged with their values and no earlier ones", async (kind, path, body, line) => {
  const managed = await start();
  expect((await managed.send(1, "POST", path, body)).status).toBe(201);
  const [entry] = await readLog(managed);
  expect(entry).toMatchObject({ action: "create", kind, ...line, after: { id: entry.id } });
  expect(entry).not.toHaveProperty("before");
});

test("the numbered change log can be filtered by kind and id and read in pages", async () => {
  const managed = await start();
  for (const [path, name] of [
    ["/v2/sites/22", "One"],
    ["/v2/zones/32", "Two"],
    ["/v2/zones/34", "Three"],
  ]) {
    await managed.send(1, "PATCH", path ?? "", { name }, { "If-Match": "*" });
  }
  const names = async (query: string) =>
    (await readLog(managed, query)).map(({ after }: { after: { name: string } }) => after.name);
  expect(await names("?kind=zones")).toEqual(["Three", "Two"]);
  expect(await names("?id=32")).toEqual(["Two"]);
  expect(await names("?kind=sites&id=32")).toEqual([]);
  expect(await names("?limit=1&offset=1")).toEqual(["Two"]);
  const log: { sequence: number }[] = await readLog(managed);
  expect(log.map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
});

test("the entries of a bulk change can be read one by one, with their values", async () => {
  const managed = await start();
  await managed.send(1, "PATCH", "/v2/sites/22", { name: "Daily" }, { "If-Match": "*" });
  const body = { ids: [32, 34], versions: ["*", "*"], patch: { name: "Both" } };
  await managed.send(1, "POST", "/v2/zones/bulk", body);
  await managed.send(1, "PATCH", "/v2/zones/34", { name: "Later" }, { "If-Match": "*" });
  const { json } = await managed.send(1, "GET", "/v2/changes?sequence=2");
  expect(json.request_metadata.count).toBe(2);
  expect(json.result).toMatchObject([
    { sequence: 2, id: 32, before: { name: "Top" }, after: { name: "Both" } },
    { sequence: 2, id: 34, before: { name: "Other" }, after: { name: "Both" } },
  ]);
  // A publisher sees only the own entries of it.
  const own = await managed.send(12, "GET", "/v2/changes?sequence=2");
  expect(own.json.result.map(({ id }: { id: number }) => id)).toEqual([32]);
  expect(await readLog(managed, "?sequence=9")).toEqual([]);
});

test("changes are filtered by days of the account's time zone", async () => {
  let now = Date.parse("2026-11-19T22:59:59Z");
  const accounts = START.accounts.map((account) => ({ ...account, timezone: "Europe/Berlin" }));
  const managed = await manage({ ...START, accounts }, { now: () => now });
  for (const [name, time] of [
    ["One", "2026-11-19T22:59:59Z"],
    ["Two", "2026-11-19T23:00:00Z"],
    ["Three", "2026-11-20T23:00:00Z"],
  ] as const) {
    now = Date.parse(time);
    await managed.send(1, "PATCH", "/v2/sites/22", { name }, { "If-Match": "*" });
  }
  const names = async (query: string) =>
    (await readLog(managed, query)).map(({ after }: { after: { name: string } }) => after.name);
  expect(await names("?from=2026-11-20&to=2026-11-20")).toEqual(["Two"]);
  expect(await names("?from=2026-11-20")).toEqual(["Three", "Two"]);
  expect(await names("?to=2026-11-19")).toEqual(["One"]);
});

test.each<[string, string[], Problem]>([
  [
    "from",
    ["yesterday", "2026-02-30", "", "2026-2-03", "10000-01-01"],
    { code: "day-form", form: "YYYY-mm-dd" },
  ],
  ["to", ["2026-11-20T00:00", "26-11-20"], { code: "day-form", form: "YYYY-mm-dd" }],
  ["user", ["x", "0", "", "1.5", "1e3", "0x1", "99999999999999999"], { code: "id" }],
  ["id", ["x", "-0", " 1", "NaN"], { code: "id" }],
  ["campaign", ["Infinity", "01"], { code: "id" }],
  ["sequence", ["0", "-1", "x", ""], { code: "whole-number-range", least: 1, most: Number.MAX_SAFE_INTEGER }],
  ["kind", ["", "zone", "toString"], { code: "one-of", values: CHANGE_KINDS }],
])("a list of changes with a wrong %s is refused: %j", async (name, values, problem) => {
  const managed = await start();
  for (const value of values) {
    const { status, json } = await managed.send(1, "GET", `/v2/changes?${name}=${encodeURIComponent(value)}`);
    expect([value, status, json.errors]).toEqual([value, 400, [{ [`[${name}]`]: writeProblem(problem) }]]);
  }
});

test("all wrong parameters of a list of changes are reported together", async () => {
  const { json } = await (await start()).send(1, "GET", "/v2/changes?user=x&sequence=0&from=today");
  expect(json.errors.map((error: object) => Object.keys(error)[0])).toEqual([
    "[from]",
    "[sequence]",
    "[user]",
  ]);
});

test.each([
  // Midnight is skipped: the day before lasts until then.
  ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"],
  ["America/Havana", "2026-03-08", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"],
  // The hour before midnight comes twice, and the one after it.
  ["America/Santiago", "2026-04-04", "2026-04-04T03:00:00Z", "2026-04-05T04:00:00Z"],
  ["America/Havana", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"],
  ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"],
])("in %s, the changes of %s are those from %s until %s", async (timezone, day, first, end) => {
  let now = Date.parse(first) - 1;
  const accounts = START.accounts.map((account) => ({ ...account, timezone }));
  const managed = await manage({ ...START, accounts }, { now: () => now });
  const rename = (name: string) => managed.send(1, "PATCH", "/v2/sites/22", { name }, { "If-Match": "*" });
  await rename("Before");
  now = Date.parse(first);
  await rename("First");
  now = Date.parse(end) - 1;
  await rename("Last");
  now = Date.parse(end);
  await rename("After");
  const names = async (query: string) =>
    (await readLog(managed, query)).map(({ after }: { after: { name: string } }) => after.name);
  expect(await names(`?from=${day}&to=${day}`)).toEqual(["Last", "First"]);
});

test.each(["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])(
  "in %s, the first and last day of four digits include all changes",
  async (timezone) => {
    const accounts = START.accounts.map((account) => ({ ...account, timezone }));
    const managed = await manage({ ...START, accounts });
    await managed.send(1, "PATCH", "/v2/sites/22", { name: "One" }, { "If-Match": "*" });
    for (const query of ["?to=9999-12-31", "?to=9999-12-30", "?from=0000-01-01&to=9999-12-31"])
      expect(await readLog(managed, query)).toHaveLength(1);
    expect(await readLog(managed, "?from=9999-12-31")).toEqual([]);
    expect(await readLog(managed, "?to=0000-01-01")).toEqual([]);
  },
);

test("publishers and advertisers read only changes of their own entries, without the network's name", async () => {
  const managed = await start();
  const rename = (account: number, path: string, name: string) =>
    managed.send(account, "PATCH", path, { name }, { "If-Match": "*", "Idempotency-Key": `${name}-key` });
  await rename(12, "/v2/sites/22", "Mine");
  await rename(1, "/v2/sites/22", "Theirs");
  await rename(1, "/v2/sites/24", "Other");
  const { json } = await managed.send(12, "GET", "/v2/changes");
  expect(json.request_metadata.count).toBe(2);
  const [theirs, mine] = json.result;
  expect(theirs).toMatchObject({ account: { id: 0, name: "your network" }, after: { name: "Theirs" } });
  expect(theirs).not.toHaveProperty("request");
  expect(mine).toMatchObject({ account: { id: 12, name: "Publisher" }, request: "Mine-key" });
  expect((await managed.send(13, "GET", "/v2/changes")).json.result).toEqual([]);
});

test("a creative's change is logged with the campaign and appears in the campaign's history", async () => {
  const managed = await start();
  const any = { "If-Match": "*" };
  await managed.send(1, "PATCH", "/v2/campaigns/43/creatives/54", { name: "Banner" }, any);
  await managed.send(1, "PATCH", "/v2/campaigns/43", { name: "Hats" }, any);
  await managed.send(1, "PATCH", "/v2/campaigns/40", { name: "Coats" }, any);
  const log = await readLog(managed, "?campaign=43");
  expect(log).toMatchObject([
    { kind: "campaigns", id: 43 },
    { kind: "creatives", id: 54, campaign: { id: 43, name: "Shoes" } },
  ]);
});

test("a network cannot read changes of another network", async () => {
  const others = { id: 2, name: "Other network", role: "network" };
  const managed = await manage({ ...START, accounts: [...START.accounts, others] });
  await managed.send(12, "PATCH", "/v2/sites/22", { name: "Mine" }, { "If-Match": "*" });
  await managed.send(2, "PATCH", "/v2/account", { name: "Renamed" });
  const ids = async (account: number) => {
    const { json } = await managed.send(account, "GET", "/v2/changes");
    return [json.request_metadata, json.result.map(({ id }: { id: number }) => id)];
  };
  expect(await ids(1)).toEqual([{ count: 1, limit: 50, offset: 0 }, [22]]);
  expect(await ids(2)).toEqual([{ count: 1, limit: 50, offset: 0 }, [2]]);
});

test("a change without effect returns 200 and is neither stored nor logged", async () => {
  const managed = await start();
  const answer = await managed.send(1, "PATCH", "/v2/sites/22", { name: "News" }, { "If-Match": "*" });
  expect([answer.status, answer.json.result.name]).toEqual([200, "News"]);
  expect(await managed.saved()).toMatchObject(START);
  expect(await readLog(managed)).toEqual([]);
});

test.each<[string, object, object[]]>([
  [
    "/v2/sites/22",
    { hostname: "" },
    [{ "[hostname]": "Expected a host name such as news.example, in lower case." }],
  ],
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
  ["/v2/sites/22", { category: 99 }, [{ "[category]": "No category has the id 99." }]],
  ["/v2/zones/32", { site: 99 }, [{ "[site]": "Your account may not set this field." }]],
])(
  "an invalid change of %s to %j is refused with the path of each wrong field and not logged",
  async (path, body, errors) => {
    const managed = await start();
    const { json } = await managed.send(1, "PATCH", path, body, { "If-Match": "*" });
    expect(json).toEqual({ errors });
    expect(await readLog(managed)).toEqual([]);
    expect(await managed.saved()).toMatchObject(START);
  },
);

const KEY = { "Idempotency-Key": "order-7/1" };
const readIds = (list: { id: number }[]) => list.map(({ id }) => id);

test("requests repeated with one Idempotency-Key take effect once and return the first result", async () => {
  const managed = await start();
  const zone = { site: 22, name: "Once", size: "1x1" };
  const send = () => managed.send(12, "POST", "/v2/zones", zone, KEY);
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ status, json }) => [status, json.result.id])).toEqual(Array(3).fill([201, 35]));
  expect(readIds((await managed.saved()).zones)).toEqual([34, 32, 35]);
  // Keys are separate for each account.
  expect((await managed.send(14, "POST", "/v2/zones", { ...zone, site: 24 }, KEY)).json.result.id).toBe(36);
  expect((await managed.send(12, "POST", "/v2/zones", zone)).json.result.id).toBe(37);
});

test("a repeated request neither overwrites a later change nor creates a second creative", async () => {
  const managed = await start();
  const rename = (name: string, headers: object) =>
    managed.send(12, "PATCH", "/v2/sites/22", { name }, { "If-Match": "*", ...headers });
  await rename("First", KEY);
  await rename("Second", {});
  expect((await rename("First", KEY)).json.result.name).toBe("Second");
  const path = "/v2/campaigns/43/creatives";
  const create = () => managed.send(1, "POST", path, CREATIVE, { "Idempotency-Key": "creative" });
  expect([(await create()).json.result.id, (await create()).json.result.id]).toEqual([55, 55]);
  const refused = await managed.send(
    1,
    "POST",
    "/v2/zones",
    { site: 22, name: "A", size: "1x1" },
    { "Idempotency-Key": "creative" },
  );
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "This Idempotency-Key was already used for a different request.",
  ]);
});

test.each<[string, string, string, object]>([
  ["another body", "PATCH", "/v2/zones/32", { name: "B" }],
  ["another zone", "PATCH", "/v2/zones/34", { name: "A" }],
  ["another method and path", "POST", "/v2/zones", { site: 22, name: "A", size: "1x1" }],
  ["a change of many", "POST", "/v2/zones/bulk", { ids: [32], versions: ["*"], patch: { name: "A" } }],
  ["a change of the account", "PATCH", "/v2/account", { name: "A" }],
])(
  "a request with a used Idempotency-Key and %s is refused and changes nothing",
  async (_what, ...request) => {
    const managed = await start();
    const headers = { "If-Match": "*", ...KEY };
    const rename = () => managed.send(1, "PATCH", "/v2/zones/32", { name: "A" }, headers);
    expect((await rename()).status).toBe(200);
    const before = await managed.saved();
    const [method, path, body] = request;
    expect(await managed.send(1, method, path, body, headers)).toMatchObject({
      status: 409,
      json: { message: "This Idempotency-Key was already used for a different request." },
    });
    expect(await managed.saved()).toEqual(before);
    expect((await rename()).status).toBe(200);
  },
);

test("of two concurrent requests with one Idempotency-Key and different bodies, one is refused", async () => {
  const managed = await start();
  const headers = { "If-Match": "*", ...KEY };
  const rename = (name: string) => managed.send(1, "PATCH", "/v2/zones/32", { name }, headers);
  const answers = await Promise.all([rename("A"), rename("B")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("repeating a request that had no effect does not overwrite a later change", async () => {
  const managed = await start();
  const rename = (name: string, headers: object) =>
    managed.send(12, "PATCH", "/v2/sites/22", { name }, { "If-Match": "*", ...headers });
  const { name } = (await managed.send(12, "GET", "/v2/sites/22")).json.result;
  await rename(name, KEY);
  await rename("Second", {});
  expect((await rename(name, KEY)).json.result.name).toBe("Second");
  const zone = { site: 22, name: "A", size: "1x1" };
  expect((await managed.send(12, "POST", "/v2/zones", zone, KEY)).status).toBe(409);
  // The log lists only changes; a query by request also finds requests without effect.
  expect(await readLog(managed)).toMatchObject([{ id: 22, after: { name: "Second" } }]);
  expect(await readLog(managed, "?request=order-7/1")).toMatchObject([{ id: 22, after: { name } }]);
});

test("the change log finds a change by its Idempotency-Key", async () => {
  const managed = await start();
  await managed.send(12, "PATCH", "/v2/sites/22", { name: "One" }, { "If-Match": "*", ...KEY });
  await managed.send(12, "PATCH", "/v2/sites/22", { name: "Two" }, { "If-Match": "*" });
  expect(await readLog(managed, "?request=order-7/1")).toMatchObject([
    { id: 22, request: "order-7/1", after: { name: "One" } },
  ]);
  expect(await readLog(managed, "?request=order-7/2")).toEqual([]);
});

test.each(["a b", "ü", "x".repeat(256)])("the Idempotency-Key %j is refused", async (key) => {
  const managed = await start();
  const headers = {
    "If-Match": "*",
    "Idempotency-Key": encodeURI(key) === key ? key : key.replace("ü", "\u00fc"),
  };
  const { status, json } = await managed.send(12, "PATCH", "/v2/sites/22", { name: "One" }, headers);
  expect([status, json.message]).toEqual([400, expect.stringContaining("as Idempotency-Key.")]);
});

test("a conflict names the fields that changed since the caller's version", async () => {
  const managed = await start();
  const { json } = await managed.send(1, "GET", "/v2/campaigns/43");
  const patch = (body: object, version: string) =>
    managed.send(1, "PATCH", "/v2/campaigns/43", body, { "If-Match": `"${version}"` });
  await patch({ name: "Hats", budget: { daily: "5" }, keywords: ["hats"] }, json.result.version);
  await managed.send(1, "PATCH", "/v2/campaigns/43", { keywords: [] }, { "If-Match": "*" });
  const late = await patch({ weight: 2 }, json.result.version);
  expect([late.status, late.json.fields]).toEqual([409, ["name", "budget"]]);
  const { json: now } = await managed.send(1, "GET", "/v2/campaigns/43");
  const { json: dated } = await patch({ to: "2027-01-31" }, now.result.version);
  expect((await patch({ weight: 2 }, now.result.version)).json.fields).toEqual(["to"]);
  await patch({ to: null }, dated.result.version);
  expect((await patch({ weight: 2 }, dated.result.version)).json.fields).toEqual(["to"]);
  expect((await patch({ weight: 2 }, "made up")).status).toBe(409);
});
