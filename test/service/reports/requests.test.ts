/** Defaults and parameters of typical report requests, and the details of their groups. */
import { expect, test } from "vitest";
import type { Role } from "../../../src/protocol/statistics.ts";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import { METRIC_TABLE } from "../../support/metricTable.ts";
import { type Json, useService } from "../statisticsRoutes/support.ts";

/** New York is UTC-05:00 on this day. */
const NOW = Date.parse("2026-11-20T12:00:00Z");

const full: Fact = {
  time: new Date("2026-11-20T02:30:00Z"),
  publisher_id: 1,
  advertiser_id: 11,
  campaign_id: 1,
  variation_id: 10,
  offer_id: 1,
  offer_landing_page_id: 1,
  advertiser_ad_type_id: 1,
  publisher_ad_type_id: 1,
  site_id: 1,
  site_hostname: "daily.example",
  zone_id: 101,
  sub: 7,
  category_id: 1,
  size: "728x90",
  country_iso: "DEU",
  region_id: 1,
  language_id: 1,
  browser_id: 1,
  carrier_id: 1,
  device_id: 1,
  device_type_id: 2,
  operating_system_id: 1,
  adblock: false,
  impressions: 10,
  clicks: 1,
};
/** Fact of another publisher without further dimensions; does not affect the other counts. */
const bare: Fact = { time: full.time, publisher_id: 2, impressions: 3 };

const service = await useService({ now: () => NOW });
const days = ["2026-10-31T23:59:59Z", "2026-11-01T00:00:00Z", "2026-11-20T23:59:59Z", "2026-11-21T00:00:00Z"];
await service.store.transaction(({ append }) =>
  append([full, bare, ...days.map((day) => ({ time: new Date(day), publisher_id: 3, impressions: 1 }))]),
);

const records = async (username: string, role: Role, request: object): Promise<Json[]> => {
  const { status, json, text } = await service.report(username, role, request);
  expect([status, text.slice(0, 500)]).toEqual([200, text.slice(0, 500)]);
  return json.result;
};

const iso = { country_iso: "DEU", country_long_name: "Germany", country_short_name: "DE" };
const campaign = { active: "1", campaign_ad_type_name: "Banner", id: "1", name: "Campaign 1" };
const cases: [string, object, object?][] = [
  ["date", { date: "2026-11-20" }],
  ["hour", { hour: 21 }],
  ["week", { week: "2026-W47" }, { date_from: "2026-11-16", date_to: "2026-11-22" }],
  ["month", { month: "2026-11" }, { date_from: "2026-11-01", date_to: "2026-11-30" }],
  ["quarter", { quarter: "2026-Q4" }, { date_from: "2026-10-01", date_to: "2026-12-31" }],
  ["year", { year: 2026 }, { date_from: "2026-01-01", date_to: "2026-12-31" }],
  ["campaign_id", campaign, { advertiser_id: 11, advertiser_name: "Account advertiser-one" }],
  [
    "variation_id",
    { id: 10, name: "Variation 10" },
    { campaign_id: "1", campaign_name: "Campaign 1", size: "300x250" },
  ],
  ["offer_id", { id: 1, name: "Shoes" }],
  ["offer_landing_page_id", { id: 1, name: "Spring" }],
  ["advertiser_ad_type_id", { id: 1, name: "Banner" }],
  ["publisher_ad_type_id", { id: 1, name: "Banner" }],
  [
    "site_id",
    { id: "1", name: "Daily" },
    { hostname: "daily.example", publisher_id: 1, publisher_name: "Account publisher-one" },
  ],
  ["site_hostname", { site_hostname: "daily.example" }],
  ["zone_id", { id: 101, name: "Top" }, { size: "728x90", site_id: "1", site_name: "Daily" }],
  ["sub", { sub: 7 }],
  ["size", { size: "728x90" }],
  ["category_id", { id: 1, name: "News" }],
  ["country_iso", iso, { iso2: "DE" }],
  ["region_id", { ...iso, id: 1, name: "Bavaria" }],
  ["language_id", { id: 1, name: "Afar" }],
  ["browser_id", { id: 1, name: "Chrome" }],
  ["operating_system_id", { id: 1, name: "Windows" }],
  ["device_id", { id: 1, name: "Computer" }],
  ["device_type_id", { id: 2, name: "mobile" }],
  ["carrier_id", { id: 1, name: "Blue Mobile" }],
  ["adblock", { adblock: "standard" }],
];

test.each(cases)(
  "a group by %s contains its fields, and more with detailed=1",
  async (grouping, detail, more = {}) => {
    const forAdvertisers = /campaign|variation|offer|advertiser|hostname/.test(grouping);
    const [username, role] = forAdvertisers
      ? (["advertiser-one", "advertiser"] as const)
      : (["publisher-one", "publisher"] as const);
    const request = { group_by: [grouping], projection: { base: ["clicks"] } };
    expect(await records(username, role, request)).toEqual([{ group_by: { [grouping]: detail }, clicks: 1 }]);
    expect(await records(username, role, { ...request, detailed: 1 })).toEqual([
      { group_by: { [grouping]: { ...detail, ...more } }, clicks: 1 },
    ]);
  },
);

test("a grouping without a value is omitted from group_by", async () => {
  const projection = { base: ["impressions"] };
  const ask = (group_by: string[]) => records("publisher-two", "publisher", { group_by, projection });
  expect(await ask(["zone_id"])).toEqual([{ impressions: 3 }]);
  const dated = { group_by: { date: { date: "2026-11-20" } }, impressions: 3 };
  expect(await ask(["zone_id", "date", "adblock"])).toEqual([dated]);
});

test("a report without a projection contains exactly the blocks available to the account", async () => {
  const keys = async (username: string, role: Role) => {
    const [{ group_by: _, ...metrics }] = await records(username, role, { group_by: ["date"] });
    return Object.keys(metrics).sort();
  };
  const common = Object.entries(METRIC_TABLE.base).flatMap(([name, meaning]) =>
    meaning.endsWith("| all") ? [name] : [],
  );
  const [own, others] = [
    await keys("publisher-one", "publisher"),
    await keys("advertiser-one", "advertiser"),
  ];
  expect(own).toEqual([...common, "revenue", "rtb", "video", "wpn"].sort());
  expect(others).toEqual([...common, "cost", "rtb", "video", "goals"].sort());
});

test("a response to count=1 contains neither records nor totals", async () => {
  const request = { group_by: ["date"], count: 1, totals: 1 };
  const { json } = await service.report("publisher-one", "publisher", request);
  expect(json).toEqual({ request_metadata: { count: 1, limit: 50, offset: 0, date_timezone: "UTC" } });
});

test.each<[string, object, string | undefined]>([
  ["grouped by hour", { group_by: ["date", "hour"], timezone: "Europe/Berlin" }, "Europe/Berlin"],
  ["grouped by hour without a zone", { group_by: ["hour"] }, "America/New_York"],
  ["filtered by hour", { group_by: ["date"], filter: { hour: [1] }, timezone: "UTC" }, "UTC"],
  ["without certain hours", { group_by: ["date"], exclude: { hour: [1] }, timezone: "UTC" }, "UTC"],
  ["by days", { group_by: ["date"], timezone: "Europe/Berlin" }, undefined],
])("the metadata of a report %s has the zone of its hours, if any", async (_name, request, timezone) => {
  const { json } = await service.report("publisher-one", "publisher", request);
  expect(json.request_metadata.timezone).toBe(timezone);
});

test("a metric, block or column that is named twice is the same as once, in every format", async () => {
  const once = { base: ["clicks"], rtb: ["wins"] };
  const twice = { base: ["clicks", "CLICKS", "clicks"], rtb: ["wins", "wins"] };
  for (const [one, other] of [
    [once, twice],
    [["base"], ["base", "Base"]],
  ]) {
    const bodies = [one, other].map((projection) => ({ group_by: ["zone_id"], projection }));
    const [first, second] = await Promise.all(
      bodies.map((body) => service.report("publisher-one", "publisher", body)),
    );
    expect([second?.status, second?.json]).toEqual([200, first?.json]);
  }
});

test("flags may be texts in the body, as in an address", async () => {
  const ask = (flag: unknown) => {
    const request = { group_by: ["date"], detailed: flag, totals: flag, count: flag };
    return service.report("publisher-one", "publisher", request);
  };
  expect((await ask("1")).json).toEqual((await ask(1)).json);
  expect((await ask("0")).json).toEqual((await ask(0)).json);
  expect((await ask("2")).status).toBe(400);
});

test("a report includes events as soon as they are acknowledged", async () => {
  const request = { group_by: ["sub"], filter: { sub: [4711] }, projection: { base: ["ad_requests"] } };
  expect(await records("publisher-one", "publisher", request)).toEqual([]);
  const none = {};
  const [zone, counters] = [{ publisher_id: 1 }, { ad_requests: 1 }];
  await service.store.append([{ time: NOW, sub: 4711, zone, campaign: none, visitor: none, counters }]);
  expect(await records("publisher-one", "publisher", request)).toEqual([
    { group_by: { sub: { sub: 4711 } }, ad_requests: 1 },
  ]);
});

test("an invalid request is refused with the paths of its first 20 problems", async () => {
  const { status, json } = await service.report("publisher-one", "publisher", {
    group_by: ["colour"],
    limit: 0,
    filter: { zone_id: Array(500).fill("x") },
  });
  expect([status, json.errors.length, json.errors[1], json.errors[20]]).toEqual([
    ...[400, 21],
    { "[filter][zone_id][1]": "Expected a whole number from 0 to 9007199254740991." },
    { "[body]": "There are more problems; they are not listed." },
  ]);
});
