import { expect, test } from "vitest";
import {
  type CallOptions,
  createStatistics,
  type Statistics,
  type Wait,
} from "../../src/statistics/index.ts";
import { defer } from "../support/defer.ts";
import { EMPTY, rate, report, start, testClock } from "./support/scripted.ts";

const BY_DATE = { group_by: ["date"] } as const;

test("query() sends one POST with the request as JSON", async () => {
  const { server, client } = await start();
  const request = { group_by: ["zone_id"], projection: ["base"], limit: 5, totals: 1 } as const;
  server.answer(() => ({ body: { ...EMPTY, result_total: { clicks: 3 } } }));
  const answer = await client.publisher.query(request);
  expect(answer.result_total.clicks).toBe(3);
  expect(server.asked.map(({ method, path, body }) => [method, path, body])).toEqual([
    ["POST", "/v2/statistics/p/global", request],
  ]);
  expect(server.asked[0]?.headers["content-type"]).toBe("application/json");
});

test("paths and the final segment are configurable for another service", async () => {
  const { server } = await start();
  const client = createStatistics({
    baseUrl: `${server.origin}/api/`,
    credentials: { apiToken: "secret" },
    paths: {
      login: "session/login",
      advertiser: "/statistics/advertiser",
      timezones: "v2/collections/timezones",
    },
    segment: ([first]) => first ?? "global",
  });
  await client.advertiser.query({ group_by: ["campaign_id", "date"] });
  server.answer(() => ({ body: { result: { 1: { name: "Europe/Berlin" }, 2: { name: "UTC" } } } }));
  expect(await client.timezones()).toEqual(["Europe/Berlin", "UTC"]);
  expect(server.received.map(({ path }) => path)).toEqual([
    "/api/session/login",
    "/api/statistics/advertiser/campaign_id",
    "/api/v2/collections/timezones",
  ]);
});

test("count() returns the number of records, and totals() the totals of a report", async () => {
  const { server, client } = await start();
  server.answer(({ body }) =>
    body.count
      ? { body: { request_metadata: { count: 77 } } }
      : { body: { ...EMPTY, result_total: { ctr: 1 } } },
  );
  expect(await client.publisher.count({ group_by: ["sub"] })).toBe(77);
  expect(await client.publisher.totals({ projection: { base: ["ctr"] } })).toEqual({ ctr: 1 });
  expect(server.asked.map(({ body }) => body)).toEqual([
    { group_by: ["sub"], count: 1 },
    { group_by: ["date"], projection: { base: ["ctr"] }, totals: 1, limit: 1 },
  ]);
});

test("advertiser and publisher reports are sent to different paths", async () => {
  const { server, client } = await start();
  await client.advertiser.query(BY_DATE);
  await client.side("publisher").query(BY_DATE);
  expect(server.asked.map(({ path }) => path)).toEqual([
    "/v2/statistics/a/global",
    "/v2/statistics/p/global",
  ]);
});

test("collection() requests the collection by name", async () => {
  const { server, client } = await start();
  const zone = { id: 101, name: "Top", size: "728x90", site_id: 1 };
  server.answer(() => ({ body: { result: [zone] } }));
  expect(await client.collection("zones")).toEqual([zone]);
  expect(server.asked.map(({ method, path }) => [method, path])).toEqual([["GET", "/collections/zones"]]);
});

test("countries() lists the collection of countries", async () => {
  const { server, client } = await start();
  const spain = { id: 724, iso2: "ES", iso3: "ESP", name: "Spain" };
  server.answer(() => ({ body: { result: [spain] } }));
  expect(await client.countries()).toEqual([spain]);
  expect(server.asked.map(({ method, path }) => [method, path])).toEqual([["GET", "/collections/countries"]]);
});

test("a validation error lists every message with its path and is not retried", async () => {
  const { server, client } = await start();
  const errors = [
    { "[filter][date_from]": "Expected a day." },
    { "[group_by][0]": "Expected one of: date." },
  ];
  server.answer(() => ({ status: 400, body: { errors } }));
  await expect(client.publisher.query(BY_DATE)).rejects.toMatchObject({
    name: "StatisticsError",
    code: "validation",
    status: 400,
    message: "[filter][date_from] Expected a day. [group_by][0] Expected one of: date.",
    problems: [
      { path: "[filter][date_from]", keys: ["filter", "date_from"], message: "Expected a day." },
      { path: "[group_by][0]", keys: ["group_by", "0"], message: "Expected one of: date." },
    ],
  });
  expect(server.asked).toHaveLength(1);
});

test.each([
  [300, "refused"],
  [403, "forbidden"],
  [404, "not-found"],
  [413, "refused"],
  [415, "refused"],
])("status %d rejects with the code %s and is not retried", async (status, code) => {
  const { server, client } = await start();
  server.answer(() => ({ status, body: { message: "No." } }));
  await expect(client.publisher.query(BY_DATE)).rejects.toMatchObject({ code, status, message: "No." });
  expect(server.asked).toHaveLength(1);
});

test.each([
  ["500", { status: 500, text: "oops" }, "server"],
  ["503", { status: 503, body: { message: "Busy." } }, "server"],
  ["a lost connection", { drop: true }, "network"],
] as const)(
  "%s is retried three times with increasing waits before the call rejects",
  async (_, reply, code) => {
    const clock = testClock();
    const { server, client } = await start({}, clock);
    server.answer(() => reply);
    await expect(client.publisher.query(BY_DATE)).rejects.toMatchObject({ code });
    expect(server.asked).toHaveLength(4);
    expect(clock.pauses).toEqual([500, 1000, 2000]);
  },
);

test("a call resolves when a retry after lost connections is answered", async () => {
  const { server, client } = await start();
  server.answer((_, index) => (index < 2 ? { drop: true } : report([{ impressions: 5 }])));
  expect((await client.publisher.query(BY_DATE)).result).toHaveLength(1);
});

test("onWait reports the length and the end of a wait before a retry", async () => {
  const clock = testClock();
  const waits: Wait[] = [];
  const { server, client } = await start({ onWait: (wait) => waits.push(wait) }, clock);
  server.answer((_, index) => (index ? { body: EMPTY } : { status: 500 }));
  await client.publisher.query(BY_DATE);
  expect(waits).toEqual([{ reason: "retry", milliseconds: 500, until: clock.now() }]);
});

test("waits before retries are randomized down to half of their length", async () => {
  const clock = { ...testClock(), random: () => 0 };
  const { server, client } = await start({ retries: 2 }, clock);
  server.answer(() => ({ drop: true }));
  await expect(client.publisher.query(BY_DATE)).rejects.toMatchObject({ code: "network" });
  expect(clock.pauses).toEqual([250, 500]);
});

test("a 500 with rate limit headers is retried after the usual wait, not at the reset of the limit", async () => {
  const clock = testClock();
  const { server, client } = await start({}, clock);
  server.answer((_, index) => (index ? { body: EMPTY } : { status: 500, headers: rate(150, 5, 60) }));
  await client.publisher.query(BY_DATE);
  expect(clock.pauses).toEqual([500]);
});

test("a wait of the maximum length is accepted", async () => {
  const clock = testClock();
  const { server, client } = await start({ maxWaitMs: 8_000 }, clock);
  server.answer((_, index) => (index ? { body: EMPTY } : { status: 503, headers: { "Retry-After": "8" } }));
  await client.publisher.query(BY_DATE);
  expect(clock.pauses).toEqual([8_000]);
});

test("an aborted call stops waiting for the sign-in at once, and other calls continue", async () => {
  const { server, client } = await start();
  const controller = new AbortController();
  const [asked, answer] = [defer(), defer<object>()];
  server.logins(() => {
    asked.resolve();
    return answer.promise;
  });
  const [given, other] = [
    client.publisher.query(BY_DATE, { signal: controller.signal }),
    client.publisher.query(BY_DATE, { signal: new AbortController().signal }),
  ];
  await asked.promise;
  controller.abort(new Error("enough"));
  await expect(given).rejects.toThrow("enough");
  answer.resolve({ body: { token: "late", expires_in: 60 } });
  expect((await other).result).toEqual([]);
  expect(server.asked).toHaveLength(1);
});

test("surplus slashes in baseUrl and paths are removed", async () => {
  const { server } = await start();
  const paths = { login: "//in/login", account: "///me" };
  const baseUrl = `${server.origin}/api//`;
  const client = createStatistics({ baseUrl, credentials: { apiToken: "secret" }, paths });
  server.answer(() => ({ body: { name: "Ann", kind: "publisher" } }));
  await client.account();
  expect(server.received.map(({ path }) => path)).toEqual(["/api/in/login", "/api/me"]);
});

test("a request without an answer in time is sent again", async () => {
  // On a busy machine any attempt may time out.
  const { server, client } = await start({ timeoutMs: 300, retries: 20 });
  server.answer((_, index) => (index === 0 ? undefined : report([{ impressions: 5 }])));
  expect((await client.publisher.query(BY_DATE)).result).toHaveLength(1);
});

test("the timeout of a call applies to each of its requests", async () => {
  const { server, client } = await start({ retries: 1 });
  server.answer(() => undefined);
  await expect(client.publisher.query(BY_DATE, { timeout: 30 })).rejects.toMatchObject({ code: "timeout" });
  expect(server.asked).toHaveLength(2);
});

test("onWait of a call reports only the waits of that call, after the client's onWait", async () => {
  const reported: string[] = [];
  const { server, client } = await start({ onWait: ({ reason }) => reported.push(`client: ${reason}`) });
  server.answer((_, index) => (index ? { body: EMPTY } : { status: 500 }));
  await client.publisher.query(BY_DATE, { onWait: ({ reason }) => reported.push(`call: ${reason}`) });
  await client.publisher.query(BY_DATE);
  expect(reported).toEqual(["client: retry", "call: retry"]);
});

test.each<[string, (client: Statistics, call: CallOptions) => Promise<unknown>]>([
  ["query", ({ publisher }, call) => publisher.query(BY_DATE, call)],
  ["count", ({ publisher }, call) => publisher.count(BY_DATE, call)],
  ["totals", ({ publisher }, call) => publisher.totals({}, call)],
  ["pages", ({ publisher }, call) => publisher.pages(BY_DATE, call).next()],
  ["records", ({ publisher }, call) => publisher.records(BY_DATE, call).next()],
  ["csv", ({ publisher }, call) => publisher.csv(BY_DATE, call)],
  ["account", (client, call) => client.account(call)],
  ["countries", (client, call) => client.countries(call)],
  ["timezones", (client, call) => client.timezones(call)],
  ["collection", (client, call) => client.collection("zones", call)],
  ["shares.list", ({ shares }, call) => shares.list(call)],
  [
    "shares.create",
    ({ shares }, call) => shares.create({ name: "", role: "publisher", view: "", days: 1 }, call),
  ],
  ["shares.revoke", ({ shares }, call) => shares.revoke("a", call)],
  ["request", (client, call) => client.request({ method: "GET", path: "/v2/zones" }, call)],
])("%s accepts call options", async (_name, send) => {
  const { server, client } = await start({ retries: 1 });
  server.answer(() => ({ status: 429, headers: { "Retry-After": "1" } }));
  const reported: string[] = [];
  const onWait = ({ reason }: Wait) => reported.push(reason);
  await expect(send(client, { onWait })).rejects.toMatchObject({ code: "rate-limited" });
  expect(reported).toEqual(["limit"]);
});

test("a request in flight is aborted by its signal", async () => {
  const { server, client } = await start();
  const controller = new AbortController();
  server.answer(() => {
    controller.abort(new Error("enough"));
    return undefined;
  });
  await expect(client.publisher.query(BY_DATE, { signal: controller.signal })).rejects.toThrow("enough");
  expect(server.asked).toHaveLength(1);
});

test("nothing is sent when the signal is already aborted", async () => {
  const { server, client } = await start();
  const signal = AbortSignal.abort(new Error("before"));
  await expect(client.publisher.query(BY_DATE, { signal })).rejects.toThrow("before");
  expect(server.received).toEqual([]);
});

test("an answer that is not JSON rejects with the code invalid-response", async () => {
  const { server, client } = await start();
  server.answer(() => ({ text: "<html>" }));
  await expect(client.publisher.query(BY_DATE)).rejects.toMatchObject({ code: "invalid-response" });
});

test("account() returns the account and rejects an answer with an unknown kind", async () => {
  const { server, client } = await start();
  const account = { id: 2, name: "Ann", kind: "publisher", currency: "EUR", timezone: "UTC", goals: 0 };
  server.answer(() => ({ body: account }));
  expect(await client.account()).toEqual(account);
  const declared = {
    ...account,
    kind: "network",
    catalogue: "declared",
    catalogue_file: "/etc/ads.jsonc",
    publisher_share: "0.70",
  };
  server.answer(() => ({ body: declared }));
  expect(await client.account()).toEqual(declared);
  const suspended = { ...account, suspended: true };
  server.answer(() => ({ body: suspended }));
  expect(await client.account()).toEqual(suspended);
  server.answer(() => ({ body: { name: "Ann", kind: "guest" } }));
  await expect(client.account()).rejects.toMatchObject({ code: "invalid-response" });
});

test("shared links can be created, listed and revoked", async () => {
  const { server, client } = await start();
  const share = {
    id: "a1",
    name: "Tom",
    role: "publisher",
    view: "?x",
    expires_at: "2026-12-01T00:00:00Z",
  } as const;
  server.answer(() => ({ body: { ...share, token: "secret" } }));
  const { name, role, view } = share;
  expect(await client.shares.create({ name, role, view, days: 3 })).toEqual({ ...share, token: "secret" });
  server.answer(() => ({ body: { result: [share] } }));
  expect(await client.shares.list()).toEqual([share]);
  server.answer(() => ({ status: 204 }));
  await client.shares.revoke("a1");
  expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /v2/shares",
    "GET /v2/shares",
    "DELETE /v2/shares/a1",
  ]);
  server.answer(() => ({ body: { result: [{ role: "guest" }] } }));
  await expect(client.shares.list()).rejects.toMatchObject({ code: "invalid-response" });
});
