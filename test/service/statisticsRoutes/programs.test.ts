/** Compatibility with programs written for other networks: their requests and the fields that they read. */
import { expect, test } from "vitest";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import { type Json, useService } from "./support.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

/** Converts thousandths of the account's currency to billionths. */
const money = (thousandths: number) => BigInt(thousandths) * 1_000_000n;

const fact = (day: number, more: Partial<Fact>): Fact => ({
  time: new Date(Date.UTC(2026, 10, day, 9)),
  publisher_id: 1,
  advertiser_id: 11,
  site_id: 1,
  zone_id: 101,
  campaign_id: 1,
  country_iso: "DEU",
  ...more,
});

const FACTS = [
  fact(12, { impressions: 10, clicks: 2, cost: money(12_344), publisher_revenue: money(5_000) }),
  fact(12, { zone_id: 102, impressions: 5, cost: money(1), publisher_revenue: money(3) }),
  fact(13, {
    impressions: 7,
    video_impressions: 4,
    video_views: 2,
    cost: money(1_000),
    publisher_revenue: money(504),
  }),
  fact(13, { campaign_id: 2, sub: 7, impressions: 1, goal_1: 3, goal_2: 4 }),
];

const service = await useService({ now: () => NOW });
await service.store.transaction(({ append }) => append(FACTS));

const PUBLISHER = "publisher-one";
const ADVERTISER = "advertiser-one";

const get = async (path: string, as: string): Promise<Json> => {
  const { status, json } = await service.send(path, { as });
  expect([path, status]).toEqual([path, 200]);
  return json;
};

/** Lists the given fields of each row. */
const pick = (rows: Json[], ...names: string[]) => rows.map((row) => names.map((name) => row[name]));

const ALL_DAYS = "date-from=2026-11-01&date-to=2026-11-20";

test("a publisher's report by days has flat fields and flat totals", async () => {
  const {
    result,
    result_total: nested,
    resultTotal: flat,
  } = await get(`/v2/statistics/p/date?${ALL_DAYS}&include=totals`, PUBLISHER);
  expect(pick(result, "ddate", "date", "impressions", "value")).toEqual([
    ["2026-11-12", "2026-11-12", 15, 500],
    ["2026-11-13", "2026-11-13", 8, 50],
  ]);
  expect(result[0].group_by).toEqual({ date: { date: "2026-11-12" } });
  // The sum of 5.003 and 0.504 is rounded once, instead of summing rounded values.
  expect([flat.value, flat.impressions, flat.revenue, nested.revenue]).toEqual([551, 23, 5.507, 5.507]);
  expect([nested.value, nested.video_hits]).toEqual([undefined, undefined]);
});

test("an advertiser's value is its cost in hundredths, with halves rounded up", async () => {
  const { result } = await get(`/v2/statistics/advertiser/date?${ALL_DAYS}`, ADVERTISER);
  expect(pick(result, "ddate", "cost", "value")).toEqual([
    ["2026-11-12", 12.345, 1235],
    ["2026-11-13", 1, 100],
  ]);
});

test("a network's value is publisher revenue in publisher reports and cost in advertiser reports", async () => {
  const sides = await Promise.all(
    ["p", "a"].map((side) => get(`/v2/statistics/${side}/date?${ALL_DAYS}`, "network-one")),
  );
  expect(sides.map(({ result }) => result[0].value)).toEqual([500, 1235]);
});

test("flat fields contain ids as numbers under both of their names", async () => {
  const { result } = await get(
    `/v2/statistics/a/campaign?${ALL_DAYS}&campaignid=1&include=totals`,
    ADVERTISER,
  );
  expect(pick(result, "idcampaign", "campaign_id")).toEqual([[1, 1]]);
  expect(result[0].group_by.campaign_id.id).toBe("1");
  const zones = await get(`/v2/statistics/p/zone?${ALL_DAYS}&additional_group_by=country`, PUBLISHER);
  expect(pick(zones.result, "idzone", "zone_id", "country", "country_iso")).toEqual([
    [101, 101, "DEU", "DEU"],
    [102, 102, "DEU", "DEU"],
  ]);
});

test("a site report contains flat video fields", async () => {
  const { result } = await get(`/v1/statistics/publisher/site?${ALL_DAYS}`, PUBLISHER);
  expect(pick(result, "idsite", "video_hits", "cpv")).toEqual([[1, 4, 5.507 / 2]]);
});

test("a record without a value of its grouping omits the flat field", async () => {
  const { result } = await get(`/v2/statistics/p/sub?${ALL_DAYS}`, PUBLISHER);
  expect(result.map((row: Json) => ["sub" in row, row.sub, row.impressions])).toEqual([
    [true, 7, 1],
    [false, undefined, 22],
  ]);
});

test("flat fields are limited to the requested metrics", async () => {
  const { result } = await get(`/v2/statistics/p/date?${ALL_DAYS}&projection[base]=clicks`, PUBLISHER);
  expect(result).toEqual([
    { group_by: { date: { date: "2026-11-12" } }, date: "2026-11-12", ddate: "2026-11-12", clicks: 2 },
    { group_by: { date: { date: "2026-11-13" } }, date: "2026-11-13", ddate: "2026-11-13", clicks: 0 },
  ]);
});

test.each([
  ["a POST", () => service.send(`/v2/statistics/p/date`, { as: PUBLISHER, body: { totals: 1 } })],
  ["global", () => service.send(`/v2/statistics/p/global?group_by=date&totals=1`, { as: PUBLISHER })],
])("%s is answered without flat fields", async (_, send) => {
  const { json } = await send();
  expect(json.result.length).toBe(2);
  for (const row of json.result)
    expect([row.ddate, row.value, row.video_hits]).toEqual([undefined, undefined, undefined]);
  expect("resultTotal" in json).toBe(false);
});

test("newline-delimited JSON has no flat fields", async () => {
  const { text } = await service.send(`/v2/statistics/p/date?${ALL_DAYS}`, {
    as: PUBLISHER,
    headers: { Accept: "application/x-ndjson" },
  });
  expect(text).toContain('{"group_by":{"date":{"date":"2026-11-12"}}');
  expect(text).not.toContain("ddate");
});

test("conversions are contained in goals.total", async () => {
  const { result, result_total: total } = await get(
    `/v2/statistics/a/campaign?${ALL_DAYS}&include=totals`,
    ADVERTISER,
  );
  expect(result.map((row: Json) => [row.idcampaign, row.goals.total])).toEqual([
    [1, 0],
    [2, 7],
  ]);
  expect(total.goals).toMatchObject({ g1: 3, g2: 4, total: 7 });
});

test("JSON with numbers as texts, flags as booleans and single values for lists is accepted", async () => {
  const { status, json } = await service.send("/v2/statistics/a/global", {
    as: ADVERTISER,
    body: {
      group_by: "campaign",
      detailed: true,
      filter: { campaign_id: 1, exclude_deleted: 0, date_from: "2026-11-01" },
      order_by: [{ field: "cost", order: "DESC" }],
      limit: "50",
      offset: "0",
    },
  });
  expect([status, json.request_metadata.limit, json.result.length, json.result[0].cost]).toEqual([
    200, 50, 1, 13.345,
  ]);
});

test.each(["many", "-1", "5.5", "0", "1e3", " 5", ""])("the limit “%s” is refused", async (limit) => {
  const { status, json } = await service.send("/v2/statistics/a/date", { as: ADVERTISER, body: { limit } });
  expect([status, json.errors]).toEqual([400, [{ "[limit]": "Expected a whole number from 1 to 10000." }]]);
});

const csv = (path: string, as: string, body?: object) =>
  service.send(path, { as, headers: { Accept: "text/csv" }, ...(body && { body }) });

test("CSV contains the requested columns in the requested order and under the requested names", async () => {
  const fields = [
    "date",
    "campaign_id",
    "campaign_name",
    "impressions",
    "cost",
    "value",
    "video_views",
    "g1",
    "goals_total",
  ];
  const { status, text } = await csv("/v2/statistics/a/global", ADVERTISER, {
    group_by: ["date", "campaign_id"],
    filter: { date_from: "2026-11-01" },
    order_by: [{ field: "date", order: "asc" }],
    output_csv_fields: fields,
  });
  expect([status, text.split("\r\n")]).toEqual([
    200,
    [
      fields.join(","),
      "2026-11-12,1,Campaign 1,15,12.345,1235,0,0,0",
      "2026-11-13,1,Campaign 1,7,1,100,2,0,0",
      "2026-11-13,2,Campaign 2,1,0,0,0,3,7",
      "",
    ],
  ]);
});

test("CSV with requested columns contains all records unless the request sets a limit", async () => {
  const ask = (more: string) =>
    csv(`/v2/statistics/p/zone?${ALL_DAYS}&output_csv_fields=zone_name,idzone,revenue${more}`, PUBLISHER);
  expect((await ask("")).text).toBe("zone_name,idzone,revenue\r\nTop,101,5.504\r\nSide,102,0.003\r\n");
  expect((await ask("&limit=1")).text).toBe("zone_name,idzone,revenue\r\nTop,101,5.504\r\n");
});

test.each([
  ["that the report does not have", "site_name"],
  ["of another role", "cost"],
  ["that does not exist", "colour"],
])("a CSV column %s is refused with a list of the available columns", async (_, name) => {
  const { status, json } = await csv("/v2/statistics/p/zone", PUBLISHER, {
    projection: { base: ["impressions", "revenue"], video: ["views", "cpv"] },
    output_csv_fields: ["zone_id", name],
  });
  expect(status).toBe(400);
  const columns = "zone_id, zone_name, impressions, revenue, video_views, video_cpv, value";
  expect(json.errors).toEqual([
    {
      "[output_csv_fields][1]": `This report has no column "${name}". Its columns are: ${columns}.`,
    },
  ]);
});

test("output_csv_fields is ignored for JSON", async () => {
  const { status, json } = await service.send("/v2/statistics/p/zone", {
    as: PUBLISHER,
    body: { output_csv_fields: ["nothing"] },
  });
  expect([status, json.result.length]).toEqual([200, 2]);
});
