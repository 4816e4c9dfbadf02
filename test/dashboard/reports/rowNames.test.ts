import { expect, test } from "vitest";
import type { ReportRecord } from "../../../src/dashboard/reports/requests.ts";
import { createRowNames } from "../../../src/dashboard/reports/table/rowNames.ts";
import { createLocale, ENGLISH } from "../../../src/dashboard/texts/locale.ts";
import type { Grouping } from "../../../src/protocol/statistics.ts";

const LOCALE = createLocale(ENGLISH, "USD", ["en-US"]);

const zone = (id: number, name: string, site_name?: string): ReportRecord => ({
  group_by: {
    zone_id: { id, name, ...(site_name && { site_name }) },
    site_id: { id: "1", name: site_name ?? "" },
    country_iso: { country_iso: "DEU", country_long_name: "Germany", country_short_name: "Germany" },
  },
});

function list(records: readonly ReportRecord[], groupings: Grouping[], grouping: Grouping = "zone_id") {
  const name = createRowNames(records, groupings, LOCALE);
  return records.map(({ group_by }) => name(grouping, group_by[grouping] ?? {}));
}

const ZONES = [zone(1, "Masthead", "Longshore"), zone(2, "Masthead", "Inland"), zone(3, "Footer", "Inland")];

test("rows of one name carry their parent, and other rows do not", () => {
  expect(list(ZONES, ["zone_id"])).toEqual(["Masthead · Longshore", "Masthead · Inland", "Footer"]);
});

test("a parent that has a column is not repeated", () => {
  expect(list(ZONES, ["site_id", "zone_id"])).toEqual(["Masthead", "Masthead", "Footer"]);
  const twins = [zone(1, "Masthead", "Longshore"), zone(2, "Masthead", "Longshore")];
  expect(list(twins, ["site_id", "zone_id"])).toEqual(["Masthead #1", "Masthead #2"]);
});

test("a name that contains its parent's stays whole beside the parent's column", () => {
  const zones = [
    zone(1, "Top · Longshore", "Longshore"),
    zone(2, "Top · Longshore", "Longshore"),
    zone(3, "Foot · Longshore", "Longshore"),
  ];
  expect(list(zones, ["site_id", "zone_id"])).toEqual([
    "Top · Longshore #1",
    "Top · Longshore #2",
    "Foot · Longshore",
  ]);
});

test("rows of one name and one parent, or without a known parent, carry their ids", () => {
  const twins = [zone(1, "Masthead", "Longshore"), zone(2, "Masthead", "Longshore")];
  expect(list(twins, ["zone_id"])).toEqual(["Masthead · Longshore #1", "Masthead · Longshore #2"]);
  expect(list([zone(1, "Masthead"), zone(2, "Masthead")], ["zone_id"])).toEqual([
    "Masthead #1",
    "Masthead #2",
  ]);
});

test("one zone in several rows keeps its plain name", () => {
  const rows = [zone(1, "Masthead", "Longshore"), zone(1, "Masthead", "Longshore")];
  expect(list(rows, ["date", "zone_id"])).toEqual(["Masthead", "Masthead"]);
});

test("campaigns, creatives and sites of one name carry advertiser, campaign and publisher", () => {
  const twins = (grouping: Grouping, field: string) =>
    ["One", "Two"].map((parent, id) => ({
      group_by: { [grouping]: { id, name: "Spring", [field]: parent } },
    }));
  for (const [grouping, field] of [
    ["campaign_id", "advertiser_name"],
    ["variation_id", "campaign_name"],
    ["site_id", "publisher_name"],
  ] as const)
    expect(list(twins(grouping, field), [grouping], grouping)).toEqual(["Spring · One", "Spring · Two"]);
});

test("values without ids keep their localized names", () => {
  expect(list(ZONES, ["country_iso"], "country_iso")).toEqual(["Germany", "Germany", "Germany"]);
});
