import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSpan } from "../../../src/dashboard/reports/period.ts";
import {
  changeFilter,
  changeRole,
  changeView,
  createView,
  drill,
  hasFilters,
  isExcludable,
  isFilterKey,
  keepDays,
  keepMetrics,
  keepPeriod,
  listHeadline,
  type Reader,
  ROW_COUNTS,
  readView,
  type View,
  writeView,
} from "../../../src/dashboard/reports/view.ts";
import { FILTERS, GROUPINGS, listNames, type Role } from "../../../src/protocol/statistics.ts";

const BOTH: Role[] = ["publisher", "advertiser"];
const NETWORK: Reader = { roles: BOTH, kind: "network" };
const VIEW = createView("publisher", "publisher");

test("an address without parameters opens the default view of the account's side", () => {
  const reader: Reader = { roles: ["advertiser"], kind: "advertiser" };
  expect(readView("", reader)).toEqual({
    view: createView("advertiser", "advertiser"),
    unknown: [],
  });
});

test("an address without a period shows today to an account without earlier data", () => {
  const reader: Reader = { ...NETWORK, isNew: true };
  expect(readView("", reader).view.period).toBe("today");
  expect(readView("?period=7d", reader).view.period).toBe("7d");
  expect(readView("", NETWORK).view.period).toBe("7d");
});

test("an address is short and readable", () => {
  const view: View = {
    ...createView("publisher", "publisher"),
    groupings: ["zone_id", "date"],
    filters: { country_iso: ["DEU", "USA"] },
    page: 3,
  };
  expect(writeView(view, "publisher")).toBe(
    "?role=publisher&period=7d&by=zone_id,date&page=3&f.country_iso=DEU,USA",
  );
});

test.each([
  ["publisher", "publisher", ["revenue", "impressions", "clicks", "ctr", "cpm", "fill_rate"]],
  ["advertiser", "advertiser", ["cost", "impressions", "clicks", "ctr", "cpm", "cpc"]],
  ["publisher", "network", ["cost", "network_revenue", "margin", "impressions", "clicks", "ctr"]],
  ["advertiser", "network", ["cost", "network_revenue", "margin", "impressions", "clicks", "ctr"]],
] as const)("the headline of the %s side for an account of the kind %s is %j", (role, kind, names) => {
  expect(listHeadline(role, kind)).toEqual(names.map((name) => `base.${name}`));
});

test.each([
  ["publisher", "publisher", "site_id", "revenue", ["impressions", "clicks", "revenue", "cpm", "ctr"]],
  ["advertiser", "advertiser", "campaign_id", "cost", ["impressions", "clicks", "cost", "cpm", "ctr"]],
  ...(["publisher", "advertiser"] as const).map(
    (role) =>
      [
        ...[role, "network", role === "publisher" ? "site_id" : "campaign_id", "cost"],
        ["impressions", "clicks", "cost", "network_revenue", "margin", "cpm"],
      ] as [Role, "network", "site_id" | "campaign_id", "cost", string[]],
  ),
] as const)(
  "the default view of the %s side for an account of the kind %s groups by %s, charts %s and shows the columns %j",
  (role, kind, grouping, money, columns) => {
    expect(createView(role, kind)).toEqual({
      role,
      groupings: [grouping],
      figure: `base.${money}`,
      metrics: columns.map((name) => `base.${name}`),
      second: undefined,
      hasChanges: false,
      period: "7d",
      compare: "previous",
      filters: {},
      excluded: {},
      sort: { field: "base.impressions", order: "desc" },
      page: 1,
      rows: 50,
    });
  },
);

test.each<[string, Partial<View>]>([
  ["period=2026-01-01..2026-01-03", { period: { from: "2026-01-01", to: "2026-01-03" } }],
  ["compare=off", { compare: "off" }],
  ["compare=previous", { compare: "previous" }],
  ["compare=year", { compare: "year" }],
  ["compare=2026-01-01..2026-01-03", { compare: { from: "2026-01-01", to: "2026-01-03" } }],
  ["by=zone_id,date", { groupings: ["zone_id", "date"] }],
  [
    "by=date,hour,site_id,zone_id",
    { groupings: ["date", "hour", "site_id", "zone_id"], sort: { field: "date", order: "asc" } },
  ],
  ["by=week&sort=-base.clicks", { groupings: ["week"], sort: { field: "base.clicks", order: "desc" } }],
  ["sort=-change.base.clicks", { sort: { field: "change.base.clicks", order: "desc" } }],
  ["compare=weekday", { compare: "weekday" }],
  ["sort=-base.clicks", { sort: { field: "base.clicks", order: "desc" } }],
  ["sort=zone_id", { sort: { field: "zone_id", order: "asc" } }],
  ["metrics=rtb.wins,base.ctr", { metrics: ["rtb.wins", "base.ctr"] }],
  ["metrics=rtb.wins", { metrics: ["rtb.wins"] }],
  ["chart=base.ctr", { figure: "base.ctr" }],
  ["chart2=base.ctr", { second: "base.ctr" }],
  ["changes=on", { hasChanges: true }],
  ["changes=off", { hasChanges: false }],
  ["page=10", { page: 10 }],
  ["page=123456789", { page: 123_456_789 }],
  ["rows=250", { rows: 250 }],
  ["f.zone_id=1,20", { filters: { zone_id: [1, 20] } }],
  ["f.hour=0,23", { filters: { hour: [0, 23] } }],
  ["f.size=300x250,728x90", { filters: { size: ["300x250", "728x90"] } }],
  ["f.adblock=standard", { filters: { adblock: ["standard"] } }],
  ["x.sub=-1,12", { excluded: { sub: [-1, 12] } }],
  ["x.country_iso=DEU&f.zone_id=1", { filters: { zone_id: [1] }, excluded: { country_iso: ["DEU"] } }],
  ["tz=America/New_York", {}],
  ["other=1&xf.zone_id=1&fzone_id=1", {}],
])("the address ?%s opens the default view with %j", (address, changes) => {
  const usual = createView("publisher", "network");
  expect(readView(`?${address}`, NETWORK)).toEqual({ view: { ...usual, ...changes }, unknown: [] });
});

test.each([
  ...["role=admin", "role=", "period=", "compare=never", "compare=2026-01-02..2026-01-01"],
  ...["by=", "by=zone_id,zone_id", "by=zone_id,id", "by=campaign_id", "by=date,hour,week,month,year"],
  ...["sort=", "sort=-", "sort=a-b", "sort=a b", "sort=--a", "sort=a;", "sort=;a"],
  ...["metrics=", "metrics=base.ctr,", "metrics=base", "chart=base.", "chart=.ctr", "chart=;base.ctr"],
  ...["chart=base.ctr;", "chart2=base", "changes=", "changes=yes"],
  ...["page=0", "page=01", "page=-1", "page=1234567890", "page=a1", "page=1a", "page=", "rows=7", "rows="],
  ...["f.zone_id=", "f.zone_id=1,", "f.zone_id=-1", "f.zone_id=a1", "f.zone_id=1a", "f.zone_id=1,a"],
  ...["f.zone_id=1234567890123456", "f.hour=a", "f.sub=1-", "f.sub=--1", "f.sub=1a", "f.sub=1,a"],
  ...[
    "f.sub=1234567890123456",
    "f.size=",
    "f.=1",
    "f.x=1",
    "f.date_from=2026-01-01",
    "f.date_to=20260101",
    "f.campaign_id=1",
  ],
  ...["x.adblock=standard", "x.zone_id=a", "x.date_to=2026-01-01", "x.x=1"],
])("the invalid part %s of an address is reported and removed", (part) => {
  const view = createView("publisher", "network");
  expect(readView(`?${part}`, NETWORK)).toEqual({ view, unknown: [part] });
});

test("a side that the account may not view is replaced by its first side", () => {
  expect(readView("?role=advertiser", NETWORK).view.role).toBe("advertiser");
  const other = readView("?role=publisher", { ...NETWORK, roles: ["advertiser"] });
  expect([other.view.role, other.unknown]).toEqual(["advertiser", ["role=publisher"]]);
  expect(readView("", { ...NETWORK, roles: [] }).view.role).toBe("publisher");
});

test.each<[Partial<View>, string]>([
  [{}, ""],
  [{ page: 2, rows: 25 }, "&page=2&rows=25"],
  [{ groupings: ["date", "zone_id"], sort: { field: "date", order: "asc" } }, "&by=date,zone_id"],
  [{ groupings: ["date"] }, "&by=date&sort=-base.impressions"],
  [{ sort: { field: "base.clicks", order: "desc" } }, "&sort=-base.clicks"],
  [{ sort: { field: "date", order: "asc" } }, "&sort=date"],
  [{ metrics: ["base.ctr", "rtb.wins"] }, "&metrics=base.ctr,rtb.wins"],
  [{ figure: "base.ctr", second: "rtb.wins" }, "&chart=base.ctr&chart2=rtb.wins"],
  [{ hasChanges: true }, "&changes=on"],
  [
    { filters: { zone_id: [1], size: [] }, excluded: { site_hostname: ["a&b=c.example"] } },
    "&f.zone_id=1&x.site_hostname=a%26b%3Dc.example",
  ],
])("the address of a view with %j omits default values", (changes, expected) => {
  const view = { ...createView("publisher", "network"), ...changes };
  expect(writeView(view, "network")).toBe(`?role=publisher&period=7d${expected}`);
});

test("in the address, the comparison comes after the period", () => {
  const view: View = { ...VIEW, period: "today", compare: "off" };
  expect(writeView(view, "publisher")).toBe("?role=publisher&period=today&compare=off");
});

test("list filters can exclude values; single-value and date filters cannot", () => {
  expect(
    (["zone_id", "country_iso", "sub", "hour", "site_hostname", "size"] as const).map(isExcludable),
  ).toEqual(Array(6).fill(true));
  expect((["adblock", "exclude_deleted", "date_from"] as const).map(isExcludable)).toEqual([
    ...[false, false, false],
  ]);
});

test("a view has filters when anything is included or excluded", () => {
  expect(hasFilters(VIEW)).toBe(false);
  for (const filters of [{}, { zone_id: [1] }])
    for (const excluded of [{}, { zone_id: [1] }, { zone_id: [1], sub: [2] }])
      expect(hasFilters({ ...VIEW, filters, excluded })).toBe("zone_id" in filters || "zone_id" in excluded);
});

test("isFilterKey accepts only names of filters", () => {
  expect(["zone_id", "date_from", "date", "toString", ""].map(isFilterKey)).toEqual([
    ...[true, true, false, false, false],
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

test("sub ids in an address may be negative", () => {
  expect(readView("?role=publisher&f.sub=-4,7", NETWORK).view.filters).toEqual({ sub: [-4, 7] });
});

test("every view can be written to an address and read back", () => {
  fc.assert(
    fc.property(views, (view) => {
      expect(readView(writeView(view, "network"), NETWORK)).toEqual({ view, unknown: [] });
    }),
  );
});

/** Any character except lone surrogates, which URLs cannot contain. fast-check's `binary` takes seconds to create. */
const characters = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));
const texts = fc.array(characters).map((all) => all.join(""));

test("any address opens a view; invalid parts are reported", () => {
  fc.assert(
    fc.property(texts, fc.constantFrom("by", "period", "f.zone_id", "page", "x"), (text, key) => {
      const { view } = readView(`?${key}=${encodeURIComponent(text)}`, NETWORK);
      expect(listHeadline(view.role, "network").length).toBeGreaterThan(0);
    }),
  );
  const address =
    "?role=advertiser&by=campaign_id&period=8d&rows=7&f.campaign_id=1&f.zone_id=a&f.date_from=2026-01-01";
  const reader: Reader = { roles: ["publisher"], kind: "publisher" };
  expect(readView(address, reader).unknown).toEqual([
    "role=advertiser",
    "period=8d",
    "by=campaign_id",
    "rows=7",
    "f.campaign_id=1",
    "f.zone_id=a",
    "f.date_from=2026-01-01",
  ]);
});

test("changing a view returns to page 1 and replaces a sort order that is no longer valid", () => {
  const view = { ...VIEW, page: 4 };
  expect(changeView(view, { rows: 25 }).page).toBe(1);
  expect(changeView(view, { page: 5 }).page).toBe(5);
  const sorted = changeView(
    { ...view, sort: { field: "base.ctr", order: "desc" } },
    { metrics: ["base.impressions"] },
  );
  expect(sorted.sort).toEqual({ field: "base.impressions", order: "desc" });
});

test.each<[string, Partial<View>, View["sort"]]>([
  ["base.clicks", {}, { field: "base.clicks", order: "asc" }],
  ["zone_id", {}, { field: "zone_id", order: "asc" }],
  ["base.ctr", {}, { field: "date", order: "asc" }],
  ["base.ctr", { groupings: ["zone_id", "date"] }, { field: "base.impressions", order: "desc" }],
  // The first grouping does not change, so the order does not either.
  ["base.clicks", { groupings: ["date"] }, { field: "base.clicks", order: "asc" }],
  ["base.clicks", { groupings: ["week"] }, { field: "week", order: "asc" }],
  ["base.clicks", { groupings: ["zone_id"] }, { field: "base.clicks", order: "asc" }],
  ["change.base.clicks", { hasChanges: true }, { field: "change.base.clicks", order: "asc" }],
  ["change.base.clicks", { hasChanges: false }, { field: "date", order: "asc" }],
  ["change.base.ctr", { hasChanges: true }, { field: "date", order: "asc" }],
  ["base.ctr", { metrics: ["base.clicks"] }, { field: "date", order: "asc" }],
])("a table ordered by %s with the change %j is ordered by %j", (field, changes, expected) => {
  const view: View = {
    ...VIEW,
    groupings: ["date", "zone_id"],
    metrics: ["base.clicks", "base.impressions"],
    sort: { field, order: "asc" },
  };
  expect(changeView(view, changes).sort).toEqual(expected);
});

test("a filter without values is removed", () => {
  const filtered = changeFilter(VIEW, "zone_id", [1, 2]);
  expect(filtered.filters).toEqual({ zone_id: [1, 2] });
  expect(changeFilter(filtered, "zone_id", []).filters).toEqual({});
});

test("values of a filter are included or excluded, never both; other filters stay", () => {
  const view: View = { ...VIEW, filters: { zone_id: [1], sub: [7] }, excluded: { size: ["1x1"] }, page: 3 };
  const without = changeFilter(view, "zone_id", [2, 3], true);
  expect([without.filters, without.excluded]).toEqual([{ sub: [7] }, { size: ["1x1"], zone_id: [2, 3] }]);
  expect(without.page).toBe(1);
  const only = changeFilter(without, "size", ["2x2"]);
  expect([only.filters, only.excluded]).toEqual([{ sub: [7], size: ["2x2"] }, { zone_id: [2, 3] }]);
  const neither = changeFilter(only, "zone_id", [], true);
  expect([neither.filters, neither.excluded]).toEqual([{ sub: [7], size: ["2x2"] }, {}]);
});

test("drilling into a row turns its value into a filter or period and removes its column", () => {
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

test.each([
  ["publisher", ["zone_id"], "zone_id", ["country_iso"]],
  ["publisher", ["site_id", "zone_id"], "zone_id", ["country_iso"]],
  ["publisher", ["zone_id", "hour"], "zone_id", ["hour"]],
  ["publisher", ["country_iso"], "country_iso", ["site_id"]],
  ["advertiser", ["variation_id"], "variation_id", ["site_id"]],
  ["advertiser", ["campaign_id", "zone_id"], "zone_id", ["campaign_id"]],
] as const)(
  "on the %s side with the groupings %j, drilling into %s groups by %j",
  (role, by, clicked, next) => {
    const view = { ...createView(role, "network"), groupings: [...by] };
    expect(drill(view, clicked, 7).groupings).toEqual(next);
  },
);

test("drilling into a day removes the groupings that contain it", () => {
  const day = { from: "2026-03-01", to: "2026-03-01" };
  expect(drill({ ...VIEW, groupings: ["week", "date", "zone_id"] }, "date", day).groupings).toEqual([
    "zone_id",
  ]);
  expect(drill({ ...VIEW, groupings: ["week", "date"] }, "week", day).groupings).toEqual(["date"]);
});

test.each([
  ["publisher", ["site_id", "zone_id", "country_iso", "device_type_id", "browser_id", "date"]],
  ["advertiser", ["campaign_id", "variation_id", "site_id", "country_iso", "device_type_id", "date"]],
] as const)("repeated drilling on the %s side goes through the groupings %j", (role, path) => {
  let view = createView(role, "network");
  const seen = [view.groupings];
  while (view.groupings[0] && view.groupings[0] !== "date") {
    view = drill(view, view.groupings[0], 1);
    seen.push(view.groupings);
  }
  expect(seen).toEqual(path.map((grouping) => [grouping]));
  expect(Object.keys(view.filters)).toEqual(path.slice(0, -1));
});

test("drilling into a day keeps the filters and groups by the first dimension without a filter", () => {
  const day = { from: "2026-03-01", to: "2026-03-01" };
  const view: View = { ...VIEW, groupings: ["date"], filters: { site_id: [1] }, page: 2 };
  expect(drill(view, "date", day)).toMatchObject({
    period: day,
    filters: { site_id: [1] },
    groupings: ["zone_id"],
    page: 1,
  });
});

test("metrics that the account does not have are removed", () => {
  const view: View = {
    ...VIEW,
    metrics: ["base.margin", "base.clicks"],
    figure: "base.margin",
    second: "base.margin",
  };
  const kept = keepMetrics(view, "publisher", (key) => key !== "base.margin");
  expect([kept.metrics, kept.figure, kept.second]).toEqual([["base.clicks"], "base.revenue", undefined]);
});

test.each<[string[], Partial<View>, Partial<View>]>([
  [
    ["base.ctr", "rtb.wins"],
    { metrics: ["rtb.wins"], figure: "base.ctr", second: "rtb.wins" },
    { metrics: ["rtb.wins"], figure: "base.ctr", second: "rtb.wins" },
  ],
  [["base.ctr"], { figure: "base.ctr", second: "base.ctr" }, { figure: "base.ctr", second: undefined }],
  [
    ["base.clicks"],
    { metrics: ["a.b"], figure: "a.b" },
    { metrics: ["base.impressions"], figure: "base.clicks" },
  ],
  [["base.clicks"], { figure: "base.clicks", second: "a.b" }, { figure: "base.clicks", second: undefined }],
  [["rtb.wins"], { figure: "a.b", second: undefined }, { figure: "base.impressions", second: undefined }],
  // A metric that replaces an unknown figure is not drawn a second time.
  [["base.clicks"], { figure: "a.b", second: "base.clicks" }, { figure: "base.clicks", second: undefined }],
])("an account with the metrics %j sees a view with %j as %j", (known, changes, expected) => {
  expect(keepMetrics({ ...VIEW, ...changes }, "publisher", (key) => known.includes(key))).toMatchObject(
    expected,
  );
});

test.each<[Partial<View>, string, Partial<View>]>([
  [{}, "2026-03-01..2026-03-14", { period: "7d", compare: "previous" }],
  [{}, "2026-03-08..2026-03-14", { period: "7d", compare: "off" }],
  [{ compare: "off" }, "2026-03-08..2026-03-14", { period: "7d", compare: "off" }],
  [{}, "2026-03-10..2026-03-31", { period: { from: "2026-03-10", to: "2026-03-14" }, compare: "off" }],
  [{ period: "today" }, "2026-01-01..2026-01-02", { period: { from: "2026-01-01", to: "2026-01-02" } }],
])("a view with %j in a link limited to the days %s shows %j", (changes, limit, expected) => {
  const view = { ...VIEW, ...changes };
  expect(keepDays(view, parseSpan(limit), "2026-03-15")).toEqual({ ...view, compare: "off", ...expected });
});

test("a shared link without fixed days does not limit the view", () => {
  expect(keepDays(VIEW, undefined, "2026-03-15")).toBe(VIEW);
});

const COMPARED = { from: "2026-02-01", to: "2026-02-07" };
const SHARED = { from: "2026-03-01", to: "2026-03-07", compared: COMPARED };
const WHOLE = { period: { from: "2026-03-01", to: "2026-03-07" }, compare: COMPARED };

test.each<[Partial<View>, Partial<View>]>([
  [{}, WHOLE],
  [{ ...WHOLE, compare: "year" }, WHOLE],
  [{ period: COMPARED }, WHOLE],
  [{ period: { from: "2026-02-20", to: "2026-03-20" } }, WHOLE],
  [
    { period: { from: "2026-03-03", to: "2026-03-03" }, compare: "previous" },
    { period: { from: "2026-03-03", to: "2026-03-03" }, compare: "off" },
  ],
])("a view with %j in a link to only one week shows %j", (changes, expected) => {
  const view = { ...VIEW, ...changes };
  expect(keepPeriod(view, SHARED, "2026-03-15")).toEqual({ ...view, ...expected });
});

test("a link to only some days without a comparison compares them with nothing", () => {
  const { compared: _, ...days } = SHARED;
  expect(keepPeriod(VIEW, days, "2026-03-15")).toEqual({ ...VIEW, period: days, compare: "off" });
  expect(keepPeriod(VIEW, undefined, "2026-03-15")).toBe(VIEW);
});

test("switching sides keeps only the period, the comparison and the row count", () => {
  const view: View = { ...VIEW, period: "30d", compare: "year", rows: 100, filters: { zone_id: [1] } };
  const usual = createView("advertiser", "network");
  expect(changeRole(view, "advertiser", "network")).toEqual({
    ...usual,
    period: "30d",
    compare: "year",
    rows: 100,
  });
});
