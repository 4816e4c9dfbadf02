import { expect, test } from "vitest";
import { readGroup } from "../../src/dashboard/groups.ts";
import {
  computeChange,
  findDivisors,
  findMetric,
  findOrderField,
  listMetricKeys,
  readMetric,
  readMetricWithout,
} from "../../src/dashboard/metrics.ts";
import {
  type Moment,
  type Report,
  requestCompared,
  requestExport,
  requestRest,
  requestSeries,
  requestTable,
  requestTableCompared,
  requestValues,
} from "../../src/dashboard/reports.ts";
import { listPoints } from "../../src/dashboard/series.ts";
import { createView, type View } from "../../src/dashboard/view.ts";
import { ORDER_METRICS, type Viewer } from "../../src/protocol/statistics.ts";

const NOW = Date.parse("2026-03-15T02:30:00Z");
const VIEWER: Viewer = { kind: "publisher", role: "publisher", goals: 0 };
const NETWORK: Viewer = { kind: "network", role: "advertiser", goals: 2 };
const MOMENT: Moment = { viewer: VIEWER, now: NOW, dayZone: "UTC" };
const VIEW: View = {
  ...createView("publisher", "publisher", "UTC"),
  metrics: ["base.impressions", "rtb.wins"],
};

function createReport(step: "date" | "hour" | "month", values: Record<string, number>): Report {
  const result = Object.entries(values).map(([slot, clicks]) => ({
    group_by: { [step]: { [step]: slot } },
    clicks,
  }));
  return { request_metadata: { count: result.length, limit: 1, offset: 0, date_timezone: "UTC" }, result };
}

test("the table's request names the metrics that are shown, the order field and the page", () => {
  const view: View = { ...VIEW, page: 3, rows: 25, sort: { field: "rtb.win_ratio", order: "asc" } };
  expect(requestTable(view, MOMENT)).toEqual({
    group_by: ["site_id"],
    order_by: [{ field: "rtb_win_ratio", order: "asc" }],
    projection: { base: ["impressions"], rtb: ["wins"] },
    filter: { date_from: "2026-03-08", date_to: "2026-03-14" },
    timezone: "UTC",
    totals: 1,
    limit: 25,
    offset: 50,
  });
});

test("a filter that takes one value is sent as one", () => {
  const view: View = { ...VIEW, filters: { adblock: ["standard"], zone_id: [1, 2] } };
  expect(requestTable(view, MOMENT).filter).toMatchObject({ adblock: "standard", zone_id: [1, 2] });
});

test("an export in one answer keeps the table's order; a longer one goes by group, which arriving facts do not change", () => {
  expect(requestExport(VIEW, 10_000, MOMENT)).toMatchObject({
    order_by: [{ field: "impressions" }],
    limit: 10_000,
  });
  expect(requestExport(VIEW, 10_001, MOMENT)).not.toHaveProperty("order_by");
  expect(requestExport(VIEW, 10_001, MOMENT)).not.toHaveProperty("offset");
});

test("one day is drawn by hour, some months by date, years by month", () => {
  const findGroupings = (from: string, to: string) =>
    requestSeries(VIEW, { from, to }, ["base.clicks"], MOMENT).group_by;
  expect(findGroupings("2026-03-14", "2026-03-14")).toEqual(["hour"]);
  expect(findGroupings("2026-03-01", "2026-03-14")).toEqual(["date"]);
  expect(findGroupings("2024-01-01", "2026-03-14")).toEqual(["month"]);
});

test("the compared days are asked for whole", () => {
  const today: View = { ...VIEW, period: "today" };
  expect(requestCompared(today, [], MOMENT)?.filter).toEqual({
    ...{ date_from: "2026-03-14", date_to: "2026-03-14" },
  });
  expect(requestCompared({ ...today, compare: "off" }, [], MOMENT)).toBeUndefined();
});

test("a running period leaves out what the last compared day has beyond the hour that it is now", () => {
  const findRest = (changes: Partial<View>, moment = MOMENT) => {
    const view: View = { ...VIEW, ...changes };
    return requestRest(view, requestCompared(view, ["base.ctr"], moment), moment);
  };
  const later = Array.from({ length: 21 }, (_, at) => at + 3);
  expect(findRest({ period: "month" })).toMatchObject({
    filter: { date_from: "2026-02-15", date_to: "2026-02-15", hour: later },
    projection: { base: ["ctr", "impressions"] },
    totals: 1,
  });
  expect(findRest({ period: "week" })?.filter).toMatchObject({ date_from: "2026-03-08" });
  expect(findRest({ period: "year" })?.filter).toMatchObject({ date_from: "2025-03-15" });
  expect(findRest({ period: { from: "2026-03-14", to: "2026-03-15" } })?.filter?.date_to).toBe("2026-03-13");
  const leap = { ...MOMENT, now: Date.parse("2028-03-15T02:30:00Z") };
  expect(findRest({ period: "year" }, leap)?.filter).toMatchObject({ date_from: "2027-03-15", hour: later });
  expect(findRest({ period: "month", filters: { hour: [1, 7] } })?.filter?.hour).toEqual([7]);
  expect(findRest({ period: "today" })?.filter).toMatchObject({ date_to: "2026-03-14", hour: later });
  for (const period of ["yesterday", "7d", "last-month"] as const)
    expect(findRest({ period })).toBeUndefined();
  expect(findRest({ period: "month", compare: "off" })).toBeUndefined();
  expect(findRest({ period: "month", filters: { hour: [1] } })).toBeUndefined();
});

test("the hours that are left out are those of the account's days, wherever the reader is", () => {
  const view: View = { ...VIEW, period: "today", timezone: "Asia/Kolkata" };
  const find = (changes: Partial<View>, moment: Moment) => {
    const asked = { ...view, ...changes };
    return requestRest(asked, requestCompared(asked, [], moment), moment);
  };
  const moment: Moment = { ...MOMENT, dayZone: "America/New_York" };
  // 22:30 of the 14th there.
  expect(find({}, moment)).toMatchObject({
    timezone: "America/New_York",
    filter: { date_from: "2026-03-13", hour: [23] },
  });
  // A day of 23 hours, which has no hour 2: at 03:30 the day before has had the hours 0 to 3.
  const short = { ...moment, now: Date.parse("2026-03-08T07:30Z") };
  expect(find({}, short)?.filter?.hour).toEqual(Array.from({ length: 20 }, (_, at) => at + 4));
  // Hours that were chosen are those of the reader's clocks: at 20:30 it is 06:00 there.
  const evening = { ...moment, now: Date.parse("2026-03-15T00:30Z") };
  expect(find({ filters: { hour: [5, 6, 7] } }, evening)).toMatchObject({
    timezone: "Asia/Kolkata",
    filter: { hour: [7] },
  });
});

test("what is left out of a sum is taken off it, and out of a ratio by what it divides by", () => {
  const read = (whole: object, rest: object | undefined, key: string) =>
    readMetricWithout(whole, rest, key, VIEWER);
  const [whole, rest] = [
    { impressions: 300, clicks: 6, ctr: 2, revenue: 0.3 },
    { impressions: 100, clicks: 4, ctr: 4, revenue: 0.3 },
  ];
  expect(read(whole, rest, "base.impressions")).toBe(200);
  expect(read(whole, rest, "base.revenue")).toBe(0);
  expect(read(whole, rest, "base.ctr")).toBeCloseTo(1);
  expect(read(whole, whole, "base.ctr")).toBeUndefined();
  expect(read(whole, { impressions: 0, ctr: 0 }, "base.ctr")).toBe(2);
  expect(read(whole, undefined, "base.ctr")).toBe(2);
});

test("compared days are drawn by the same step as the view's, whatever their number", () => {
  const view: View = { ...VIEW, compare: { from: "2026-01-01", to: "2026-01-01" } };
  expect(requestCompared(view, [], MOMENT)?.group_by).toEqual(["date"]);
});

test("the rows of the page are looked up in the compared days by their values", () => {
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

test("the values of a filter are counted under the other filters", () => {
  const view: View = { ...VIEW, filters: { zone_id: [1], country_iso: ["DEU"] } };
  expect(requestValues(view, "zone_id", MOMENT).filter).toEqual({
    date_from: "2026-03-08",
    date_to: "2026-03-14",
    country_iso: ["DEU"],
  });
});

test("a chart has one point for each step, none for what has not been yet, and marks what is not over", () => {
  const day = { from: "2026-03-15", to: "2026-03-15" };
  const hours = listPoints(createReport("hour", { 0: 4, 2: 1 }), day, "base.clicks", "UTC", MOMENT);
  expect(hours).toHaveLength(24);
  expect(hours.slice(0, 4).map(({ value, isOpen }) => [value, isOpen])).toEqual([
    [4, false],
    [0, false],
    [1, true],
    [undefined, false],
  ]);
  const days = { from: "2026-03-13", to: "2026-03-15" };
  const dates = listPoints(createReport("date", { "2026-03-14": 7 }), days, "base.clicks", "UTC", MOMENT);
  expect(dates.map(({ value, isOpen }) => [value, isOpen])).toEqual([
    [0, false],
    [7, false],
    [0, true],
  ]);
});

test("hours stand in the order in which they came, each with the day that clocks show", () => {
  const day = { from: "2026-03-10", to: "2026-03-10" };
  const report = createReport("hour", { 20: 5 });
  const points = listPoints(report, day, "base.clicks", "America/New_York", MOMENT);
  expect(points[0]).toMatchObject({ hour: 20, day: "2026-03-09", value: 5 });
  expect(points[4]).toMatchObject({ hour: 0, day: "2026-03-10" });
});

test("metrics are read from their blocks", () => {
  const total = { clicks: 2, rtb: { wins: 3 }, goals: { g1: 1 } };
  const read = (key: string) => readMetric(total, key, NETWORK);
  expect(["base.clicks", "rtb.wins", "goals.g1", "video.views"].map(read)).toEqual([2, 3, 1, undefined]);
});

test("a ratio without a divisor says nothing, and is not zero", () => {
  expect(readMetric({ impressions: 0, ctr: 0 }, "base.ctr", VIEWER)).toBeUndefined();
  expect(readMetric({ impressions: 5, ctr: 0 }, "base.ctr", VIEWER)).toBe(0);
  expect(
    requestSeries(VIEW, { from: "2026-03-01", to: "2026-03-02" }, ["base.ctr"], MOMENT).projection,
  ).toEqual({ base: ["ctr", "impressions"] });
});

test("every ratio has a divisor that reports can show", () => {
  const ratios = listMetricKeys(NETWORK).filter((key) => findMetric(key, NETWORK)?.per);
  expect(ratios.length).toBeGreaterThan(20);
  expect(ratios.filter((key) => findDivisors(key, NETWORK).length === 0)).toEqual([]);
});

test("every metric that the interface orders by is found from its column", () => {
  for (const [block, name] of Object.values(ORDER_METRICS))
    expect(findOrderField(`${block}.${name}`)).toBeDefined();
  expect(findOrderField("base.margin")).toBeUndefined();
  expect(findOrderField("goals.ecpa2")).toBe("ecpa2");
});

test("a name that only prototypes have is no metric", () => {
  expect(findMetric("base.constructor", VIEWER)).toBeUndefined();
  expect(findMetric("constructor.name", VIEWER)).toBeUndefined();
});

test("a change is in percent of the value before, and absent where that says nothing", () => {
  expect(computeChange(110, 100)).toMatchObject({ direction: "up", percent: expect.closeTo(10) });
  expect(computeChange(90, 100)).toMatchObject({ direction: "down", percent: expect.closeTo(10) });
  expect(computeChange(100, 100)?.direction).toBe("same");
  const nothing = [computeChange(5, 0), computeChange(5, undefined), computeChange(undefined, 5)];
  expect(nothing).toEqual([undefined, undefined, undefined]);
});

test("groups stand for a filter's value or for a period", () => {
  expect(readGroup("site_id", { id: "10", name: "News" })).toBe(10);
  expect(readGroup("country_iso", { country_iso: "DEU" })).toBe("DEU");
  expect(readGroup("sub", { sub: -4 })).toBe(-4);
  expect(readGroup("week", { week: "2026-W01" })).toEqual({ from: "2025-12-29", to: "2026-01-04" });
  expect(readGroup("month", { month: "2026-02" })).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(readGroup("quarter", { quarter: "2026-Q4" })).toEqual({ from: "2026-10-01", to: "2026-12-31" });
  expect(readGroup("year", { year: 2026 })).toEqual({ from: "2026-01-01", to: "2026-12-31" });
});
