import fc from "fast-check";
import { expect, test } from "vitest";
import {
  changeFilter,
  changeRole,
  changeView,
  createView,
  drill,
  keepMetrics,
  listHeadline,
  type Reader,
  ROW_COUNTS,
  readView,
  type View,
  writeView,
} from "../../src/dashboard/view.ts";
import { FILTERS, GROUPINGS, listNames, type Role } from "../../src/protocol/statistics.ts";

const BOTH: Role[] = ["publisher", "advertiser"];
const NETWORK: Reader = { roles: BOTH, kind: "network", timezone: "UTC" };
const VIEW = createView("publisher", "publisher", "UTC");

test("an empty address is the usual view of the account's side, in the person's time zone", () => {
  const reader: Reader = { roles: ["advertiser"], kind: "advertiser", timezone: "Asia/Tokyo" };
  expect(readView("", reader)).toEqual({
    view: createView("advertiser", "advertiser", "Asia/Tokyo"),
    unknown: [],
  });
});

test("an address is short and can be read", () => {
  const view: View = {
    ...createView("publisher", "publisher", "Europe/Berlin"),
    groupings: ["date", "zone_id"],
    filters: { country_iso: ["DEU", "USA"] },
    page: 3,
  };
  expect(writeView(view, "publisher")).toBe(
    "?role=publisher&period=7d&tz=Europe/Berlin&by=date,zone_id&page=3&f.country_iso=DEU,USA",
  );
});

test("a network sees cost, network revenue and margin first", () => {
  expect(listHeadline("publisher", "network").slice(0, 3)).toEqual([
    "base.cost",
    "base.network_revenue",
    "base.margin",
  ]);
});

const views = fc.constantFrom(...BOTH).chain((role) => {
  const ids = listNames(FILTERS, role).filter((key) => FILTERS[key].form === "ids");
  return fc.record({
    role: fc.constant(role),
    period: fc.constantFrom("today" as const, "30d" as const, { from: "2026-01-01", to: "2026-02-01" }),
    compare: fc.constantFrom("off" as const, "previous" as const, "year" as const, {
      from: "2026-01-01",
      to: "2026-02-01",
    }),
    timezone: fc.constantFrom("UTC", "America/New_York", "Etc/GMT+1"),
    groupings: fc.subarray(listNames(GROUPINGS, role), { minLength: 1, maxLength: 4 }),
    filters: fc.dictionary(fc.constantFrom(...ids), fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), {
      noNullPrototype: true,
    }),
    excluded: fc.constantFrom({}, { zone_id: [1, 2] }, { country_iso: ["DEU"] }),
    sort: fc.record({
      field: fc.constantFrom("base.clicks", "rtb.wins", "date"),
      order: fc.constantFrom("asc" as const, "desc" as const),
    }),
    page: fc.integer({ min: 1, max: 9999 }),
    rows: fc.constantFrom(...ROW_COUNTS),
    metrics: fc.subarray(["base.clicks", "base.ctr", "video.views"], { minLength: 1 }),
    figure: fc.constantFrom("base.clicks", "video.vtr"),
    second: fc.constantFrom(undefined, "base.ctr"),
    hasChanges: fc.boolean(),
  });
}) as fc.Arbitrary<View>;

test("sub ids may be negative, as in requests", () => {
  expect(readView("?role=publisher&f.sub=-4,7", NETWORK).view.filters).toEqual({ sub: [-4, 7] });
});

test("every view survives its address", () => {
  fc.assert(
    fc.property(views, (view) => {
      const reader: Reader = { ...NETWORK, timezone: "Asia/Tokyo" };
      expect(readView(writeView(view, "network"), reader)).toEqual({ view, unknown: [] });
    }),
  );
});

test("no address breaks the page; what means nothing is named", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.constantFrom("by", "period", "f.zone_id", "page", "tz", "x"),
      (text, key) => {
        const { view } = readView(`?${key}=${encodeURIComponent(text)}`, NETWORK);
        expect(listHeadline(view.role, "network").length).toBeGreaterThan(0);
      },
    ),
  );
  const address =
    "?role=advertiser&by=campaign_id&period=8d&rows=7&f.campaign_id=1&f.zone_id=a&f.date_from=2026-01-01&tz=Mars";
  const reader: Reader = { roles: ["publisher"], kind: "publisher", timezone: "UTC" };
  expect(readView(address, reader).unknown).toEqual([
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
  const view = { ...VIEW, page: 4 };
  expect(changeView(view, { rows: 25 }).page).toBe(1);
  expect(changeView(view, { page: 5 }).page).toBe(5);
  const sorted = changeView(
    { ...view, sort: { field: "base.ctr", order: "desc" } },
    { metrics: ["base.impressions"] },
  );
  expect(sorted.sort).toEqual({ field: "base.impressions", order: "desc" });
});

test("a filter without values is gone", () => {
  const filtered = changeFilter(VIEW, "zone_id", [1, 2]);
  expect(filtered.filters).toEqual({ zone_id: [1, 2] });
  expect(changeFilter(filtered, "zone_id", []).filters).toEqual({});
});

test("a row leads deeper: its value becomes a filter or a period, and its column is no longer needed", () => {
  const zones = drill(VIEW, "site_id", 10);
  expect([zones.filters, zones.groupings]).toEqual([{ site_id: [10] }, ["zone_id"]]);
  const both = drill({ ...VIEW, groupings: ["date", "zone_id"] }, "zone_id", 7);
  expect([both.filters, both.groupings]).toEqual([{ zone_id: [7] }, ["date"]]);
  const day = { from: "2026-03-01", to: "2026-03-01" };
  expect(drill({ ...VIEW, groupings: ["date"] }, "date", day)).toMatchObject({
    period: day,
    groupings: ["site_id"],
  });
  expect(drill({ ...VIEW, groupings: ["hour"] }, "hour", 9).filters).toEqual({ hour: [9] });
});

test("metrics that the account does not have fall away", () => {
  const view: View = {
    ...VIEW,
    metrics: ["base.margin", "base.clicks"],
    figure: "base.margin",
    second: "base.margin",
  };
  const kept = keepMetrics(view, "publisher", (key) => key !== "base.margin");
  expect([kept.metrics, kept.figure, kept.second]).toEqual([["base.clicks"], "base.revenue", undefined]);
});

test("the other side starts afresh, in the same period", () => {
  const view: View = { ...VIEW, period: "30d", filters: { zone_id: [1] } };
  const usual = createView("advertiser", "network", "UTC");
  expect(changeRole(view, "advertiser", "network")).toEqual({ ...usual, period: "30d" });
});
