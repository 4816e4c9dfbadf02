import { expect, test } from "vitest";
import { getGroup, getValue, isGrouping, listSections } from "../../../src/dashboard/reports/groups.ts";
import { GROUPINGS, type Grouping, listNames } from "../../../src/protocol/statistics.ts";

test("each grouping of an account is in exactly one section, and no section is empty", () => {
  for (const kind of ["publisher", "advertiser", "network"] as const)
    for (const role of kind === "network" ? (["publisher", "advertiser"] as const) : ([kind] as const)) {
      const sections = listSections(role, kind);
      const names: Grouping[] = listNames(GROUPINGS, role, kind);
      expect(sections.flatMap(([, members]) => members).toSorted()).toEqual(names.toSorted());
      for (const [section, members] of sections)
        expect([section, members.length > 0]).toEqual([section, true]);
    }
});

test("groupings by time come first, then campaigns, inventory and audience", () => {
  const sides = (["publisher", "advertiser"] as const).map((role) => listSections(role, "network"));
  for (const sections of sides)
    expect(sections.map(([section]) => section)).toEqual(["time", "campaigns", "inventory", "audience"]);
  const find = (grouping: Grouping) => sides.flat().find(([, members]) => members.includes(grouping))?.[0];
  expect(find("week")).toBe("time");
  for (const grouping of ["advertiser_id", "campaign_id", "variation_id", "offer_id"] as const)
    expect([grouping, find(grouping)]).toEqual([grouping, "campaigns"]);
  for (const grouping of ["publisher_id", "site_id", "zone_id", "size", "category_id", "sub"] as const)
    expect([grouping, find(grouping)]).toEqual([grouping, "inventory"]);
  for (const grouping of ["country_iso", "browser_id", "device_type_id"] as const)
    expect([grouping, find(grouping)]).toEqual([grouping, "audience"]);
});

test("a network's sections list all its groupings in table order", () => {
  expect(listSections("advertiser", "network")).toEqual([
    ["time", ["date", "hour", "week", "month", "quarter", "year"]],
    [
      "campaigns",
      [
        ...["campaign_id", "variation_id", "offer_id", "offer_landing_page_id", "advertiser_ad_type_id"],
        "advertiser_id",
      ],
    ],
    ["inventory", ["site_id", "site_hostname", "zone_id", "sub", "size", "category_id", "publisher_id"]],
    [
      "audience",
      [
        ...["country_iso", "region_id", "language_id", "browser_id", "operating_system_id", "device_id"],
        ...["device_type_id", "carrier_id", "adblock"],
      ],
    ],
  ]);
  const inventory = new Map(listSections("publisher", "network")).get("inventory");
  expect(inventory).toContain("publisher_ad_type_id");
});

test("the sections of a publisher leave out campaigns", () => {
  const own = listSections("publisher", "publisher").map(([section]) => section);
  expect(own).toContain("inventory");
  expect(own).not.toContain("campaigns");
});

test("isGrouping accepts grouping names but not inherited object properties", () => {
  expect(["date", "zone_id", "sub"].map(isGrouping)).toEqual([true, true, true]);
  expect(["", "id", "toString", "__proto__"].map(isGrouping)).toEqual([false, false, false, false]);
});

test.each<[Grouping, object, unknown]>([
  ["date", { date: "2026-11-20" }, { from: "2026-11-20", to: "2026-11-20" }],
  ["week", { week: "2026-W47" }, { from: "2026-11-16", to: "2026-11-22" }],
  ["month", { month: "2026-02" }, { from: "2026-02-01", to: "2026-02-28" }],
  ["quarter", { quarter: "2026-Q1" }, { from: "2026-01-01", to: "2026-03-31" }],
  ["quarter", { quarter: "2026-Q4" }, { from: "2026-10-01", to: "2026-12-31" }],
  ["year", { year: 2026 }, { from: "2026-01-01", to: "2026-12-31" }],
  ["hour", { hour: 0 }, 0],
  ["hour", { hour: "23" }, 23],
  ["sub", { sub: "-7" }, -7],
  ["zone_id", { id: 101, name: "Top" }, 101],
  ["site_id", { id: "7", name: "News" }, 7],
  ["country_iso", { country_iso: "DEU", country_long_name: "Germany" }, "DEU"],
  ["site_hostname", { site_hostname: "a.example" }, "a.example"],
  ["size", { size: "300x250" }, "300x250"],
  ["size", {}, ""],
  ["quarter", { quarter: "2026-Q2" }, { from: "2026-04-01", to: "2026-06-30" }],
  ["week", { week: "2026-W01" }, { from: "2025-12-29", to: "2026-01-04" }],
])("a row grouped by %s with the detail %j is filtered by %j", (grouping, detail, expected) => {
  expect(getGroup(grouping, detail)).toEqual(expected);
});

test("ids, hours and sub IDs are filtered by number, other values by text", () => {
  expect(getValue("zone_id", { id: "7" })).toBe(7);
  expect([getValue("hour", { hour: "7" }), getValue("sub", { sub: "-7" })]).toEqual([7, -7]);
  expect(getValue("adblock", { adblock: "standard" })).toBe("standard");
});
