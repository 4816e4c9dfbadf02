import { expect, test } from "vitest";
import type { Moment, Report } from "../../src/dashboard/reports.ts";
import { listPoints } from "../../src/dashboard/series.ts";
import type { Viewer } from "../../src/protocol/statistics.ts";

const NOW = Date.parse("2026-03-15T02:30:00Z");
const VIEWER: Viewer = { kind: "publisher", role: "publisher", goals: 0 };
const MOMENT: Moment = { viewer: VIEWER, now: NOW, dayZone: "UTC" };

function createReport(step: "date" | "hour" | "month", values: Record<string, number>): Report {
  const result = Object.entries(values).map(([slot, clicks]) => ({
    group_by: { [step]: { [step]: slot } },
    clicks,
  }));
  return { request_metadata: { count: result.length, limit: 1, offset: 0, date_timezone: "UTC" }, result };
}

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

test("a chart by month has one point for each month, the running one marked", () => {
  const report = createReport("month", { "2026-02": 7 });
  const span = { from: "2026-01-10", to: "2026-04-02" };
  expect(listPoints(report, span, "base.clicks", "UTC", MOMENT, "month")).toEqual([
    { step: "month", day: "2026-01", value: 0, isOpen: false },
    { step: "month", day: "2026-02", value: 7, isOpen: false },
    { step: "month", day: "2026-03", value: 0, isOpen: true },
    { step: "month", day: "2026-04", value: undefined, isOpen: false },
  ]);
});

test("days that have not been yet have no value, and today is that of the account's time zone", () => {
  const span = { from: "2026-03-14", to: "2026-03-16" };
  const read = (dayZone: string) =>
    listPoints(createReport("date", { "2026-03-16": 9 }), span, "base.clicks", "UTC", { ...MOMENT, dayZone });
  expect(read("UTC")).toEqual([
    { step: "date", day: "2026-03-14", value: 0, isOpen: false },
    { step: "date", day: "2026-03-15", value: 0, isOpen: true },
    { step: "date", day: "2026-03-16", value: undefined, isOpen: false },
  ]);
  expect(read("America/New_York").map(({ isOpen }) => isOpen)).toEqual([true, false, false]);
});

test("a ratio has no value where nothing was counted", () => {
  const span = { from: "2026-03-12", to: "2026-03-13" };
  const points = listPoints(createReport("date", {}), span, "base.ctr", "UTC", MOMENT);
  expect(points.map(({ value }) => value)).toEqual([undefined, undefined]);
});

test.each([
  ["2026-03-15T01:59:59.999Z", 1],
  ["2026-03-15T02:00:00.000Z", 2],
  ["2026-03-15T23:30:00.000Z", 23],
])(
  "at %s the hour %i is still counting, those before are over and those after have no value",
  (time, open) => {
    const day = { from: "2026-03-15", to: "2026-03-15" };
    const moment = { ...MOMENT, now: Date.parse(time) };
    const points = listPoints(createReport("hour", {}), day, "base.clicks", "UTC", moment);
    expect(points.map(({ hour, value, isOpen }) => [hour, value, isOpen])).toEqual(
      Array.from({ length: 24 }, (_, hour) => [hour, hour > open ? undefined : 0, hour === open]),
    );
  },
);

test("no hour of a day that is over is still counting", () => {
  const day = { from: "2026-03-14", to: "2026-03-14" };
  const moment = { ...MOMENT, now: Date.parse("2026-03-15T00:00:00Z") };
  const points = listPoints(createReport("hour", {}), day, "base.clicks", "UTC", moment);
  expect(points.filter(({ isOpen }) => isOpen)).toEqual([]);
});
