/** Requests that the methods of the clients send, as described by `/openapi.json`. */
import { expect, test } from "vitest";
import { createManagement, type Management } from "../../src/statistics/management.ts";
import { start } from "./support/scripted.ts";

const ENTRY = { id: 4, version: "v1" };
const COUNTS = { zones: 1, zones_total: 2, requests: 3, impressions: 4 };
const ESTIMATE = { ...COUNTS, ignored: ["keywords"] };
/** Answer that is valid for every list and for an explanation. */
const ANSWER = {
  request_metadata: { count: 0 },
  result: [],
  zones: [],
  errors: {},
};

/** Returns the request that a call sends, and the result of the call. */
async function record(call: (management: Management) => Promise<unknown>, body: unknown) {
  const { server, client } = await start();
  server.answer(() => ({ body }));
  const given = await call(createManagement(client));
  const [sent] = server.asked;
  if (!sent) throw new Error("Nothing was sent.");
  return {
    request: `${sent.method} ${sent.path}`,
    body: sent.body,
    version: sent.headers["if-match"],
    given,
  };
}

test.each<[string, (management: Management) => Promise<unknown>]>([
  ["GET /v2/accounts", ({ accounts }) => accounts.list()],
  ["GET /v2/sites", ({ sites }) => sites.list({})],
  [
    "GET /v2/zones?search=Top&limit=5&offset=10",
    ({ zones }) => zones.list({ search: "Top", limit: 5, offset: 10 }),
  ],
  ["GET /v2/campaigns?deleted=1", ({ campaigns }) => campaigns.list({ search: "", deleted: true })],
  // As callers in JavaScript may write it.
  ["GET /v2/campaigns", ({ campaigns }) => campaigns.list({ search: undefined } as object)],
  ["GET /v2/campaigns?offset=0", ({ campaigns }) => campaigns.list({ offset: 0, deleted: false })],
  ["GET /v2/campaigns/3/creatives", ({ creatives }) => creatives(3).list()],
  ["GET /v2/sites?limit=500&offset=0", ({ sites }) => sites.all()],
  ["GET /v2/changes", ({ changes }) => changes()],
  ["GET /v2/sites/3/creatives?limit=5", ({ shownCreatives }) => shownCreatives(3, { limit: 5 })],
  ["GET /v2/changes?sequence=7", ({ changes }) => changes({ sequence: 7 })],
  [
    "GET /v2/changes?user=3&from=2026-11-01&to=2026-11-02",
    ({ changes }) => changes({ user: 3, from: "2026-11-01", to: "2026-11-02" }),
  ],
  ["GET /v2/changes?kind=zones&id=4", ({ changes }) => changes({ kind: "zones", id: 4 })],
])("a list is requested by %s", async (request, call) => {
  expect(await record(call, ANSWER)).toMatchObject({ request, body: undefined });
});

test("an entry is read, created and changed at its path, and a change sends the entry's version", async () => {
  const answer = { result: ENTRY };
  expect(await record(({ zones }) => zones.get(4), answer)).toMatchObject({
    request: "GET /v2/zones/4",
    body: undefined,
    given: ENTRY,
  });
  const zone = { site: 1, name: "Top", size: "300x250" };
  expect(await record(({ zones }) => zones.create(zone), answer)).toMatchObject({
    request: "POST /v2/zones",
    body: zone,
    given: ENTRY,
    version: undefined,
  });
  expect(await record(({ zones }) => zones.change(ENTRY, { name: "Side" }), answer)).toMatchObject({
    request: "PATCH /v2/zones/4",
    body: { name: "Side" },
    given: ENTRY,
    version: '"v1"',
  });
});

test("activity(), estimate(), explain(), readPage() and changeUser() send the documented requests", async () => {
  const activity = { zones: [], campaigns: [], sizes: [] };
  expect(await record((management) => management.activity(), { result: activity })).toMatchObject({
    request: "GET /v2/activity",
    given: activity,
  });
  const draft = { sizes: ["300x250"] };
  expect(await record((management) => management.estimate(draft), { result: ESTIMATE })).toMatchObject({
    request: "POST /v2/estimate",
    body: draft,
    given: ESTIMATE,
  });
  const question = { user: {}, zones: [{ id: 4 }] };
  expect(await record((management) => management.explain(question), ANSWER)).toMatchObject({
    request: "POST /v2/placement/explain",
    body: question,
    given: { zones: [], errors: {} },
  });
  const markup = { address: "https://news.example/", html: "<p>" };
  expect(
    await record((management) => management.readPage("https://news.example"), { result: markup }),
  ).toMatchObject({
    request: "POST /v2/page",
    body: { address: "https://news.example" },
    given: markup,
  });
  expect(await record((management) => management.changeUser({ name: "Ann" }), ANSWER)).toMatchObject({
    request: "PATCH /v2/user",
    body: { name: "Ann" },
    given: undefined,
  });
});

test.each(Object.keys(COUNTS))(
  "an estimate without the number of %s is rejected by a message with that name",
  async (name) => {
    const estimate = record((management) => management.estimate({ sizes: [] }), {
      result: { ...ESTIMATE, [name]: "many" },
    });
    await expect(estimate).rejects.toMatchObject({
      code: "invalid-response",
      message: `The service's answer does not contain the number of ${name}.`,
    });
  },
);

test.each([
  ["a count and a list of results", { request_metadata: { count: "1" }, result: [] }],
  ["a count and a list of results", { request_metadata: { count: 1 }, result: {} }],
  ["an object", { request_metadata: [], result: [] }],
  ["an id and a version", { request_metadata: { count: 1 }, result: [{ id: 1, version: 2 }] }],
  ["an id and a version", { request_metadata: { count: 1 }, result: [{ id: "1", version: "2" }] }],
  ["an id and a version", { request_metadata: { count: 1 }, result: [{ version: "2" }] }],
])("a list without %s is rejected by a message that says so", async (what, body) => {
  await expect(record(({ zones }) => zones.list(), body)).rejects.toMatchObject({
    code: "invalid-response",
    message: `The service's answer does not contain ${what}.`,
  });
});

test("an explanation without zones is rejected, and missing errors become empty", async () => {
  const question = { user: {}, zones: [] };
  const { given } = await record((management) => management.explain(question), { zones: [] });
  expect(given).toEqual({ zones: [], errors: {} });
  await expect(record((management) => management.explain(question), {})).rejects.toMatchObject({
    message: "The service's answer does not contain a list of zones.",
  });
});

test("all() reads pages until it has the counted number of entries or a page is empty", async () => {
  const { server, client } = await start();
  const entries = Array.from({ length: 3 }, (_, at) => ({ id: at + 1, version: "v" }));
  const count = { value: 3 };
  server.answer(({ path }) => {
    const offset = Number(new URL(path, "http://localhost").searchParams.get("offset"));
    return { body: { request_metadata: { count: count.value }, result: entries.slice(offset, offset + 2) } };
  });
  const { sites } = createManagement(client);
  expect(await sites.all({ search: "x" })).toEqual(entries);
  expect(server.asked.map(({ path }) => path)).toEqual([
    "/v2/sites?search=x&limit=500&offset=0",
    "/v2/sites?search=x&limit=500&offset=2",
  ]);
  count.value = 9;
  expect(await sites.all()).toEqual(entries);
  expect(server.asked).toHaveLength(5);
});

test("accounts, collections, shared links and request() use the documented paths", async () => {
  const { server, client } = await start();
  server.answer(() => ({
    body: { result: [], name: "Ann", kind: "publisher", role: "publisher", token: "t" },
  }));
  await client.account();
  await client.countries();
  await client.timezones();
  await client.collection("zones");
  await client.shares.list();
  await client.shares.create({ name: "Tom", role: "publisher", view: "?", days: 1 });
  await client.shares.revoke("a/1");
  await client.request({ method: "GET", path: "v2/anything" });
  expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    ...["GET /v2/account", "GET /collections/countries", "GET /collections/timezones"],
    ...["GET /collections/zones", "GET /v2/shares", "POST /v2/shares", "DELETE /v2/shares/a%2F1"],
    "GET /v2/anything",
  ]);
});

test("a change is retried after a 503 only with an idempotency key, and the retry sends the same key", async () => {
  const { server, client } = await start();
  await client.login();
  let failures = 1;
  server.answer(() => (failures-- > 0 ? { status: 503, body: {} } : { body: {} }));
  const change = { method: "POST", path: "/v2/zones", body: {}, idempotencyKey: "abc" } as const;
  await client.request(change);
  expect(server.asked.map(({ headers }) => headers["idempotency-key"])).toEqual(["abc", "abc"]);
  failures = 1;
  const { idempotencyKey: _, ...plain } = change;
  await expect(client.request(plain)).rejects.toMatchObject({ code: "server" });
  expect(server.asked).toHaveLength(3);
});
