import { expect, test } from "vitest";
import { COMPARISON_NAMES, findComparedSpan } from "../../../src/dashboard/reports/comparedPeriod.ts";
import {
  addDays,
  clipSpan,
  computeTimeOfDay,
  countDays,
  findEarlier,
  findLater,
  findMonthsSpan,
  findToday,
  findWeekSpan,
  isDay,
  isWithin,
  listDays,
  listHours,
  MAX_DAYS,
  parsePeriod,
  parseSpan,
  startDay,
  writePeriod,
} from "../../../src/dashboard/reports/period.ts";

const TODAY = "2026-03-15";

test.each(["today", "7d", "last-month", "2026-01-01..2026-01-01", "2024-02-29..2026-02-28"])(
  "the period %s is unchanged by reading and writing it",
  (text) => {
    expect(writePeriod(parsePeriod(text) ?? "today")).toBe(text);
  },
);

test.each([
  "",
  "8d",
  "2026-02-30..2026-03-01",
  "2026-03-02..2026-03-01",
  "2020-01-01..2026-01-01",
  "2026-01-01",
  "2026-01-01..2026-01-32",
  "2026-01-01.2026-01-02",
  "2026-01-01..2026-01-02..2026-01-03",
  "..",
  "2026-01-01..",
  "..2026-01-02",
  "x2026-01-01..2026-01-02",
])("%j is not a period", (text) => {
  expect(parsePeriod(text)).toBeUndefined();
});

test("a span of up to 1098 days is read; a longer one is refused", () => {
  const span = (days: number) => ({ from: "2024-01-01", to: addDays("2024-01-01", days - 1) });
  expect(parseSpan(writePeriod(span(MAX_DAYS)))).toEqual(span(MAX_DAYS));
  expect(parseSpan(writePeriod(span(MAX_DAYS + 1)))).toBe(undefined);
  expect(MAX_DAYS).toBe(1098);
});

test.each([
  ...["", "2026", "2026-02", "2026-2-1", "2026-02-30", "2026-13-01", "2026-01-01T00:00Z", "x2026-01-01"],
  ...["2026-01-01 ", "+002026-01-01", "-000001-01-01", "+012026-01", "20260101", "Jan 1, 2026"],
])("%j is not a day", (text) => {
  expect(isDay(text)).toBe(false);
});

test("day arithmetic crosses month ends and leap days", () => {
  expect(["2026-01-01", "2024-02-29", "1999-12-31"].map(isDay)).toEqual([true, true, true]);
  expect([addDays("2024-02-28", 1), addDays("2026-01-01", -1)]).toEqual(["2024-02-29", "2025-12-31"]);
  expect(listDays({ from: "2026-02-27", to: "2026-03-01" })).toEqual([
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
  ]);
});

test.each([
  ["2026-03-03..2026-03-05", "2026-03-03..2026-03-05", true],
  ["2026-03-01..2026-03-10", "2026-03-01..2026-03-10", true],
  ["2026-02-28..2026-03-05", "2026-03-01..2026-03-05", false],
  ["2026-03-05..2026-03-11", "2026-03-05..2026-03-10", false],
  ["2026-02-20..2026-03-20", "2026-03-01..2026-03-10", false],
  ["2026-02-20..2026-03-01", "2026-03-01..2026-03-01", false],
  ["2026-03-10..2026-03-20", "2026-03-10..2026-03-10", false],
  ["2026-02-01..2026-02-28", "2026-03-01..2026-03-10", false],
  ["2026-03-11..2026-03-20", "2026-03-01..2026-03-10", false],
])("clipping %s to 1–10 March gives %s; the span lies within these days: %s", (text, clipped, isAll) => {
  const limit = { from: "2026-03-01", to: "2026-03-10" };
  const span = parseSpan(text) ?? limit;
  expect([writePeriod(clipSpan(span, limit)), isWithin(span, limit)]).toEqual([clipped, isAll]);
});

test("the earlier and the later of two days are found", () => {
  const days = ["2026-01-31", "2026-02-01"] as const;
  expect([findEarlier(...days), findLater(...days)]).toEqual(days);
  expect([findEarlier(days[1], days[0]), findLater(days[1], days[0])]).toEqual(days);
});

test.each([
  ["2026-W01", "2025-12-29..2026-01-04"],
  ["2026-W47", "2026-11-16..2026-11-22"],
  ["2026-W53", "2026-12-28..2027-01-03"],
  ["2027-W01", "2027-01-04..2027-01-10"],
  ["2024-W01", "2024-01-01..2024-01-07"],
])("the ISO week %s is %s", (week, span) => {
  expect(writePeriod(findWeekSpan(week))).toBe(span);
});

test.each([
  ["2026-02", 1, "2026-02-01..2026-02-28"],
  ["2026-10", 3, "2026-10-01..2026-12-31"],
  ["2024-01", 2, "2024-01-01..2024-02-29"],
])("from the month %s on, %i months are %s", (month, months, span) => {
  expect(writePeriod(findMonthsSpan(month, months))).toBe(span);
});

test.each([
  ["2026-01-10T00:00:30.250Z", "UTC", "00:00:30.250"],
  ["2026-01-10T23:59:59.999Z", "Asia/Kolkata", "05:29:59.999"],
  ["2026-01-10T02:00:00.001Z", "America/New_York", "21:00:00.001"],
  ["2026-07-10T02:00:00.000Z", "America/New_York", "22:00:00.000"],
  ["1969-12-31T23:00:00.000Z", "UTC", "23:00:00.000"],
  ["1969-12-30T23:00:00.000Z", "Asia/Tokyo", "08:00:00.000"],
])("at %s clocks in %s show %s", (time, timezone, clock) => {
  const shown = computeTimeOfDay(Date.parse(time), timezone);
  expect(new Date(shown).toISOString()).toBe(`1970-01-01T${clock}Z`);
});

test.each([
  ["2026-03-15", "UTC", "2026-03-15T00:00Z"],
  ["2026-03-15", "Asia/Kolkata", "2026-03-14T18:30Z"],
  ["2026-03-08", "America/New_York", "2026-03-08T05:00Z"],
  ["2026-03-09", "America/New_York", "2026-03-09T04:00Z"],
  // Clocks go back at 03:00 local time, which is 14:00 UTC on the day before.
  ["2026-04-05", "Pacific/Auckland", "2026-04-04T11:00Z"],
  ["2026-04-06", "Pacific/Auckland", "2026-04-05T12:00Z"],
])("the day %s begins in %s at %s", (day, timezone, start) => {
  expect(startDay(day, timezone)).toBe(Date.parse(start));
});

const listClockHours = (day: string, timezone: string) => listHours(day, timezone).map(({ hour }) => hour);

test("the hours of a day run from midnight to midnight in its time zone, even when clocks change", () => {
  const start = startDay("2026-03-29", "Europe/Berlin");
  expect(new Date(start).toISOString()).toBe("2026-03-28T23:00:00.000Z");
  const forward = listClockHours("2026-03-29", "Europe/Berlin");
  expect([forward.length, forward.includes(2)]).toEqual([23, false]);
  // 02:00 occurs twice; reports count both as one hour.
  expect(listClockHours("2026-10-25", "Europe/Berlin")).toHaveLength(24);
  expect(listClockHours("2026-01-10", "UTC")).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
});

test("hours begin on the hour in local time, even after a clock change of half an hour", () => {
  const hours = listHours("2026-10-04", "Australia/Lord_Howe");
  expect(
    hours.slice(0, 4).map(({ starts, hour }) => [new Date(starts).toISOString().slice(11, 16), hour]),
  ).toEqual([
    ["13:30", 0],
    ["14:30", 1],
    ["15:30", 2],
    ["16:00", 3],
  ]);
  expect(hours).toHaveLength(24);
});

test("today is the current day in the given time zone", () => {
  const now = Date.parse("2026-03-15T23:30:00Z");
  expect(findToday(now, "UTC")).toBe("2026-03-15");
  expect(findToday(now, "Asia/Tokyo")).toBe("2026-03-16");
  expect(findToday(now, "America/Los_Angeles")).toBe("2026-03-15");
});

test("a span across a clock change is counted in calendar days", () => {
  expect(countDays({ from: "2026-03-28", to: "2026-03-30" })).toBe(3);
});

test.each(["0000-01-01", "0026-11-01", "9999-12-01"])(
  "a period from the extreme date %s can be compared and split into hours",
  (from) => {
    const span = { from, to: addDays(from, 30) };
    expect(parsePeriod(writePeriod(span))).toEqual(span);
    for (const name of COMPARISON_NAMES) {
      const compared = findComparedSpan(span, name, TODAY) ?? span;
      expect([compared.from, compared.to].map(isDay)).toEqual([true, true]);
    }
    for (const timezone of ["UTC", "Europe/Berlin", "America/New_York"]) {
      expect(Math.abs(startDay(from, timezone) - Date.parse(from))).toBeLessThan(24 * 3_600_000);
      expect(listHours(from, timezone)).toHaveLength(24);
    }
  },
);
