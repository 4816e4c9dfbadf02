/** Services that speak the interface in their own way: answers as the specification shows or allows them. */
import { expect, test } from "vitest";
import type { Statistics, StatisticsError, StatisticsOptions } from "../../src/statistics/index.ts";
import { type Received, type Reply, start } from "./support/scripted.ts";

const RECORD = { group_by: { date: { date: "2026-11-01" } }, impressions: 5 };
const METADATA = { count: 1, limit: 50, offset: 0 };
const REPORT = { body: { request_metadata: METADATA, result: [RECORD] } };

/** Answers by method and path; what is not named is answered 404. */
const answerBy =
  (replies: Record<string, Reply>) =>
  ({ method, path }: Received): Reply =>
    replies[`${method} ${path}`] ?? { status: 404, body: { message: `${method} ${path}` } };

const moved = (location: string): Reply => ({ status: 308, headers: { location }, body: {} });
const queryPublisher = async ({ publisher }: Statistics) =>
  (await publisher.query({ group_by: ["date"] })).result;
const queryAdvertiser = async ({ advertiser }: Statistics) =>
  (await advertiser.query({ group_by: ["date"] })).result;

interface Case {
  options?: Partial<StatisticsOptions>;
  replies: Record<string, Reply>;
  call: (client: Statistics) => Promise<unknown>;
  expected: unknown;
}

test.each<[string, Case]>([
  [
    "the former prefix of publishers' reports redirects to the present one",
    {
      options: { paths: { publisher: "/statistics/publisher" } },
      replies: {
        "POST /statistics/publisher/global": moved("/v2/statistics/p/global"),
        "POST /v2/statistics/p/global": REPORT,
      },
      call: queryPublisher,
      expected: [RECORD],
    },
  ],
  [
    "the former prefix of advertisers' reports redirects to the present one",
    {
      options: { paths: { advertiser: "/v2/statistics/advertiser" } },
      replies: {
        "POST /v2/statistics/advertiser/global": moved("/v2/statistics/a/global"),
        "POST /v2/statistics/a/global": REPORT,
      },
      call: queryAdvertiser,
      expected: [RECORD],
    },
  ],
  [
    "the final segment is the name of a grouping",
    {
      options: { segment: ([first]) => first ?? "global" },
      replies: { "POST /v2/statistics/p/date": REPORT },
      call: queryPublisher,
      expected: [RECORD],
    },
  ],
  [
    "the final segment is a name of the service's own",
    {
      options: { segment: "all time" },
      replies: { "POST /v2/statistics/p/all%20time": REPORT },
      call: queryPublisher,
      expected: [RECORD],
    },
  ],
  [
    "everything is below another path, and the login has an address of its own",
    {
      options: { paths: { login: "/api/session/login", publisher: "/api/statistics" } },
      replies: { "POST /api/statistics/global": REPORT },
      call: queryPublisher,
      expected: [RECORD],
    },
  ],
  [
    "the ratio of bid responses has its shorter name",
    {
      replies: {
        "POST /v2/statistics/p/global": {
          body: {
            request_metadata: METADATA,
            result: [{ ...RECORD, rtb: { response_ratio: 9.5, wins: 2 } }],
          },
        },
      },
      call: queryPublisher,
      expected: [{ ...RECORD, rtb: { bid_response_ratio: 9.5, wins: 2 } }],
    },
  ],
  [
    "a record without a value of its group has no group_by",
    {
      replies: {
        "POST /v2/statistics/p/global": {
          body: { request_metadata: METADATA, result: [{ impressions: 5 }] },
        },
      },
      call: queryPublisher,
      expected: [{ group_by: {}, impressions: 5 }],
    },
  ],
  [
    "records and details have fields that the specification does not name",
    {
      replies: {
        "POST /v2/statistics/a/global": {
          body: {
            request_metadata: { ...METADATA, took: 12 },
            result: [
              {
                group_by: {
                  campaign_id: { active: "1", campaign_ad_type_name: "Banner", id: "7", name: "A" },
                },
                cost: 1.5,
                bonus: 1,
              },
            ],
            debug: {},
          },
        },
      },
      call: queryAdvertiser,
      expected: [
        {
          group_by: { campaign_id: { active: "1", campaign_ad_type_name: "Banner", id: "7", name: "A" } },
          cost: 1.5,
          bonus: 1,
        },
      ],
    },
  ],
  [
    "the number of records is answered with an empty result",
    {
      replies: {
        "POST /v2/statistics/p/global": {
          body: { request_metadata: { ...METADATA, count: 81 }, result: [] },
        },
      },
      call: ({ publisher }) => publisher.count({ group_by: ["date"] }),
      expected: 81,
    },
  ],
  [
    "a page has at most 2 records, whatever limit is requested",
    {
      replies: {
        "POST /v2/statistics/p/global": {
          body: { request_metadata: { count: 2, limit: 2, offset: 0 }, result: [RECORD, { impressions: 1 }] },
        },
      },
      call: async ({ publisher }) => {
        const impressions: number[] = [];
        for await (const record of publisher.records({ group_by: ["date"] }))
          impressions.push(record.impressions);
        return impressions;
      },
      expected: [5, 1],
    },
  ],
  [
    "countries are an object by id below the path of version 2",
    {
      options: { paths: { countries: "/v2/collections/countries" } },
      replies: {
        "GET /v2/collections/countries": {
          body: { result: { 276: { id: "276", iso2: "DE", iso3: "DEU", name: "Germany" } } },
        },
      },
      call: (client) => client.countries(),
      expected: [{ id: 276, iso2: "DE", iso3: "DEU", name: "Germany" }],
    },
  ],
  [
    "time zones are objects with a name",
    {
      replies: { "GET /collections/timezones": { body: { result: [{ id: 1, name: "Europe/Berlin" }] } } },
      call: (client) => client.timezones(),
      expected: ["Europe/Berlin"],
    },
  ],
])("a service is understood where %s", async (_, { options, replies, call, expected }) => {
  const { server, client } = await start(options);
  server.answer(answerBy(replies));
  expect(await call(client)).toEqual(expected);
});

test("the token and the request survive a redirect to the present prefix", async () => {
  const { server, client } = await start({ paths: { publisher: "/statistics/publisher" } });
  server.answer(
    answerBy({
      "POST /statistics/publisher/global": moved("/v2/statistics/p/global"),
      "POST /v2/statistics/p/global": REPORT,
    }),
  );
  const request = { group_by: ["date"], limit: 3 } as const;
  await client.publisher.query(request);
  const last = server.asked.at(-1);
  expect([last?.headers.authorization, last?.body]).toEqual(["Bearer token-1", request]);
});

test.each<[string, object, object]>([
  ["without a lifetime", { token: "t" }, { token: "t" }],
  ["with a type and a lifetime", { token: "t", type: "Bearer", expires_in: 900 }, { token: "t" }],
  ["with fields of its own", { token: "t", user: { id: 1 } }, { token: "t" }],
])("a login is understood that answers %s", async (_, body, session) => {
  const sessions: unknown[] = [];
  const { server, client } = await start({ onSession: (each) => sessions.push(each) });
  server.logins(() => ({ body }));
  await client.publisher.query({ group_by: ["date"] });
  expect(sessions).toEqual([expect.objectContaining(session)]);
  expect(server.asked[0]?.headers.authorization).toBe("Bearer t");
});

test.each<[string, unknown, string[]]>([
  [
    "a list with an object for each",
    [{ "[limit]": "No." }, { "[offset]": "No." }],
    ["[limit] No.", "[offset] No."],
  ],
  ["one object of lists", { limit: ["No."], offset: ["No."] }, ["limit No.", "offset No."]],
  ["a list of sentences", ["No."], [" No."]],
])("problems are understood as %s", async (_, errors, expected) => {
  const { server, client } = await start();
  server.answer(() => ({ status: 400, body: { errors } }));
  const error = await client.publisher.query({ group_by: ["date"] }).catch((caught) => caught);
  expect(error.code).toBe("validation");
  const problems = (error as StatisticsError).problems.map(({ path, message }) => `${path} ${message}`);
  expect(problems).toEqual(expected);
});
