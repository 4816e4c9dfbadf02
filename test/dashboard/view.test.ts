import fc from "fast-check";
import { expect, test } from "vitest";
import {
  change,
  changeRole,
  defaultView,
  drill,
  HEADLINE,
  ROW_COUNTS,
  readView,
  type View,
  writeView,
} from "../../src/dashboard/view.ts";
import { FILTERS, GROUPINGS, namesFor, type Role } from "../../src/protocol/statistics.ts";

const BOTH: Role[] = ["publisher", "advertiser"];

test("an empty address is the usual view of the account's side, in the person's time zone", () => {
  expect(readView("", ["advertiser"], "Asia/Tokyo")).toEqual({
    view: defaultView("advertiser", "Asia/Tokyo"),
    unknown: [],
  });
});

test("an address is short and can be read", () => {
  const view: View = {
    ...defaultView("publisher", "Europe/Berlin"),
    groupings: ["date", "zone_id"],
    filters: { country_iso: ["DEU", "USA"] },
    page: 3,
  };
  expect(writeView(view)).toBe(
    "?role=publisher&period=7d&tz=Europe/Berlin&by=date,zone_id&page=3&f.country_iso=DEU,USA",
  );
});

const views = fc.constantFrom(...BOTH).chain((role) => {
  const ids = namesFor(FILTERS, role).filter((key) => FILTERS[key].form === "ids");
  return fc.record({
    role: fc.constant(role),
    period: fc.constantFrom("today" as const, "30d" as const, { from: "2026-01-01", to: "2026-02-01" }),
    compare: fc.boolean(),
    timezone: fc.constantFrom("UTC", "America/New_York", "Etc/GMT+1"),
    groupings: fc.subarray(namesFor(GROUPINGS, role), { minLength: 1, maxLength: 4 }),
    filters: fc.dictionary(fc.constantFrom(...ids), fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), {
      noNullPrototype: true,
    }),
    sort: fc.record({
      field: fc.constantFrom("base.clicks", "rtb.wins", "date"),
      order: fc.constantFrom("asc" as const, "desc" as const),
    }),
    page: fc.integer({ min: 1, max: 9999 }),
    rows: fc.constantFrom(...ROW_COUNTS),
    metrics: fc.subarray(["base.clicks", "base.ctr", "video.views"], { minLength: 1 }),
    figure: fc.constantFrom("base.clicks", "video.vtr"),
  });
}) as fc.Arbitrary<View>;

test("sub ids may be negative, as in requests", () => {
  expect(readView("?role=publisher&f.sub=-4,7", BOTH, "UTC").view.filters).toEqual({ sub: [-4, 7] });
});

test("every view survives its address", () => {
  fc.assert(
    fc.property(views, (view) => {
      expect(readView(writeView(view), BOTH, "Asia/Tokyo")).toEqual({ view, unknown: [] });
    }),
  );
});

test("no address breaks the page; what means nothing is named", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.constantFrom("by", "period", "f.zone_id", "page", "tz", "x"),
      (text, key) => {
        const { view } = readView(`?${key}=${encodeURIComponent(text)}`, BOTH, "UTC");
        expect(HEADLINE[view.role].length).toBeGreaterThan(0);
      },
    ),
  );
  const address =
    "?role=advertiser&by=campaign_id&period=8d&rows=7&f.campaign_id=1&f.zone_id=a&f.date_from=2026-01-01&tz=Mars";
  expect(readView(address, ["publisher"], "UTC").unknown).toEqual([
    "role=advertiser",
    "period=8d",
    "tz=Mars",
    "by=campaign_id",
    "rows=7",
    "f.campaign_id=1",
    "f.zone_id=a",
    "f.date_from=2026-01-01",
  ]);
});

test("a change starts at the first page and keeps an order that there is", () => {
  const view = { ...defaultView("publisher", "UTC"), page: 4 };
  expect(change(view, { rows: 25 }).page).toBe(1);
  expect(change(view, { page: 5 }).page).toBe(5);
  const sorted = change(
    { ...view, sort: { field: "base.ctr", order: "desc" } },
    { metrics: ["base.impressions"] },
  );
  expect(sorted.sort).toEqual({ field: "base.impressions", order: "desc" });
});

test("deeper: the value becomes a filter or a period, and its column is no longer needed", () => {
  const view = defaultView("publisher", "UTC");
  const zones = drill(view, "site_id", 10);
  expect([zones.filters, zones.groupings]).toEqual([{ site_id: [10] }, ["zone_id"]]);
  const both = drill({ ...view, groupings: ["date", "zone_id"] }, "zone_id", 7);
  expect([both.filters, both.groupings]).toEqual([{ zone_id: [7] }, ["date"]]);
  const day = { from: "2026-03-01", to: "2026-03-01" };
  expect(drill({ ...view, groupings: ["date"] }, "date", day)).toMatchObject({
    period: day,
    groupings: ["site_id"],
  });
  expect(drill({ ...view, groupings: ["hour"] }, "hour", 9).filters).toEqual({ hour: [9] });
});

test("the other side starts afresh, in the same period", () => {
  const view = { ...defaultView("publisher", "UTC"), period: "30d" as const, filters: { zone_id: [1] } };
  expect(changeRole(view, "advertiser")).toEqual({ ...defaultView("advertiser", "UTC"), period: "30d" });
});
