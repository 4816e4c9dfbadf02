/** Details that agree with the other groups of their record, in every format. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Role } from "../../../src/protocol/statistics.ts";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import { makeFolder } from "../../support/folder.ts";
import { type Json, useService } from "../statisticsRoutes/support.ts";

const service = await useService({ now: () => Date.parse("2026-11-20T12:00:00Z") });
const time = new Date("2026-11-20T02:30:00Z");
/** Region 1 is in Germany; regions 88 and 89 are not in the catalogue. */
const facts: Fact[] = [
  { time, publisher_id: 1, region_id: 1, country_iso: "DEU", clicks: 1 },
  { time, publisher_id: 1, region_id: 1, country_iso: "AUT", clicks: 2 },
  { time, publisher_id: 1, region_id: 88, country_iso: "USA", clicks: 3 },
  { time, publisher_id: 1, region_id: 88, clicks: 4 },
  { time, publisher_id: 1, region_id: 89, clicks: 5 },
  { time, publisher_id: 2, zone_id: 101, site_id: 2, size: "300x250", clicks: 1 },
  { time, publisher_id: 2, zone_id: 101, site_id: 1, size: "728x90", clicks: 2 },
  { time, publisher_id: 2, zone_id: 999, clicks: 3 },
  { time, advertiser_id: 11, campaign_id: 1, variation_id: 10, advertiser_ad_type_id: 1, clicks: 1 },
  { time, advertiser_id: 11, campaign_id: 1, variation_id: 10, advertiser_ad_type_id: 2, clicks: 2 },
  { time, advertiser_id: 11, campaign_id: 4, variation_id: 10, size: "160x600", clicks: 4 },
  { time, advertiser_id: 11, site_id: 1, site_hostname: "old.example", clicks: 8 },
];
await service.store.transaction(({ append }) => append(facts));

/** Returns the groups of the records with their clicks. */
async function readGroups(
  username: string,
  role: Role,
  group_by: string[],
  more: object = {},
): Promise<Json[]> {
  const request = {
    group_by,
    projection: { base: ["clicks"] },
    order_by: [{ field: "clicks", order: "asc" }],
  };
  const { status, json, text } = await service.report(username, role, { ...request, ...more });
  expect([status, text.slice(0, 500)]).toEqual([200, text.slice(0, 500)]);
  return json.result.map(({ group_by: groups, clicks }: Json) => ({ clicks, ...groups }));
}

const [DEU, AUT, USA, NONE] = [
  ["DEU", "Germany", "DE"],
  ["AUT", "Austria", "AT"],
  ["USA", "United States of America", "US"],
  ["", "", ""],
].map(([country_iso, country_long_name, country_short_name]) => ({
  country_iso,
  country_long_name,
  country_short_name,
}));

test("a region that the catalogue does not name has the country of its events", async () => {
  expect(await readGroups("publisher-one", "publisher", ["region_id"])).toEqual([
    { clicks: 3, region_id: { ...DEU, id: 1, name: "Bavaria" } },
    { clicks: 5, region_id: { ...NONE, id: 89, name: "Region 89" } },
    { clicks: 7, region_id: { ...USA, id: 88, name: "Region 88" } },
  ]);
});

test("a region beside a country has that country", async () => {
  expect(await readGroups("publisher-one", "publisher", ["region_id", "country_iso"])).toEqual([
    { clicks: 1, region_id: { ...DEU, id: 1, name: "Bavaria" }, country_iso: DEU },
    { clicks: 2, region_id: { ...AUT, id: 1, name: "Bavaria" }, country_iso: AUT },
    { clicks: 3, region_id: { ...USA, id: 88, name: "Region 88" }, country_iso: USA },
    { clicks: 4, region_id: { ...NONE, id: 88, name: "Region 88" } },
    { clicks: 5, region_id: { ...NONE, id: 89, name: "Region 89" } },
  ]);
});

test("the country of a region without a name changes neither counts, totals, pages nor bounds", async () => {
  const request = {
    group_by: ["region_id"],
    projection: { base: ["clicks"] },
    metrics: { clicks: { min: 4 } },
    totals: 1,
    limit: 1,
    offset: 1,
  };
  const { json } = await service.report("publisher-one", "publisher", request);
  expect(json).toMatchObject({ request_metadata: { count: 2 }, result_total: { clicks: 12 } });
  expect(json.result).toEqual([
    { group_by: { region_id: { ...NONE, id: 89, name: "Region 89" } }, clicks: 5 },
  ]);
  const counted = await service.report("publisher-one", "publisher", { group_by: ["region_id"], count: 1 });
  expect(counted.json.request_metadata.count).toBe(3);
});

const REGIONS = "/v2/statistics/p/region?projection[base]=clicks";

test("CSV, NDJSON and flat records of regions have the country of the events", async () => {
  const send = async (accept: string) =>
    (await service.send(REGIONS, { as: "publisher-one", headers: { Accept: accept } })).text
      .trim()
      .split(/\r?\n/);
  expect(await send("text/csv")).toEqual([
    "region_id.country_iso,region_id.country_long_name,region_id.country_short_name,region_id.id,region_id.name,clicks",
    "DEU,Germany,DE,1,Bavaria,3",
    "USA,United States of America,US,88,Region 88,7",
    ",,,89,Region 89,5",
  ]);
  const lines = (await send("application/x-ndjson")).map((line) => JSON.parse(line));
  expect(lines[1]).toEqual({ group_by: { region_id: { ...USA, id: 88, name: "Region 88" } }, clicks: 7 });
  const { json } = await service.send(REGIONS, { as: "publisher-one" });
  expect(json.result[1]).toMatchObject({ region_id: 88, clicks: 7, group_by: { region_id: USA } });
});

test("Parquet files of regions have the country of the events", async () => {
  const path = join(makeFolder(), "report.parquet");
  const { json } = await service.send("/v2/login", { body: { api_token: "token of publisher-one" } });
  const headers = { Authorization: `Bearer ${json.token}`, Accept: "application/vnd.apache.parquet" };
  const response = await fetch(service.origin + REGIONS, { headers });
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  const rows = await service.store.query(`SELECT COLUMNS(*)::VARCHAR FROM '${path}'`);
  expect(rows.map((row) => Object.values(row))).toEqual([
    ["DEU", "Germany", "DE", "1", "Bavaria", "3"],
    ["USA", "United States of America", "US", "88", "Region 88", "7"],
    ["", "", "", "89", "Region 89", "5"],
  ]);
});

test("a campaign beside ad types has the name of each record's type, and alone that of its banners", async () => {
  const filter = { campaign_id: [1] };
  const ask = (group_by: string[]) => readGroups("advertiser-one", "advertiser", group_by, { filter });
  const name = ({ campaign_id, advertiser_ad_type_id: type, clicks }: Json) => [
    clicks,
    campaign_id.campaign_ad_type_name,
    type?.name,
  ];
  expect((await ask(["campaign_id", "advertiser_ad_type_id"])).map(name)).toEqual([
    [1, "Banner", "Banner"],
    [2, "Video", "Video"],
  ]);
  expect((await ask(["campaign_id"])).map(name)).toEqual([[3, "Banner", undefined]]);
});

test("detailed zones have the site and the size of their record, and without those the catalogue's", async () => {
  const ask = (group_by: string[]) => readGroups("publisher-two", "publisher", group_by, { detailed: 1 });
  const zones = (records: Json[]) => records.map(({ zone_id: { name: _, ...zone } }) => zone);
  expect(zones(await ask(["zone_id", "site_id", "size"]))).toEqual([
    { id: 101, size: "300x250", site_id: "2", site_name: "Play" },
    { id: 101, size: "728x90", site_id: "1", site_name: "Daily" },
    { id: 999 },
  ]);
  expect(zones(await ask(["zone_id"]))).toEqual([
    { id: 101, size: "728x90", site_id: "1", site_name: "Daily" },
    { id: 999 },
  ]);
});

test("detailed creatives and sites have the campaign, size and host name of their record", async () => {
  const ask = (group_by: string[]) => readGroups("advertiser-one", "advertiser", group_by, { detailed: 1 });
  const [, record] = await ask(["variation_id", "campaign_id", "size"]);
  expect(record).toMatchObject({
    variation_id: { campaign_id: "4", campaign_name: "Campaign 4", size: "160x600" },
    campaign_id: { id: "4" },
  });
  const sites = await ask(["site_id", "site_hostname"]);
  expect(sites.at(-1)).toMatchObject({ site_id: { id: "1", hostname: "old.example" } });
});
