import { expect, test } from "vitest";
import {
  type Comparison,
  countDays,
  findComparedSpan,
  findSpan,
  findToday,
  listHours,
  type Period,
  readPeriod,
  startDay,
  writePeriod,
} from "../../src/dashboard/period.ts";

const TODAY = "2026-03-15";

test.each<[Period, string, string]>([
  ["today", "2026-03-15..2026-03-15", "2026-03-14..2026-03-14"],
  ["yesterday", "2026-03-14..2026-03-14", "2026-03-13..2026-03-13"],
  ["7d", "2026-03-08..2026-03-14", "2026-03-01..2026-03-07"],
  ["30d", "2026-02-13..2026-03-14", "2026-01-14..2026-02-12"],
  ["90d", "2025-12-15..2026-03-14", "2025-09-16..2025-12-14"],
  ["week", "2026-03-09..2026-03-15", "2026-03-02..2026-03-08"],
  ["month", "2026-03-01..2026-03-15", "2026-02-01..2026-02-15"],
  ["last-month", "2026-02-01..2026-02-28", "2026-01-01..2026-01-31"],
  ["year", "2026-01-01..2026-03-15", "2025-01-01..2025-03-15"],
  [{ from: "2025-12-30", to: "2026-01-02" }, "2025-12-30..2026-01-02", "2025-12-26..2025-12-29"],
])("the period %j is the days %s, compared with %s", (period, span, previous) => {
  expect(writePeriod(findSpan(period, TODAY))).toBe(span);
  expect(findComparedSpan(period, "previous", TODAY)).toEqual(readPeriod(previous));
});

test.each<[Period, Comparison, string | undefined]>([
  ["7d", "year", "2025-03-08..2025-03-14"],
  [{ from: "2024-02-29", to: "2024-03-01" }, "year", "2023-02-28..2023-03-01"],
  ["7d", { from: "2026-01-01", to: "2026-01-07" }, "2026-01-01..2026-01-07"],
  ["7d", "off", undefined],
])("the period %j with the comparison %j is compared with %s", (period, comparison, compared) => {
  const span = findComparedSpan(period, comparison, TODAY);
  expect(span && writePeriod(span)).toBe(compared);
});

test("a month is compared with no more days than the month before has", () => {
  const compared = findComparedSpan("month", "previous", "2026-03-31");
  expect(compared).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(findSpan("last-month", "2026-01-05")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
});

test.each(["today", "7d", "last-month", "2026-01-01..2026-01-01", "2024-02-29..2026-02-28"])(
  "the period %s reads and writes the same",
  (text) => {
    expect(writePeriod(readPeriod(text) ?? "today")).toBe(text);
  },
);

test.each([
  "",
  "8d",
  "2026-02-30..2026-03-01",
  "2026-03-02..2026-03-01",
  "2020-01-01..2026-01-01",
  "2026-01-01",
])("%j is no period", (text) => {
  expect(readPeriod(text)).toBeUndefined();
});

const listClockHours = (...zones: [string, string, string]) => listHours(...zones).map(({ hour }) => hour);

test("the hours of a day of UTC come in the order in which clocks elsewhere show them", () => {
  expect(listClockHours("2026-01-10", "UTC", "UTC")).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
  expect(listClockHours("2026-01-10", "UTC", "America/New_York").slice(0, 6)).toEqual([
    19, 20, 21, 22, 23, 0,
  ]);
  expect(listClockHours("2026-07-10", "UTC", "America/New_York").slice(0, 5)).toEqual([20, 21, 22, 23, 0]);
});

test("a day in a time zone has the hours from its midnight to the next, also when clocks change", () => {
  const start = startDay("2026-03-29", "Europe/Berlin");
  expect(new Date(start).toISOString()).toBe("2026-03-28T23:00:00.000Z");
  const forward = listClockHours("2026-03-29", "Europe/Berlin", "Europe/Berlin");
  expect([forward.length, forward.includes(2)]).toEqual([23, false]);
  // Two o'clock comes twice, and reports count both as one hour.
  expect(listClockHours("2026-10-25", "Europe/Berlin", "Europe/Berlin")).toHaveLength(24);
});

test("where zones are half an hour apart, hours begin when the clocks of hours show full ones", () => {
  const hours = listHours("2026-01-10", "UTC", "Asia/Kolkata");
  expect(
    hours.slice(0, 3).map(({ starts, hour }) => [new Date(starts).toISOString().slice(11, 16), hour]),
  ).toEqual([
    ["00:00", 5],
    ["00:30", 6],
    ["01:30", 7],
  ]);
  expect(hours).toHaveLength(24);
});

test("today is the day that clocks in the time zone show", () => {
  const now = Date.parse("2026-03-15T23:30:00Z");
  expect(findToday(now, "UTC")).toBe("2026-03-15");
  expect(findToday(now, "Asia/Tokyo")).toBe("2026-03-16");
  expect(findToday(now, "America/Los_Angeles")).toBe("2026-03-15");
});

test("the length of a span is in days, across a change of clocks too", () => {
  expect(countDays({ from: "2026-03-28", to: "2026-03-30" })).toBe(3);
});
