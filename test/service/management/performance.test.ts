/** Sums shown beside lists: by object and by day, in the account's time zone, of its own data only. */
import { expect, test } from "vitest";
import type { PerformanceRequest } from "../../../src/protocol/management.ts";
import { createManagement } from "../../../src/statistics/index.ts";
import { addTokens, aNetworkCampaign } from "../support/catalogue.ts";
import { useService } from "../support/service.ts";
import { connect } from "./support.ts";

const CATALOGUE = {
  accounts: addTokens([
    { id: 1, name: "Network", role: "network" },
    // UTC+05:45.
    { id: 2, name: "Publisher", role: "publisher", network: 1, timezone: "Asia/Kathmandu" },
    { id: 3, name: "Advertiser", role: "advertiser", network: 1 },
    { id: 4, name: "Other publisher", role: "publisher", network: 1 },
  ]),
  sites: [
    { id: 1, account: 2, name: "News", hostname: "news.example" },
    { id: 4, account: 4, name: "Other", hostname: "other.example" },
  ],
  zones: [
    { id: 1, site: 1, name: "Top", size: "300x250" },
    { id: 2, site: 1, name: "Side", size: "300x250" },
    { id: 4, site: 4, name: "Other", size: "300x250" },
  ],
  campaigns: [aNetworkCampaign(7, { name: "Boots" })],
};

const fact = (time: string, zone: number, impressions: number, more: object = {}) => ({
  time: `2026-11-${time}:00Z`,
  publisher_id: zone === 4 ? 4 : 2,
  advertiser_id: 3,
  site_id: zone === 4 ? 4 : 1,
  zone_id: zone,
  campaign_id: 7,
  variation_id: 70,
  country_iso: "DEU",
  impressions,
  clicks: impressions / 10,
  ad_requests: impressions * 2,
  filled: impressions,
  cost: (impressions / 10).toFixed(1),
  publisher_revenue: (impressions / 20).toFixed(2),
  ...more,
});
/** In Kathmandu 18:30 UTC is already the next day. */
const FACTS = [
  fact("15T18:10", 1, 10),
  fact("15T18:30", 1, 20),
  fact("16T05:00", 1, 40),
  fact("16T05:00", 2, 80),
  fact("16T10:00", 2, 160),
  fact("16T05:00", 4, 320, { country_iso: "FRA" }),
  fact("17T05:00", 1, 640),
  fact("18T05:00", 1, 10, { country_iso: null }),
];

const service = await useService(CATALOGUE, { limitUser: 0, limitIp: 0 });
const lines = FACTS.map((line) => JSON.stringify(line)).join("\n");
const type = { "Content-Type": "application/x-ndjson" };
const { status } = await service.send("token-1", "POST", "/v2/imports?name=facts", lines, type);
if (status !== 200) throw new Error(`The facts were not imported: ${status}`);

const ask = (account: number, request: Partial<PerformanceRequest>) =>
  createManagement(connect(service, account)).performance({
    by: ["zone_id"],
    role: "publisher",
    days: { from: "2026-11-16", to: "2026-11-16" },
    ...request,
  });

test("a publisher's zones are summed over a day that starts at midnight in its time zone", async () => {
  const { zone_id } = await ask(2, {});
  expect(zone_id?.now).toEqual([
    {
      group_by: { zone_id: expect.objectContaining({ id: 1, name: "Top" }) },
      ad_requests: 120,
      filled: 60,
      impressions: 60,
      clicks: 6,
      revenue: 3,
    },
    {
      group_by: { zone_id: expect.objectContaining({ id: 2, name: "Side" }) },
      ad_requests: 480,
      filled: 240,
      impressions: 240,
      clicks: 24,
      revenue: 12,
    },
  ]);
});

test("sums by date are returned for the requested and for the compared days", async () => {
  const { date } = await ask(2, {
    by: ["date"],
    days: { from: "2026-11-16", to: "2026-11-17" },
    compared: { from: "2026-11-14", to: "2026-11-15" },
  });
  const read = (side: "now" | "before") =>
    date?.[side].map(({ group_by, impressions }) => [group_by.date?.date, impressions]);
  expect(read("now")).toEqual([
    ["2026-11-16", 300],
    ["2026-11-17", 640],
  ]);
  expect(read("before")).toEqual([["2026-11-15", 10]]);
});

test("the sums of each grouping equal those of reports", async () => {
  const by = ["date", "site_id", "zone_id", "country_iso"] as const;
  const performance = await ask(2, { by: [...by], days: { from: "2026-11-15", to: "2026-11-17" } });
  for (const grouping of by) {
    const { result } = await connect(service, 2).publisher.query({
      group_by: [grouping],
      order_by: [{ field: grouping, order: "asc" }],
      filter: { date_from: "2026-11-15", date_to: "2026-11-17" },
      projection: { base: ["impressions", "clicks", "revenue"] },
      detailed: 1,
    });
    const shown = performance[grouping]?.now.map(({ group_by, impressions, clicks, revenue }) => ({
      group_by,
      impressions,
      clicks,
      revenue,
    }));
    expect(shown).toEqual(result);
  }
});

test("a cut drops the hours from a given hour on, of the last day or of every day", async () => {
  const days = { from: "2026-11-15", to: "2026-11-16" };
  const sum = async (request: Partial<PerformanceRequest>) => {
    const { date } = await ask(4, { by: ["date"], days, ...request });
    return date?.now.map(({ impressions }) => impressions);
  };
  expect(await sum({ cut: { hour: 5, days: "last" } })).toEqual([]);
  expect(await sum({ cut: { hour: 6, days: "last" } })).toEqual([320]);
  const network = async (request: Partial<PerformanceRequest>) => {
    const { date } = await ask(1, { by: ["date"], days, ...request });
    return date?.now.map(({ impressions }) => impressions);
  };
  expect(await network({ cut: { hour: 6, days: "last" } })).toEqual([30, 440]);
  expect(await network({ cut: { hour: 6, days: "every" } })).toEqual([440]);
});

test("facts without a country are omitted only when grouping by country", async () => {
  const days = { from: "2026-11-18", to: "2026-11-18" };
  const { country_iso, zone_id } = await ask(2, { by: ["country_iso", "zone_id"], days });
  expect(country_iso?.now).toEqual([]);
  expect(zone_id?.now.map(({ impressions }) => impressions)).toEqual([10]);
});

test("a request for one zone sums only that zone", async () => {
  const request = { by: ["zone_id", "date"] as const, object: { kind: "zone_id", id: 2 } as const };
  const { zone_id, date } = await ask(2, { ...request, by: [...request.by] });
  expect(zone_id?.now.map(({ impressions }) => impressions)).toEqual([240]);
  expect(date?.now.map(({ impressions }) => impressions)).toEqual([240]);
});

test("an account gets only its own data and only the amounts of its role", async () => {
  const seen = async (account: number, role: "advertiser" | "publisher") => {
    const { country_iso } = await ask(account, { by: ["country_iso"], role });
    return country_iso?.now.map(({ group_by, ad_requests: _, filled: __, clicks: ___, ...rest }) => [
      group_by.country_iso?.country_iso,
      rest,
    ]);
  };
  expect(await seen(4, "publisher")).toEqual([["FRA", { impressions: 320, revenue: 16 }]]);
  expect(await seen(3, "advertiser")).toEqual([
    ["DEU", { impressions: 280, cost: 28 }],
    ["FRA", { impressions: 320, cost: 32 }],
  ]);
  const amounts = { cost: 32, publisher_revenue: 16, network_revenue: 16 };
  expect((await seen(1, "publisher"))?.[1]).toEqual(["FRA", { impressions: 320, ...amounts }]);
});

const DAYS = "Expected a first and a last day, at most 1098 days.";
test.each<[what: string, wrong: Record<string, unknown>, path: string, message: string | RegExp]>([
  ["a grouping that only reports support", { by: ["browser_id"] }, "[by][0]", /^Expected/],
  ["no grouping", { by: [] }, "[by]", /^Expected/],
  ["a repeated grouping", { by: ["date", "date"] }, "[by]", /^Expected/],
  [
    ...(["a day that does not exist", { days: { from: "2026-02-30", to: "2026-03-01" } }] as const),
    ...(["[days][from]", "Expected a day as YYYY-mm-dd."] as const),
  ],
  ["days in the wrong order", { days: { from: "2026-11-02", to: "2026-11-01" } }, "[days]", DAYS],
  ["too many days", { days: { from: "2020-01-01", to: "2026-11-01" } }, "[days]", DAYS],
  ["an hour above 24", { cut: { hour: 25, days: "last" } }, "[cut][hour]", /24/],
  ["an unknown kind of object", { object: { kind: "os", id: 1 } }, "[object][kind]", "Expected an object."],
])("a request with %s is refused", async (_what, wrong, path, text) => {
  const message = typeof text === "string" ? text : expect.stringMatching(text);
  await expect(ask(1, wrong)).rejects.toMatchObject({ status: 400, problems: [{ path, message }] });
});

test.each<[Partial<PerformanceRequest>, string, string]>([
  [{ role: "advertiser" }, "[role]", "Your account has no access to these numbers."],
  [{ by: ["campaign_id"] }, "[by]", "Your account cannot group by campaign_id here."],
])("a publisher's request with %j is refused", async (wrong, path, message) => {
  await expect(ask(2, wrong)).rejects.toMatchObject({ status: 403, problems: [{ path, message }] });
});

const HIDDEN = {
  publisher: ["campaign_id", "variation_id", "publisher_id", "advertiser_id"],
  advertiser: ["publisher_id", "advertiser_id"],
} as const;
test.each([
  ...HIDDEN.publisher.map((kind) => [2, "publisher", kind] as const),
  ...HIDDEN.advertiser.map((kind) => [3, "advertiser", kind] as const),
])(
  "account %d (%s) may not ask for one %s, because its reports have no such filter",
  async (account, role, kind) => {
    const message = `Your account cannot filter by ${kind} here.`;
    const problems = [{ path: "[object]", message }];
    await expect(ask(account, { role, by: ["date"], object: { kind, id: 7 } })).rejects.toMatchObject({
      status: 403,
      problems,
    });
  },
);
