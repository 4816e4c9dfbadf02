import { expect, test } from "vitest";
import { GROUPING_ALIAS_NAMES, resolveFilter, resolveGrouping } from "../../src/protocol/aliases.ts";

test.each([
  ["zone_id", "publisher", "zone_id"],
  ["zone", "publisher", "zone_id"],
  ["operating-system", "advertiser", "operating_system_id"],
  ["ad_type", "advertiser", "advertiser_ad_type_id"],
  ["ad_type", "publisher", "publisher_ad_type_id"],
] as const)("%s resolves to a grouping of the %s: %s", (name, role, grouping) => {
  expect(resolveGrouping(name, role, role)).toBe(grouping);
});

test.each(["campaign", "advertiser", "constructor", "", "zone id"])(
  "a publisher has no grouping called %j",
  (name) => {
    expect(resolveGrouping(name, "publisher", "publisher")).toBeUndefined();
  },
);

test("only a network groups by publishers and advertisers", () => {
  expect(resolveGrouping("publisher", "publisher", "network")).toBe("publisher_id");
  expect(resolveGrouping("advertiser", "advertiser", "network")).toBe("advertiser_id");
  expect(resolveGrouping("advertiser", "advertiser", "advertiser")).toBeUndefined();
});

test("every alias resolves to a grouping of a network on at least one side", () => {
  const unknown = GROUPING_ALIAS_NAMES.filter(
    (name) =>
      !resolveGrouping(name, "advertiser", "network") && !resolveGrouping(name, "publisher", "network"),
  );
  expect(unknown).toEqual([]);
});

test.each([
  ["zone_id", "publisher", "zone_id"],
  ["zoneid", "publisher", "zone_id"],
  ["Zones", "publisher", "zone_id"],
  ["countries", "advertiser", "country_iso"],
  ["os", "advertiser", "operating_system_id"],
  ["osid", "advertiser", "operating_system_id"],
  ["ad_type", "advertiser", "advertiser_ad_type_id"],
  ["ad-types", "publisher", "publisher_ad_type_id"],
  // Publishers may not use it; the refusal of their request uses this name.
  ["campaign", "publisher", "campaign_id"],
] as const)("%s resolves to a filter for the %s: %s", (name, role, filter) => {
  expect(resolveFilter(name, { role, kind: role })).toBe(filter);
});

test.each(["day", "group", "constructor", "", "s"])("there is no filter called %j", (name) => {
  expect(resolveFilter(name, { role: "publisher", kind: "publisher" })).toBeUndefined();
});
