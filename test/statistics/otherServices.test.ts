/** Services with variants of the interface that the specification shows or allows. */
import { expect, test } from "vitest";
import type { StatisticsOptions } from "../../src/statistics/index.ts";
import { type Received, type Reply, start } from "./support/scripted.ts";

const RECORD = { group_by: { date: { date: "2026-11-01" } }, impressions: 5 };
const METADATA = { count: 1, limit: 50, offset: 0 };
const REPORT = { body: { request_metadata: METADATA, result: [RECORD] } };

/** Answers by method and path, and with 404 to all other requests. */
const answerBy =
  (replies: Record<string, Reply>) =>
  ({ method, path }: Received): Reply =>
    replies[`${method} ${path}`] ?? { status: 404, body: { message: `${method} ${path}` } };

const moved = (location: string): Reply => ({ status: 308, headers: { location }, body: {} });
const BY_DATE = { group_by: ["date"] } as const;

test.each<[what: string, options: Partial<StatisticsOptions>, replies: Record<string, Reply>]>([
  [
    "the final segment is the name of a grouping",
    { segment: ([first]) => first ?? "global" },
    { "POST /v2/statistics/p/date": REPORT },
  ],
  [
    "the final segment is a custom name",
    { segment: "all time" },
    { "POST /v2/statistics/p/all%20time": REPORT },
  ],
  [
    "reports and the login have different path prefixes",
    { paths: { login: "/api/session/login", publisher: "/api/statistics" } },
    { "POST /api/statistics/global": REPORT },
  ],
])("the client supports a service where %s", async (_, options, replies) => {
  const { server, client } = await start(options);
  server.answer(answerBy(replies));
  expect((await client.publisher.query(BY_DATE)).result).toEqual([RECORD]);
});

const DETAILS = { active: "1", campaign_ad_type_name: "Banner", id: "7", name: "A" };

test.each<[what: string, sent: object, read: object]>([
  [
    "have no group_by and name the bid response ratio response_ratio",
    { impressions: 5, rtb: { response_ratio: 9.5, wins: 2 } },
    { group_by: {}, impressions: 5, rtb: { bid_response_ratio: 9.5, wins: 2 } },
  ],
  [
    "have fields that are not in the specification",
    { group_by: { campaign_id: DETAILS }, cost: 1.5, bonus: 1 },
    { group_by: { campaign_id: DETAILS }, cost: 1.5, bonus: 1 },
  ],
])("the client reads records that %s", async (_, sent, read) => {
  const { server, client } = await start();
  server.answer(() => ({ body: { request_metadata: { ...METADATA, took: 12 }, result: [sent], debug: {} } }));
  expect((await client.advertiser.query(BY_DATE)).result).toEqual([read]);
});

test("count() reads the number of records next to an empty result", async () => {
  const { server, client } = await start();
  server.answer(() => ({ body: { request_metadata: { ...METADATA, count: 81 }, result: [] } }));
  expect(await client.publisher.count(BY_DATE)).toBe(81);
});

test("records() reads a page with fewer records than requested", async () => {
  const { server, client } = await start();
  const request_metadata = { count: 2, limit: 2, offset: 0 };
  server.answer(() => ({ body: { request_metadata, result: [RECORD, { impressions: 1 }] } }));
  const impressions: number[] = [];
  for await (const record of client.publisher.records(BY_DATE)) impressions.push(record.impressions);
  expect(impressions).toEqual([5, 1]);
});

test("the client reads collections that are objects with ids as keys", async () => {
  const { server, client } = await start({ paths: { countries: "/v2/collections/countries" } });
  const germany = { id: "276", iso2: "DE", iso3: "DEU", name: "Germany" };
  server.answer(answerBy({ "GET /v2/collections/countries": { body: { result: { 276: germany } } } }));
  expect(await client.countries()).toEqual([{ ...germany, id: 276 }]);
});

test("the token and the request survive a redirect to the current prefix", async () => {
  const { server, client } = await start({ paths: { publisher: "/statistics/publisher" } });
  server.answer(
    answerBy({
      "POST /statistics/publisher/global": moved("/v2/statistics/p/global"),
      "POST /v2/statistics/p/global": REPORT,
    }),
  );
  const request = { group_by: ["date"], limit: 3 } as const;
  expect((await client.publisher.query(request)).result).toEqual([RECORD]);
  const last = server.asked.at(-1);
  expect([last?.headers.authorization, last?.body]).toEqual(["Bearer token-1", request]);
});

test.each<[string, object, object]>([
  ["without a lifetime", { token: "t" }, { token: "t" }],
  ["with a type and a lifetime", { token: "t", type: "Bearer", expires_in: 900 }, { token: "t" }],
  ["with additional fields", { token: "t", user: { id: 1 } }, { token: "t" }],
])("the client accepts a login answer %s", async (_, body, session) => {
  const sessions: unknown[] = [];
  const { server, client } = await start({ onSession: (each) => sessions.push(each) });
  server.logins(() => ({ body }));
  await client.publisher.query(BY_DATE);
  expect(sessions).toEqual([expect.objectContaining(session)]);
  expect(server.asked[0]?.headers.authorization).toBe("Bearer t");
});
