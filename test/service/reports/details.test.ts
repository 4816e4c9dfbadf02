/** Details of single groups; `requests.test.ts` tests the details of every grouping in reports. */
import { expect, test } from "vitest";
import type { AccountKind, Grouping } from "../../../src/protocol/statistics.ts";
import type { Campaign } from "../../../src/service/catalogue/catalogue.ts";
import { describeGroup, listDetailFields } from "../../../src/service/reports/details.ts";
import { CATALOGUE } from "../statisticsRoutes/support.ts";

const describe = (grouping: Grouping, value: string, detailed = false, kind: AccountKind = "network") =>
  describeGroup(grouping, [value], { names: CATALOGUE, detailed, kind });

test.each<[AccountKind, Grouping, string, boolean]>([
  ["network", "site_id", "publisher_name", true],
  ["publisher", "site_id", "publisher_name", true],
  ["advertiser", "site_id", "publisher_name", false],
  ["advertiser", "site_id", "publisher_id", false],
  ["advertiser", "site_id", "hostname", true],
  ["network", "campaign_id", "advertiser_name", true],
  ["advertiser", "campaign_id", "advertiser_name", true],
  ["publisher", "campaign_id", "advertiser_name", false],
])("whether a %s account sees for %s the detail %s: %s", (kind, grouping, field, isShown) => {
  expect(Object.keys(describe(grouping, "1", true, kind)).includes(field)).toBe(isShown);
  expect(listDetailFields(grouping, kind).includes(field)).toBe(isShown);
});

test.each<[Grouping, object]>([
  ["campaign_id", { id: "99", name: "Campaign 99", active: "0", campaign_ad_type_name: "Banner" }],
  ["variation_id", { id: 99, name: "Variation 99" }],
  ["offer_id", { id: 99, name: "Offer 99" }],
  ["offer_landing_page_id", { id: 99, name: "Landing page 99" }],
  ["advertiser_ad_type_id", { id: 99, name: "Ad type 99" }],
  ["publisher_ad_type_id", { id: 99, name: "Ad type 99" }],
  ["site_id", { id: "99", name: "Site 99" }],
  ["zone_id", { id: 99, name: "Zone 99" }],
  ["category_id", { id: 99, name: "Category 99" }],
  ["carrier_id", { id: 99, name: "Carrier 99" }],
  ["publisher_id", { id: 99, name: "Publisher 99" }],
  ["advertiser_id", { id: 99, name: "Advertiser 99" }],
])("a group by %s with an unknown id is named by its id, also with details", (grouping, detail) => {
  expect([describe(grouping, "99"), describe(grouping, "99", true)]).toEqual([detail, detail]);
});

test.each<[Grouping, string]>([
  ["language_id", "Language 9999"],
  ["browser_id", "Browser 9999"],
  ["operating_system_id", "Operating system 9999"],
  ["device_id", "Device 9999"],
  ["device_type_id", "Device type 9999"],
])("a group by %s without a name is called %s", (grouping, name) => {
  expect(describe(grouping, "9999")).toEqual({ id: 9999, name });
});

test("an unknown country is shown by its code, and an unknown region without a country", () => {
  const unknown = { country_iso: "XXX", country_long_name: "XXX", country_short_name: "XXX" };
  expect([describe("country_iso", "XXX"), describe("country_iso", "XXX", true)]).toEqual([unknown, unknown]);
  const none = { country_iso: "", country_long_name: "", country_short_name: "" };
  expect(describe("region_id", "99")).toEqual({ ...none, id: 99, name: "Region 99" });
});

test("publishers and advertisers are shown by their account names", () => {
  expect(describe("publisher_id", "1")).toEqual({ id: 1, name: "Account publisher-one" });
  expect(describe("advertiser_id", "11")).toEqual({ id: 11, name: "Account advertiser-one" });
});

test("a named creative is shown by its name", () => {
  const variation = { name: "Summer", size: "1x1" };
  const [campaign] = CATALOGUE.data.campaigns as [Campaign];
  const names = { ...CATALOGUE, variations: new Map([[5, { variation, campaign }]]) };
  const described = describeGroup("variation_id", ["5"], { names, detailed: false, kind: "network" });
  expect(described).toEqual({ id: 5, name: "Summer" });
});

test("a campaign is active unless it is paused or archived", () => {
  const active = ["1", "2", "3"].map((id) => describe("campaign_id", id));
  expect(active).toMatchObject([{ active: "1" }, { active: "0" }, { active: "0" }]);
});

test("ad blocking is reported by name", () => {
  expect([describe("adblock", "true"), describe("adblock", "false")]).toEqual([
    { adblock: "adblock" },
    { adblock: "standard" },
  ]);
});

test.each([
  ["2024-12-30", "2025-W01", "2025-01-05"],
  ["2026-01-05", "2026-W02", "2026-01-11"],
  ["2026-12-21", "2026-W52", "2026-12-27"],
  ["2026-12-28", "2026-W53", "2027-01-03"],
  ["2027-01-04", "2027-W01", "2027-01-10"],
])("the week starting on %s is %s and ends on %s", (monday, week, last) => {
  expect(describe("week", monday)).toEqual({ week });
  expect(describe("week", monday, true)).toEqual({ week, date_from: monday, date_to: last });
});

test.each([
  ["month", "2024-02-01", "2024-02", "2024-02-29"],
  ["month", "2026-12-01", "2026-12", "2026-12-31"],
  ["quarter", "2026-01-01", "2026-Q1", "2026-03-31"],
  ["quarter", "2026-04-01", "2026-Q2", "2026-06-30"],
  ["quarter", "2026-07-01", "2026-Q3", "2026-09-30"],
  ["quarter", "2026-10-01", "2026-Q4", "2026-12-31"],
] as const)("the %s starting on %s is %s and ends on %s", (unit, first, name, last) => {
  expect(describe(unit, first)).toEqual({ [unit]: name });
  expect(describe(unit, first, true)).toEqual({ [unit]: name, date_from: first, date_to: last });
});
