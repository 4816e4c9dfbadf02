import { expect, test } from "vitest";
import { changeOf, nameOfGroup, orderFieldOf, valueOfGroup } from "../../src/dashboard/format.ts";
import {
  type AnyReport,
  exportRequest,
  metricIn,
  metricsIn,
  pointsOf,
  previousRequest,
  seriesRequest,
  tableRequest,
} from "../../src/dashboard/reports.ts";
import { defaultView } from "../../src/dashboard/view.ts";
import { ORDER_METRICS } from "../../src/protocol/statistics.ts";

const NOW = Date.parse("2026-03-15T02:30:00Z");
const VIEW = { ...defaultView("publisher", "UTC"), metrics: ["base.impressions", "rtb.wins"] };

function report(step: "date" | "hour" | "month", values: Record<string, number>): AnyReport {
  const result = Object.entries(values).map(([slot, clicks]) => ({
    group_by: { [step]: { [step]: slot } },
    clicks,
  }));
  return { request_metadata: { count: result.length, limit: 1, offset: 0 }, result };
}

test("the table's request names the metrics that are shown, the order field and the page", () => {
  const view = { ...VIEW, page: 3, rows: 25, sort: { field: "rtb.win_ratio", order: "asc" as const } };
  expect(tableRequest(view, NOW)).toEqual({
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

test("a filter with one value only is sent as one", () => {
  const view = { ...VIEW, filters: { adblock: ["standard"], zone_id: [1, 2] } };
  expect(tableRequest(view, NOW).filter).toMatchObject({ adblock: "standard", zone_id: [1, 2] });
});

test("an export in one answer keeps the table's order; a longer one goes by group, which arriving facts do not change", () => {
  expect(exportRequest(VIEW, 10_000, NOW)).toMatchObject({
    order_by: [{ field: "impressions" }],
    limit: 10_000,
  });
  expect(exportRequest(VIEW, 10_001, NOW)).not.toHaveProperty("order_by");
  expect(exportRequest(VIEW, 10_001, NOW)).not.toHaveProperty("offset");
});

test("a day goes by hour, some months by date, years by month", () => {
  const by = (from: string, to: string) => seriesRequest(VIEW, { from, to }, ["base.clicks"]).group_by;
  expect(by("2026-03-14", "2026-03-14")).toEqual(["hour"]);
  expect(by("2026-03-01", "2026-03-14")).toEqual(["date"]);
  expect(by("2024-01-01", "2026-03-14")).toEqual(["month"]);
});

test("today is compared with yesterday by the same hour, in the view's time zone", () => {
  const today = { ...VIEW, period: "today" as const };
  expect(previousRequest(today, [], NOW).filter).toMatchObject({ date_from: "2026-03-14", hour: [0, 1, 2] });
  const berlin = { ...today, timezone: "Europe/Berlin" };
  expect(previousRequest(berlin, [], NOW).filter).toMatchObject({ hour: [1, 2, 3] });
  expect(previousRequest(VIEW, [], NOW).filter).not.toHaveProperty("hour");
});

test("points: one for each step, nothing where it has not been yet, and what is not over is marked", () => {
  const day = { from: "2026-03-15", to: "2026-03-15" };
  const hours = pointsOf(report("hour", { 0: 4, 2: 1 }), day, "base.clicks", "UTC", NOW);
  expect(hours).toHaveLength(24);
  expect(hours.slice(0, 4).map(({ value, open }) => [value, open])).toEqual([
    [4, false],
    [0, false],
    [1, true],
    [undefined, false],
  ]);
  const days = pointsOf(
    report("date", { "2026-03-14": 7 }),
    { from: "2026-03-13", to: "2026-03-15" },
    "base.clicks",
    "UTC",
    NOW,
  );
  expect(days.map(({ value, open }) => [value, open])).toEqual([
    [0, false],
    [7, false],
    [0, true],
  ]);
});

test("hours stand in the order in which they came, whatever the time zone calls them", () => {
  const day = { from: "2026-03-10", to: "2026-03-10" };
  const points = pointsOf(report("hour", { 20: 5 }), day, "base.clicks", "America/New_York", NOW);
  expect(points[0]).toMatchObject({ short: "20:00", value: 5 });
});

test("metrics are found in their blocks", () => {
  const total = { clicks: 2, rtb: { wins: 3 }, goals: { g1: 1 } };
  expect(metricsIn(total)).toEqual(["base.clicks", "rtb.wins", "goals.g1"]);
  expect(["base.clicks", "rtb.wins", "goals.g1", "video.views"].map((key) => metricIn(total, key))).toEqual([
    2,
    3,
    1,
    undefined,
  ]);
});

test("every metric that the interface orders by is found from its column", () => {
  for (const [block, name] of Object.values(ORDER_METRICS))
    expect(orderFieldOf(`${block}.${name}`)).toBeDefined();
  expect(orderFieldOf("base.revenue")).toBeUndefined();
  expect(orderFieldOf("goals.ecpa2")).toBe("ecpa2");
});

test("changes", () => {
  expect(changeOf(110, 100)).toEqual({ direction: "up", text: "10.0%" });
  expect(changeOf(90, 100)).toEqual({ direction: "down", text: "10.0%" });
  expect(changeOf(100, 100)?.direction).toBe("same");
  expect([changeOf(5, 0), changeOf(5, undefined), changeOf(undefined, 5)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("groups stand for a filter's value or for a period", () => {
  expect(valueOfGroup("site_id", { id: "10", name: "News" })).toBe(10);
  expect(valueOfGroup("country_iso", { country_iso: "DEU" })).toBe("DEU");
  expect(valueOfGroup("week", { week: "2026-W01" })).toEqual({ from: "2025-12-29", to: "2026-01-04" });
  expect(valueOfGroup("month", { month: "2026-02" })).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(valueOfGroup("quarter", { quarter: "2026-Q4" })).toEqual({ from: "2026-10-01", to: "2026-12-31" });
  expect(valueOfGroup("year", { year: 2026 })).toEqual({ from: "2026-01-01", to: "2026-12-31" });
  expect(nameOfGroup("zone_id", { id: 7, name: "" })).toBe("#7");
  expect(nameOfGroup("carrier_id", undefined)).toBeUndefined();
});
