import { expect, test } from "vitest";
import { hasSamePoints } from "../../../../src/dashboard/reports/chart/plot.ts";
import { listPoints } from "../../../../src/dashboard/reports/chart/series.ts";
import type { Moment, Report } from "../../../../src/dashboard/reports/requests.ts";
import type { Viewer } from "../../../../src/protocol/statistics.ts";

const NOW = Date.parse("2026-03-15T02:30:00Z");
const VIEWER: Viewer = { kind: "publisher", role: "publisher", goals: 0 };
const MOMENT: Moment = { viewer: VIEWER, now: NOW, timezone: "UTC", dataFrom: "" };

function createReport(step: "date" | "hour" | "week" | "month", values: Record<string, number>): Report {
  const result = Object.entries(values).map(([slot, clicks]) => ({
    group_by: { [step]: { [step]: slot } },
    clicks,
  }));
  return { request_metadata: { count: result.length, limit: 1, offset: 0, date_timezone: "UTC" }, result };
}

test("a chart has one point per step and marks the current step as open", () => {
  const day = { from: "2026-03-15", to: "2026-03-15" };
  const hours = listPoints(createReport("hour", { 0: 4, 2: 1 }), day, "base.clicks", MOMENT);
  expect(hours).toHaveLength(24);
  expect(hours.slice(0, 4).map(({ value, isOpen }) => [value, isOpen])).toEqual([
    [4, false],
    [0, false],
    [1, true],
    [undefined, false],
  ]);
  const days = { from: "2026-03-13", to: "2026-03-15" };
  const dates = listPoints(createReport("date", { "2026-03-14": 7 }), days, "base.clicks", MOMENT);
  expect(dates.map(({ value, isOpen }) => [value, isOpen])).toEqual([
    [0, false],
    [7, false],
    [0, true],
  ]);
});

test("hourly points follow the account's time zone, even on a day of 23 hours", () => {
  const day = { from: "2026-03-08", to: "2026-03-08" };
  const moment = { ...MOMENT, timezone: "America/New_York" };
  const points = listPoints(createReport("hour", { 3: 5 }), day, "base.clicks", moment);
  expect(points).toHaveLength(23);
  expect(points[2]).toMatchObject({ hour: 3, day: "2026-03-08", value: 5 });
});

test("a monthly chart has one point per month and marks the current month as open", () => {
  const report = createReport("month", { "2026-02": 7 });
  const span = { from: "2026-01-10", to: "2026-04-02" };
  expect(listPoints(report, span, "base.clicks", MOMENT, "month")).toEqual([
    { step: "month", day: "2026-01", value: 0, isOpen: false },
    { step: "month", day: "2026-02", value: 7, isOpen: false },
    { step: "month", day: "2026-03", value: 0, isOpen: true },
    { step: "month", day: "2026-04", value: undefined, isOpen: false },
  ]);
});

test("days after today in the account's time zone have no value", () => {
  const span = { from: "2026-03-14", to: "2026-03-16" };
  const read = (timezone: string) =>
    listPoints(createReport("date", { "2026-03-16": 9 }), span, "base.clicks", { ...MOMENT, timezone });
  expect(read("UTC")).toEqual([
    { step: "date", day: "2026-03-14", value: 0, isOpen: false },
    { step: "date", day: "2026-03-15", value: 0, isOpen: true },
    { step: "date", day: "2026-03-16", value: undefined, isOpen: false },
  ]);
  expect(read("America/New_York").map(({ isOpen }) => isOpen)).toEqual([true, false, false]);
});

test("a ratio has no value where nothing was counted", () => {
  const span = { from: "2026-03-12", to: "2026-03-13" };
  const points = listPoints(createReport("date", {}), span, "base.ctr", MOMENT);
  expect(points.map(({ value }) => value)).toEqual([undefined, undefined]);
});

test.each([
  ["2026-03-15T01:59:59.999Z", 1],
  ["2026-03-15T02:00:00.000Z", 2],
  ["2026-03-15T23:30:00.000Z", 23],
])(
  "at %s the hour %i is unfinished, earlier ones are complete and later ones have no value",
  (time, open) => {
    const day = { from: "2026-03-15", to: "2026-03-15" };
    const moment = { ...MOMENT, now: Date.parse(time) };
    const points = listPoints(createReport("hour", {}), day, "base.clicks", moment);
    expect(points.map(({ hour, value, isOpen }) => [hour, value, isOpen])).toEqual(
      Array.from({ length: 24 }, (_, hour) => [hour, hour > open ? undefined : 0, hour === open]),
    );
  },
);

test("a past day has no unfinished hour", () => {
  const day = { from: "2026-03-14", to: "2026-03-14" };
  const moment = { ...MOMENT, now: Date.parse("2026-03-15T00:00:00Z") };
  const points = listPoints(createReport("hour", {}), day, "base.clicks", moment);
  expect(points.filter(({ isOpen }) => isOpen)).toEqual([]);
});

test("points before the first day with data are gaps; later points without data are zero", () => {
  const read = (step: "date" | "hour" | "month", from: string, to: string, values: Record<string, number>) =>
    listPoints(
      createReport(step, values),
      { from, to },
      "base.clicks",
      { ...MOMENT, dataFrom: "2026-03-12" },
      step,
    ).map(({ value }) => value);
  expect(read("date", "2026-03-10", "2026-03-14", { "2026-03-13": 7 })).toEqual([
    ...[undefined, undefined, 0, 7, 0],
  ]);
  expect(read("month", "2026-02-01", "2026-03-14", {})).toEqual([undefined, 0]);
  expect(new Set(read("hour", "2026-03-11", "2026-03-11", {}))).toEqual(new Set([undefined]));
  expect(new Set(read("hour", "2026-03-12", "2026-03-12", {}))).toEqual(new Set([0]));
});

test("a weekly chart has one point per ISO week, cut at the ends of the span", () => {
  const report = createReport("week", { "2026-W10": 7, "2026-W11": 1 });
  const span = { from: "2026-02-25", to: "2026-03-17" };
  expect(listPoints(report, span, "base.clicks", MOMENT, "week")).toEqual([
    { step: "week", day: "2026-02-25", to: "2026-03-01", value: 0, isOpen: false },
    { step: "week", day: "2026-03-02", to: "2026-03-08", value: 7, isOpen: false },
    { step: "week", day: "2026-03-09", to: "2026-03-15", value: 1, isOpen: true },
    { step: "week", day: "2026-03-16", to: "2026-03-17", value: undefined, isOpen: false },
  ]);
  // The week in which the data begins is not a gap.
  const read = (dataFrom: string) =>
    listPoints(report, span, "base.clicks", { ...MOMENT, dataFrom }, "week").map(({ value }) => value);
  expect(read("2026-03-01")[0]).toBe(0);
  expect(read("2026-03-02")[0]).toBe(undefined);
});

test("lines have the same points while only their values change, and others in another period", () => {
  const list = (from: string, to: string, values: Record<string, number> = {}) =>
    listPoints(createReport("date", values), { from, to }, "base.clicks", MOMENT);
  const week = list("2026-03-01", "2026-03-07");
  expect(hasSamePoints(week, list("2026-03-01", "2026-03-07", { "2026-03-02": 7 }))).toBe(true);
  expect(hasSamePoints(week, list("2026-03-03", "2026-03-05"))).toBe(false);
  expect(hasSamePoints(week, list("2026-03-02", "2026-03-08"))).toBe(false);
  const hours = (day: string) =>
    listPoints(createReport("hour", {}), { from: day, to: day }, "base.clicks", MOMENT);
  expect(hasSamePoints(hours("2026-03-01"), hours("2026-03-02"))).toBe(false);
  expect(hasSamePoints([], [])).toBe(true);
});
