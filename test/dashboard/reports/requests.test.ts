import { expect, test } from "vitest";
import { findComparedSpan, findCutHour } from "../../../src/dashboard/reports/comparedPeriod.ts";
import {
  findSharedPeriod,
  findSortField,
  findStep,
  findViewSpan,
  listSharedFilters,
  type Moment,
  requestCompared,
  requestCutDays,
  requestExport,
  requestNames,
  requestOverview,
  requestRest,
  requestSeries,
  requestTable,
  requestTableCompared,
  requestValues,
} from "../../../src/dashboard/reports/requests.ts";
import { createView, type View } from "../../../src/dashboard/reports/view.ts";
import type { SharedPeriod } from "../../../src/protocol/account.ts";
import type { Viewer } from "../../../src/protocol/statistics.ts";

const NOW = Date.parse("2026-03-15T02:30:00Z");
const VIEWER: Viewer = { kind: "publisher", role: "publisher", goals: 0 };
const NETWORK: Viewer = { kind: "network", role: "advertiser", goals: 2 };
const WEEK = { date_from: "2026-03-08", date_to: "2026-03-14" };
const MOMENT: Moment = { viewer: VIEWER, now: NOW, timezone: "UTC", dataFrom: "" };
const VIEW: View = {
  ...createView("publisher", "publisher"),
  metrics: ["base.impressions", "rtb.wins"],
};

test("the table's request contains the shown metrics, the order field and the page", () => {
  const view: View = { ...VIEW, page: 3, rows: 25, sort: { field: "rtb.win_ratio", order: "asc" } };
  expect(requestTable(view, MOMENT)).toEqual({
    group_by: ["site_id"],
    order_by: [{ field: "rtb_win_ratio", order: "asc" }],
    projection: { base: ["impressions"], rtb: ["wins"] },
    filter: { date_from: "2026-03-08", date_to: "2026-03-14" },
    detailed: 1,
    timezone: "UTC",
    totals: 1,
    limit: 25,
    offset: 50,
  });
});

test("a filter that takes only one value is sent as a value, not as a list", () => {
  const view: View = { ...VIEW, filters: { adblock: ["standard"], zone_id: [1, 2] } };
  expect(requestTable(view, MOMENT).filter).toEqual({ ...WEEK, adblock: "standard", zone_id: [1, 2] });
  const flagged: View = { ...VIEW, filters: { exclude_deleted: [1] } };
  expect(requestTable(flagged, MOMENT).filter).toEqual({ ...WEEK, exclude_deleted: 1 });
});

test("an export that fits one response keeps the table's order; a longer one keeps the stable order by group", () => {
  expect(requestExport(VIEW, 10_000, MOMENT)).toMatchObject({
    order_by: [{ field: "impressions" }],
    limit: 10_000,
  });
  expect(requestExport(VIEW, 10_001, MOMENT)).not.toHaveProperty("order_by");
  expect(requestExport({ ...VIEW, page: 3 }, 10_001, MOMENT)).toEqual({
    group_by: ["site_id"],
    projection: { base: ["impressions"], rtb: ["wins"] },
    filter: WEEK,
    timezone: "UTC",
    limit: 10_000,
  });
});

test.each([
  ["2026-03-14", "2026-03-14", "hour"],
  ["2026-03-14", "2026-03-15", "date"],
  ["2026-01-01", "2026-07-02", "date"],
  ["2026-01-01", "2026-07-03", "week"],
  ["2025-01-01", "2027-01-02", "week"],
  ["2025-01-01", "2027-01-03", "month"],
])("the days from %s to %s are drawn by %s", (from, to, step) => {
  expect(findStep({ from, to })).toBe(step);
});

test("a table sorted by a change requests all rows of both sides, because the service cannot sort by it", () => {
  const view: View = {
    ...VIEW,
    hasChanges: true,
    page: 3,
    sort: { field: "change.base.impressions", order: "asc" },
  };
  const shape = { order_by: [{ field: "impressions", order: "desc" }], limit: 10_000 };
  expect(requestTable(view, MOMENT)).toMatchObject({ ...shape, totals: 1 });
  expect(requestTable(view, MOMENT)).not.toHaveProperty("offset");
  const records = [{ group_by: { site_id: { id: "10", name: "News" } } }];
  expect(requestTableCompared(view, records, MOMENT)).toMatchObject({
    ...shape,
    filter: { date_from: "2026-03-01", date_to: "2026-03-07" },
  });
  expect(requestTableCompared(view, records, MOMENT)?.filter).not.toHaveProperty("site_id");
});

test("a chart requests all its points in order, with their total", () => {
  const view: View = { ...VIEW, filters: { zone_id: [1] }, excluded: { sub: [2] } };
  const moment: Moment = { ...MOMENT, timezone: "Asia/Tokyo" };
  expect(requestSeries(view, { from: "2026-03-01", to: "2026-03-02" }, ["base.ctr"], moment)).toEqual({
    group_by: ["date"],
    order_by: [{ field: "date", order: "asc" }],
    timezone: "Asia/Tokyo",
    projection: { base: ["ctr", "impressions"] },
    filter: { date_from: "2026-03-01", date_to: "2026-03-02", zone_id: [1] },
    exclude: { sub: [2] },
    totals: 1,
    limit: 10_000,
  });
});

test.each([
  [[], ["date"]],
  [["zone_id"], ["zone_id"]],
  [
    ["zone_id", "date"],
    ["zone_id", "date"],
  ],
  [
    ["zone_id", "date", "hour"],
    ["zone_id", "date", "hour"],
  ],
  [
    ["zone_id", "date", "hour", "sub"],
    ["zone_id", "date", "hour", "sub"],
  ],
] as const)("a table by %j asks for groups by %j", (groupings, asked) => {
  expect(requestTable({ ...VIEW, groupings: [...groupings] }, MOMENT).group_by).toEqual(asked);
});

test("a table by country requests the details that localized country names need", () => {
  const view: View = { ...VIEW, groupings: ["country_iso"], excluded: { zone_id: [7] } };
  expect(requestTable(view, MOMENT)).toMatchObject({ detailed: 1, exclude: { zone_id: [7] } });
  expect(requestExport(view, 1, MOMENT)).toMatchObject({ detailed: 1 });
  expect(requestTable(VIEW, MOMENT)).not.toHaveProperty("exclude");
});

test.each(["site_id", "zone_id", "campaign_id", "variation_id"] as const)(
  "a table by %s requests the names of parents, and its file does not",
  (grouping) => {
    const view: View = { ...VIEW, groupings: ["size", grouping] };
    expect(requestTable(view, MOMENT)).toMatchObject({ detailed: 1 });
    expect(requestExport(view, 1, MOMENT)).not.toHaveProperty("detailed");
    expect(requestTable({ ...view, groupings: ["size"] }, MOMENT)).not.toHaveProperty("detailed");
  },
);

test.each([
  ["base.clicks", "clicks"],
  ["zone_id", "zone_id"],
  ["base.margin", undefined],
  ["size", undefined],
  // A column of the advertiser side.
  ["campaign_id", undefined],
  ["nothing", undefined],
])("a publisher's table sorted by the column %s requests the order field %s", (column, field) => {
  expect(findSortField(column, VIEWER)).toBe(field);
  const orders = field ? [{ field, order: "desc" }] : [];
  expect(requestTable({ ...VIEW, sort: { field: column, order: "desc" } }, MOMENT).order_by).toEqual(orders);
});

test("a network can order by the accounts of both sides", () => {
  expect(findSortField("publisher_id", NETWORK)).toBe("publisher_id");
  expect(findSortField("publisher_id", { ...NETWORK, kind: "advertiser" })).toBe(undefined);
});

test("the days of a view follow the account's time zone", () => {
  const moment = { ...MOMENT, timezone: "America/New_York" };
  expect(findViewSpan({ ...VIEW, period: "today" }, MOMENT)).toEqual({
    from: "2026-03-15",
    to: "2026-03-15",
  });
  expect(findViewSpan({ ...VIEW, period: "today" }, moment)).toEqual({
    from: "2026-03-14",
    to: "2026-03-14",
  });
});

test("one day is drawn by hour, some months by date, a year by week, more by month", () => {
  const findGroupings = (from: string, to: string) =>
    requestSeries(VIEW, { from, to }, ["base.clicks"], MOMENT).group_by;
  expect(findGroupings("2026-03-14", "2026-03-14")).toEqual(["hour"]);
  expect(findGroupings("2026-03-01", "2026-03-14")).toEqual(["date"]);
  expect(findGroupings("2025-03-01", "2026-03-14")).toEqual(["week"]);
  expect(findGroupings("2024-01-01", "2026-03-14")).toEqual(["month"]);
});

test("the comparison of today with yesterday requests all of yesterday", () => {
  const today: View = { ...VIEW, period: "today" };
  expect(requestCompared(today, [], MOMENT)?.filter).toEqual({
    date_from: "2026-03-14",
    date_to: "2026-03-14",
  });
  expect(requestCompared({ ...today, compare: "off" }, [], MOMENT)).toBeUndefined();
});

/** Returns the requests for the hours that both sides of a comparison leave out. */
function findRests(changes: Partial<View>, moment = MOMENT) {
  const view: View = { ...VIEW, ...changes };
  const span = findViewSpan(view, moment);
  const compared = findComparedSpan(view.period, view.compare, span.to);
  const cut = compared && findCutHour(span, compared, moment);
  return [
    requestRest(requestSeries(view, span, ["base.ctr"], moment), span.to, cut),
    requestRest(requestCompared(view, ["base.ctr"], moment), compared?.to ?? "", cut),
  ];
}

const from2 = Array.from({ length: 22 }, (_, at) => at + 2);

test.each<[Partial<View>, string]>([
  [{ period: "today" }, "2026-03-14"],
  [{ period: "today", compare: "weekday" }, "2026-03-08"],
  [{ period: "week" }, "2026-03-08"],
  [{ period: "month" }, "2026-02-15"],
  [{ period: "year" }, "2025-03-15"],
  [{ period: { from: "2026-03-14", to: "2026-03-15" } }, "2026-03-13"],
])("at 02:30 the comparison of %j leaves out the hours from 2 on of today and of %s", (changes, day) => {
  const [now, before] = findRests(changes);
  expect(now).toMatchObject({
    filter: { date_from: "2026-03-15", date_to: "2026-03-15", hour: from2 },
    projection: { base: ["ctr", "impressions"] },
    totals: 1,
  });
  expect(before?.filter).toEqual({ date_from: day, date_to: day, hour: from2 });
});

test("with an hour filter, the comparison leaves out the filtered hours from the current hour on", () => {
  const [now, before] = findRests({ period: "month", filters: { hour: [1, 2, 7] } });
  expect([now?.filter?.hour, before?.filter?.hour]).toEqual([
    [2, 7],
    [2, 7],
  ]);
  expect(findRests({ period: "month", filters: { hour: [1] } })).toEqual([undefined, undefined]);
});

test.each<[Partial<View>]>([
  [{ period: "yesterday" }],
  [{ period: "7d" }],
  [{ period: "last-month" }],
  [{ period: "month", compare: "off" }],
  [{ period: "month", compare: { from: "2026-01-01", to: "2026-01-31" } }],
])("no hours are left out where today has no counterpart: %j", (changes) => {
  expect(findRests(changes)).toEqual([undefined, undefined]);
});

test.each([
  ["2026-03-15T00:00:00Z", "UTC", 0],
  ["2026-03-15T00:59:59.999Z", "UTC", 0],
  ["2026-03-15T01:00:00Z", "UTC", 1],
  ["2026-03-15T23:59:59.999Z", "UTC", 23],
  // Local time: 22:30 on the 14th.
  ["2026-03-15T02:30:00Z", "America/New_York", 22],
  // Local time: 08:00.
  ["2026-03-15T02:30:00Z", "Asia/Kolkata", 8],
  // Local time: 03:30 on a day of 23 hours, of which two are over.
  ["2026-03-08T07:30:00Z", "America/New_York", 3],
])("at %s in %s today is compared up to the hour %i", (time, timezone, hour) => {
  const moment = { ...MOMENT, timezone, now: Date.parse(time) };
  const today = findViewSpan({ ...VIEW, period: "today" }, moment);
  const yesterday = findComparedSpan("today", "previous", today.to) ?? today;
  expect(findCutHour(today, yesterday, moment)).toBe(hour);
});

test("compared days are grouped by the same unit as the view's days", () => {
  const view: View = { ...VIEW, compare: { from: "2026-01-01", to: "2026-01-01" } };
  expect(requestCompared(view, [], MOMENT)?.group_by).toEqual(["date"]);
});

test("the compared request filters by the values of the page's rows", () => {
  const records = [
    { group_by: { site_id: { id: "10", name: "News" } } },
    { group_by: { site_id: { id: "11", name: "Shop" } } },
  ];
  expect(requestTableCompared(VIEW, records, MOMENT)?.filter).toEqual({
    date_from: "2026-03-01",
    date_to: "2026-03-07",
    site_id: [10, 11],
  });
  const unknown = requestTableCompared(VIEW, [...records, { group_by: {} }], MOMENT);
  expect(unknown?.filter).not.toHaveProperty("site_id");
  expect(requestTableCompared({ ...VIEW, groupings: ["date"] }, records, MOMENT)).toBeUndefined();
});

test("the request for a filter's values applies only the other filters", () => {
  const view: View = { ...VIEW, filters: { zone_id: [1], country_iso: ["DEU"] } };
  expect(requestValues(view, "zone_id", MOMENT).filter).toEqual({
    date_from: "2026-03-08",
    date_to: "2026-03-14",
    country_iso: ["DEU"],
  });
});

test.each([
  ["2026-03-15", "2026-02-01", "2026-02-15"],
  ["2026-03-31", "2026-02-01", "2026-02-28"],
  ["2026-01-01", "2025-12-01", "2025-12-01"],
])(
  "on %s the overview requests whole days from %s and days cut at the last full hour from %s",
  (today, from, cut) => {
    const moment = { ...MOMENT, now: Date.parse(`${today}T02:30Z`) };
    expect(requestOverview(VIEW, moment).days).toEqual({ from, to: today });
    expect(requestCutDays(VIEW, moment)?.days).toEqual({ from: cut, to: today });
  },
);

test("the overview ignores the period, page and filters of the view", () => {
  const view: View = {
    ...VIEW,
    period: "today",
    page: 3,
    filters: { zone_id: [1] },
    excluded: { sub: [2] },
  };
  const shape = { by: ["date"], role: "publisher" };
  expect(requestOverview(view, MOMENT)).toEqual({ ...shape, days: { from: "2026-02-01", to: "2026-03-15" } });
  expect(requestCutDays(view, MOMENT)).toEqual({
    ...shape,
    days: { from: "2026-02-15", to: "2026-03-15" },
    cut: { hour: 2, days: "every" },
  });
  // In New York, this is 22:30 on the 14th.
  const moment = { ...MOMENT, timezone: "America/New_York" };
  expect(requestCutDays(view, moment)).toMatchObject({ days: { to: "2026-03-14" }, cut: { hour: 22 } });
  expect(requestCutDays(view, { ...MOMENT, now: Date.parse("2026-03-15T00:30Z") })).toBe(undefined);
});

test("compared rows are requested with each group value once and the view's other filters", () => {
  const records = ([10, 11, 10] as const).map((id) => ({
    group_by: {
      site_id: { id: String(id), name: "" },
      country_iso: { country_iso: id === 10 ? "DEU" : "USA", country_long_name: "", country_short_name: "" },
    },
  }));
  const view: View = {
    ...VIEW,
    page: 3,
    groupings: ["site_id", "country_iso"],
    filters: { sub: [1], site_id: [9] },
    excluded: { zone_id: [7] },
  };
  expect(requestTableCompared(view, records, MOMENT)).toEqual({
    group_by: ["site_id", "country_iso"],
    order_by: [{ field: "impressions", order: "desc" }],
    projection: { base: ["impressions"], rtb: ["wins"] },
    filter: {
      date_from: "2026-03-01",
      date_to: "2026-03-07",
      sub: [1],
      site_id: [10, 11],
      country_iso: ["DEU", "USA"],
    },
    exclude: { zone_id: [7] },
    timezone: "UTC",
    totals: 0,
    detailed: 1,
    limit: 10_000,
  });
  expect(requestTableCompared({ ...view, groupings: ["site_id", "date"] }, records, MOMENT)).toBe(undefined);
  expect(requestTableCompared(view, [], MOMENT)).toBe(undefined);
  expect(requestTableCompared({ ...view, compare: "off" }, records, MOMENT)).toBe(undefined);
});

test("compared rows by ad blocker are requested without a filter because that filter takes only one value", () => {
  const records = [{ group_by: { adblock: { adblock: "standard" as const } } }];
  const view: View = { ...VIEW, groupings: ["adblock"] };
  expect(requestTableCompared(view, records, MOMENT)?.filter).toEqual({
    date_from: "2026-03-01",
    date_to: "2026-03-07",
  });
});

test.each<[Partial<View>, SharedPeriod]>([
  [
    { period: "7d" },
    { from: "2026-03-08", to: "2026-03-14", compared: { from: "2026-03-01", to: "2026-03-07" } },
  ],
  [
    { period: "7d", compare: "off" },
    { from: "2026-03-08", to: "2026-03-14" },
  ],
  [
    { period: "today", compare: "year" },
    { from: "2026-03-15", to: "2026-03-15", compared: { from: "2025-03-15", to: "2025-03-15" } },
  ],
  [
    { period: { from: "2026-01-01", to: "2026-01-03" }, compare: { from: "2026-02-01", to: "2026-02-03" } },
    { from: "2026-01-01", to: "2026-01-03", compared: { from: "2026-02-01", to: "2026-02-03" } },
  ],
])("a shared link to a view with %j has its current days %j", (changes, expected) => {
  const view: View = { ...VIEW, ...changes, filters: { adblock: ["standard"], zone_id: [1] } };
  expect(findSharedPeriod(view, MOMENT)).toEqual(expected);
  expect(listSharedFilters(view, MOMENT)).toEqual({ adblock: "standard", zone_id: [1] });
});

test("filter values are ordered by impressions, also when the view excludes some of them", () => {
  const view: View = { ...VIEW, excluded: { zone_id: [1], sub: [2] } };
  expect(requestValues(view, "zone_id", MOMENT)).toEqual({
    group_by: ["zone_id"],
    order_by: [{ field: "impressions", order: "desc" }],
    projection: { base: ["impressions"] },
    filter: WEEK,
    exclude: { sub: [2] },
    timezone: "UTC",
    limit: 1000,
  });
  expect(requestValues(view, "country_iso", MOMENT)).toMatchObject({ detailed: 1 });
});

test("names of values are requested without the view's filters", () => {
  const view: View = { ...VIEW, filters: { sub: [1], zone_id: [3] }, excluded: { size: ["1x1"] } };
  const request = requestNames(view, "zone_id", [7, 8], MOMENT);
  expect([request.group_by, request.filter]).toEqual([["zone_id"], { ...WEEK, zone_id: [7, 8] }]);
  expect(request).not.toHaveProperty("exclude");
});
