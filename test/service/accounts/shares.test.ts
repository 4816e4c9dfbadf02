/** Shared links, which read reports without a sign-in, over HTTP. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CreatedShare } from "../../../src/protocol/account.ts";
import { startService, useService } from "../statisticsRoutes/support.ts";
import { listStatuses } from "../support/documentedStatuses.ts";

let clock = Date.parse("2026-11-20T12:00:00Z");
const service = await useService({ now: () => clock });

const REQUEST = { name: "For Tom", role: "publisher", view: "?period=7d", days: 30 };

const create = (more: object = {}, headers = {}, as = "publisher-one") =>
  service.send("/v2/shares", { as, body: { ...REQUEST, ...more }, headers });

async function share(more?: object): Promise<CreatedShare> {
  const { status, json } = await create(more);
  expect(status).toBe(201);
  return json;
}

const send = (token: string, path: string, body?: object, method?: string) =>
  service.send(path, { headers: { Authorization: `Bearer ${token}` }, body, ...(method && { method }) });
const report = (token: string, filter: object) =>
  send(token, "/v2/statistics/p/global", { group_by: ["zone_id"], filter });

test("a link reads reports and an account description that omits the account's name", async () => {
  const { token, id } = await share();
  expect((await report(token, {})).status).toBe(200);
  const { json } = await send(token, "/v2/account");
  expect(json).toEqual({
    kind: "publisher",
    currency: "USD",
    timezone: "UTC",
    goals: 0,
    share: {
      id,
      name: "For Tom",
      role: "publisher",
      view: "?period=7d",
      expires_at: "2026-12-20T12:00:00.000Z",
    },
  });
});

test("a report beyond a link's filter, days, exclusions or side is refused with 403", async () => {
  const days = { date_from: "2026-11-01", date_to: "2026-11-10" };
  const bounds = { filter: { ...days, zone_id: [101, 102] }, exclude: { zone_id: [102] } };
  const { token } = await share(bounds);
  const ask = async (more: object, side = "p") =>
    (await send(token, `/v2/statistics/${side}/global`, { group_by: ["zone_id"], ...bounds, ...more }))
      .status;
  expect(await ask({ exclude: { zone_id: [102, 201] } })).toBe(200);
  for (const beyond of [
    { filter: { ...days, zone_id: [101, 201] } },
    { filter: { ...bounds.filter, date_to: "2026-11-11" } },
    { filter: {} },
    { exclude: { zone_id: [201] } },
  ])
    expect([beyond, await ask(beyond)]).toEqual([beyond, 403]);
  expect(await ask({}, "a")).toBe(403);
});

const WEEK = { from: "2026-11-08", to: "2026-11-14" };
const WEEK_BEFORE = { from: "2026-11-01", to: "2026-11-07" };
const TWO_WEEKS = { ...WEEK, compared: WEEK_BEFORE };
const write = ({ from, to }: { from: string; to: string }) => ({ date_from: from, date_to: to });

test.each<[string, object, object, number]>([
  ["all of its days", TWO_WEEKS, write(WEEK), 200],
  ["the compared days", TWO_WEEKS, write(WEEK_BEFORE), 200],
  ["one day", TWO_WEEKS, { date_from: "2026-11-14", date_to: "2026-11-14" }, 200],
  ["an hour of a day", TWO_WEEKS, { date_from: "2026-11-14", date_to: "2026-11-14", hour: [3] }, 200],
  ["both periods at once", TWO_WEEKS, { date_from: "2026-11-01", date_to: "2026-11-14" }, 403],
  ["a day more", TWO_WEEKS, { date_from: "2026-11-08", date_to: "2026-11-15" }, 403],
  ["an hour of another day", TWO_WEEKS, { date_from: "2026-11-15", date_to: "2026-11-15", hour: [3] }, 403],
  ["the days that a request without days has", TWO_WEEKS, {}, 403],
  ["compared days of a link without a comparison", WEEK, write(WEEK_BEFORE), 403],
])("a link to a week answers a report of %s", async (_, period, filter, status) => {
  const { token } = await share({ period });
  expect((await report(token, filter)).status).toBe(status);
});

test.each(["text/csv", "application/x-ndjson", "application/json"])(
  "a link to a week exports no other days as %s",
  async (Accept) => {
    const { token } = await share({ period: TWO_WEEKS });
    const ask = (query: string) =>
      service.send(`/v2/statistics/p/zone_id?${query}`, {
        headers: { Authorization: `Bearer ${token}`, Accept },
      });
    expect((await ask("date_from=2026-11-01&date_to=2026-11-07")).status).toBe(200);
    const refused = await ask("date_from=2026-11-01&date_to=2026-11-15");
    const message = "This shared link only opens the days 2026-11-08–2026-11-14 and 2026-11-01–2026-11-07.";
    expect(refused).toMatchObject({ status: 403, json: { message } });
  },
);

test("the reader of a link and the list of links see its title and the days that it opens", async () => {
  const dated = await share({ title: "Longshore", period: TWO_WEEKS });
  const filtered = await share({ filter: { date_from: "2026-11-01" } });
  const open = await share();
  const { result } = (await service.send("/v2/shares", { as: "publisher-one" })).json;
  const find = (id: string) => result.find((one: { id: string }) => one.id === id);
  expect(find(dated.id)).toMatchObject({ name: "For Tom", title: "Longshore", period: TWO_WEEKS });
  expect(find(filtered.id).date_from).toBe("2026-11-01");
  for (const field of ["title", "period", "date_from", "date_to"])
    expect(find(open.id)).not.toHaveProperty(field);
  expect((await send(dated.token, "/v2/account")).json.share).toMatchObject({
    title: "Longshore",
    period: TWO_WEEKS,
  });
});

test("an earlier version, which knows only the bounds, opens the days of a new link without the comparison", async () => {
  const { id } = await share({ period: TWO_WEEKS });
  const stored = JSON.parse(await readFile(join(service.folder, "shares.json"), "utf8"));
  const text = JSON.stringify(stored);
  expect(text).toContain(id);
  const records: { id: string; bounds: object }[] = Object.values(stored).flatMap((one) => one as []);
  expect(records.find((one) => one.id === id)?.bounds).toMatchObject(WEEK);
});

test("an account lists its links without tokens, and a link that it revokes is refused", async () => {
  const created = await share({ name: "Mistake" });
  const { token, id } = created;
  const { token: _, ...described } = created;
  const list = async (as: string) => (await service.send("/v2/shares", { as })).json.result;
  expect(await list("publisher-one")).toContainEqual(described);
  expect(await list("publisher-two")).toEqual([]);
  const revoke = (as: string) => service.send(`/v2/shares/${id}`, { as, method: "DELETE" });
  expect((await revoke("publisher-two")).status).toBe(404);
  expect((await revoke("publisher-one")).status).toBe(204);
  expect((await report(token, {})).status).toBe(401);
  expect(await list("publisher-one")).not.toContainEqual(described);
  expect((await stat(join(service.folder, "shares.json"))).mode & 0o777).toBe(0o600);
});

test("repeating a request with its Idempotency-Key returns the same link", async () => {
  const createOnce = (key: string, as?: string) => create({}, { "Idempotency-Key": key }, as);
  const first = await createOnce("a");
  expect(first.status).toBe(201);
  clock += 60_000;
  expect(await createOnce("a")).toMatchObject({ status: 201, json: first.json });
  clock -= 60_000;
  const others = [(await createOnce("b")).json.id, (await createOnce("a", "publisher-two")).json.id];
  expect(new Set([first.json.id, ...others]).size).toBe(3);
  expect((await report(first.json.token, {})).status).toBe(200);
  await service.send(`/v2/shares/${first.json.id}`, { as: "publisher-one", method: "DELETE" });
  expect((await report(first.json.token, {})).status).toBe(401);
  expect(await createOnce("a b")).toMatchObject({
    status: 400,
    json: { message: "Expected 1 to 255 printable ASCII characters without spaces as Idempotency-Key." },
  });
});

test("another link with a used Idempotency-Key is refused", async () => {
  const key = { "Idempotency-Key": "one-link" };
  expect((await create({}, key)).status).toBe(201);
  expect(await create({ name: "For Ann" }, key)).toMatchObject({
    status: 409,
    json: { message: "This Idempotency-Key was already used for a different request." },
  });
  expect(listStatuses("POST /v2/shares")).toContain(409);
});

test("an expired link and a forged one are refused", async () => {
  const { token } = await share({ days: 1 });
  clock += 86_400_000 - 1000;
  expect((await report(token, {})).status).toBe(200);
  clock += 2000;
  expect((await report(token, {})).status).toBe(401);
  clock -= 86_400_000 + 1000;
  const [head, , signature] = token.split(".");
  const body = Buffer.from(JSON.stringify({ sub: "2", jti: "x", exp: 9e9 })).toString("base64url");
  expect((await report(`${head}.${body}.${signature}`, {})).status).toBe(401);
});

const NAME = "Expected a text of at most 100 characters.";
const QUERY = "Expected a query string.";
const WHOLE = "Expected a whole number from 1 to 365.";

test.each<[object, string, string]>([
  [{ name: "" }, "[name]", "Expected a name with a visible character."],
  [{ name: "x".repeat(101) }, "[name]", NAME],
  [{ name: 5 }, "[name]", "Expected a text."],
  [{ days: 0 }, "[days]", WHOLE],
  [{ days: 366 }, "[days]", WHOLE],
  [{ days: 1.5 }, "[days]", WHOLE],
  [{ days: "30" }, "[days]", WHOLE],
  [{ view: "x" }, "[view]", QUERY],
  [{ view: 5 }, "[view]", QUERY],
  [{ view: `?${"x".repeat(4000)}` }, "[view]", QUERY],
  [{ role: "network" }, "[role]", "Expected advertiser or publisher."],
  [{ filter: 5 }, "[filter]", "Expected an object."],
  [{ exclude: "x" }, "[exclude]", "Expected an object."],
  [
    { filter: { zone_id: ["x"] } },
    "[filter][zone_id][0]",
    "Expected a whole number from 0 to 9007199254740991.",
  ],
  [{ exclude: { adblock: ["all"] } }, "[exclude][adblock]", "This field was not expected."],
  [{ colour: "red" }, "[colour]", "This field was not expected."],
  [{ period: { from: "2026-11-08", to: "2026-11-07" } }, "[period]", "The last day is before the first."],
  [{ period: { from: "2026-11-31", to: "2026-12-07" } }, "[period][from]", "Expected a day as YYYY-mm-dd."],
  [{ period: { from: "2026-11-08", to: "7d" } }, "[period][to]", "Expected a day as YYYY-mm-dd."],
  [
    { period: { ...WEEK, compared: { from: 5, to: WEEK.to } } },
    "[period][compared][from]",
    "Expected a day as YYYY-mm-dd.",
  ],
  [{ period: WEEK, filter: { date_from: WEEK.from } }, "[filter][date_from]", "This field was not expected."],
  [{ title: "" }, "[title]", "Expected a name with a visible character."],
])("a request for a link with %j is refused at %s: %s", async (wrong, path, message) => {
  const { status, json } = await create(wrong);
  expect([status, json]).toEqual([400, { errors: [{ [path]: message }] }]);
});

test("a request for a link with a malformed JSON body is refused", async () => {
  const { status, json } = await service.send("/v2/shares", { as: "publisher-one", body: "{" });
  expect([status, json]).toEqual([400, { errors: [{ "[body]": "Malformed JSON body." }] }]);
});

test("a link may have a name of 100 and a view of 4000 characters, and last 1 to 365 days", async () => {
  const longest = { name: "x".repeat(100), view: `?${"x".repeat(3999)}`, days: 365 };
  expect(await share(longest)).toEqual({
    id: expect.any(String),
    token: expect.any(String),
    role: "publisher",
    name: longest.name,
    view: longest.view,
    expires_at: "2027-11-20T12:00:00.000Z",
  });
  expect((await share({ days: 1 })).expires_at).toBe("2026-11-21T12:00:00.000Z");
});

test("a link stores its bounds, with first and last day only if the filter contains them", async () => {
  const readBounds = async (more: object) =>
    (await service.context.shares.find((await share(more)).id))?.bounds;
  expect(await readBounds({})).toEqual({ filter: {}, exclude: {}, from: undefined, to: undefined });
  expect(await readBounds({ filter: { date_from: "2026-11-01", zone_id: 101 } })).toEqual({
    filter: { zone_id: [101] },
    exclude: {},
    from: "2026-11-01",
    to: undefined,
  });
  expect(await readBounds({ filter: { date_to: "2026-11-10" }, exclude: { hour: [1] } })).toEqual({
    filter: {},
    exclude: { hour: [1] },
    timezone: "America/New_York",
    from: undefined,
    to: "2026-11-10",
  });
});

test("each refusal of a link gives its reason, and a network may share either side", async () => {
  const { token } = await share({ filter: { zone_id: [101] } });
  const refusals = [
    await send(token, "/v2/shares"),
    await report(token, {}),
    await service.send("/v2/shares/x", { as: "publisher-one", method: "DELETE" }),
    await create({ role: "advertiser" }),
  ].map(({ status, json }) => [status, json.message]);
  expect((await create({ role: "advertiser" }, {}, "network-one")).status).toBe(201);
  expect(refusals).toEqual([
    [403, "A shared link only reads reports."],
    [403, "This shared link does not include that report."],
    [404, "This account has no such link."],
    [403, "This account cannot share that side, or has 100 links already."],
  ]);
});

test("requests by each link are limited separately from other links and the account", async () => {
  await using limited = await startService({ now: () => clock, settings: { limitStatisticsUser: 25 } });
  const makeLink = async (): Promise<string> =>
    (await limited.send("/v2/shares", { as: "publisher-one", body: REQUEST })).json.token;
  const [first, second] = [await makeLink(), await makeLink()];
  const countLeft = async (sender: object) => {
    const { headers } = await limited.send("/v2/statistics/p/date", { body: {}, ...sender });
    return headers.get("X-Rate-Limit-Remaining");
  };
  const byLink = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
  expect([await countLeft(byLink(first)), await countLeft(byLink(first))]).toEqual(["24", "23"]);
  expect([await countLeft(byLink(second)), await countLeft({ as: "publisher-one" })]).toEqual(["24", "24"]);
  expect([await countLeft({ as: "publisher-two" }), await countLeft(byLink(first))]).toEqual(["24", "22"]);
});

test("an account has at most 100 links, of which expired ones are removed when it adds one", async () => {
  const { shares } = service.context;
  const record = (id: string, expires_at: string) => ({
    id,
    name: id,
    role: "publisher" as const,
    view: "?",
    expires_at,
    account: 3,
    bounds: { filter: {}, exclude: {} },
  });
  await shares.add(record("expired", new Date(clock).toISOString()));
  for (let at = 0; at < 99; at++) await shares.add(record(`good-${at}`, new Date(clock + 1).toISOString()));
  const make = () => service.send("/v2/shares", { as: "publisher-three", body: REQUEST });
  expect((await make()).status).toBe(201);
  expect(await shares.find("expired")).toBeUndefined();
  expect(await shares.find("good-98")).toBeDefined();
  const { status, json } = await make();
  expect([status, json.message]).toEqual([403, expect.stringContaining("100 links already")]);
});

/** Creates a link of network-one. Returns a function that sends the link's requests. */
async function shareAsNetwork(role: string, filter: object) {
  const body = { ...REQUEST, role, filter };
  const { json } = await service.send("/v2/shares", { as: "network-one", body });
  return (path: string, request?: object) => send(json.token, path, request);
}

test("a network's link describes an account of the link's side", async () => {
  const ask = await shareAsNetwork("advertiser", { campaign_id: [1] });
  expect((await ask("/v2/account")).json).toMatchObject({
    kind: "advertiser",
    share: { role: "advertiser" },
  });
});

test.each([
  ["groups by other accounts", { group_by: ["publisher_id"] }],
  ["groups by its own account", { group_by: ["advertiser_id"] }],
  ["filters by other accounts", { filter: { campaign_id: [1], publisher_id: [1] } }],
  ["excludes other accounts", { exclude: { publisher_id: [1] } }],
  ["has the other side's money", { projection: { base: ["publisher_revenue"] } }],
  ["has the network's money", { projection: { base: ["margin", "network_revenue"] } }],
])("a report of a network's advertiser link is refused when it %s", async (_what, more) => {
  const ask = await shareAsNetwork("advertiser", { campaign_id: [1] });
  const request = { group_by: [], filter: { campaign_id: [1] } };
  expect((await ask("/v2/statistics/a/global", { ...request, ...more })).status).toBe(400);
});

test.each(["publisher_id", "advertiser_id"])("a network's link has no reports by %s", async (segment) => {
  const ask = await shareAsNetwork("advertiser", {});
  expect((await ask(`/v2/statistics/a/${segment}`)).status).toBe(404);
});

test("default columns, details and CSV of a network's link are those of the side", async () => {
  const seen = [];
  const request = { group_by: ["campaign_id", "site_id"], detailed: 1, filter: { campaign_id: [1] } };
  const link = { ...REQUEST, role: "advertiser", filter: { campaign_id: [1] } };
  for (const as of ["network-one", "advertiser-one"]) {
    const { json } = await service.send("/v2/shares", { as, body: link });
    const read = async (accept: string) =>
      service.send("/v2/statistics/a/global", {
        headers: { Authorization: `Bearer ${json.token}`, Accept: accept },
        body: request,
      });
    seen.push([(await read("application/json")).json, (await read("text/csv")).text]);
  }
  const [network, advertiser] = seen;
  expect(JSON.stringify(network).replaceAll(/g[12]|goals/g, "")).not.toMatch(
    /margin|publisher|network_revenue/,
  );
  const readHeader = (csv: string) => csv.split(/\r?\n/)[0]?.replaceAll(/,goals\.(g|ecpa)\d+/g, "");
  expect(readHeader(network?.[1])).toBe(readHeader(advertiser?.[1]));
});

test("a network's link of one advertiser has this filter although its readers cannot name it", async () => {
  const ask = await shareAsNetwork("advertiser", { advertiser_id: [12] });
  const count = async (filter: object) => {
    const { status, json } = await ask("/v2/statistics/a/global", { group_by: ["campaign_id"], filter });
    return [status, json.result?.map((record: { group_by: object }) => record.group_by)];
  };
  expect(await count({})).toEqual(await count({ advertiser_id: [12] }));
  expect((await count({}))[0]).toBe(200);
  expect(await count({ advertiser_id: [11] })).toEqual([403, undefined]);
  expect(await count({ publisher_id: [1] })).toEqual([400, undefined]);
});
