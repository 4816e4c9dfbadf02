import { expect, test } from "vitest";
import {
  hoursBegun,
  hoursOf,
  lengthOf,
  type Period,
  previousOf,
  readPeriod,
  spanOf,
  writePeriod,
} from "../../src/dashboard/period.ts";

const NOW = "2026-03-15";

test.each<[Period, string, string]>([
  ["today", "2026-03-15..2026-03-15", "2026-03-14..2026-03-14"],
  ["yesterday", "2026-03-14..2026-03-14", "2026-03-13..2026-03-13"],
  ["7d", "2026-03-08..2026-03-14", "2026-03-01..2026-03-07"],
  ["30d", "2026-02-13..2026-03-14", "2026-01-14..2026-02-12"],
  ["month", "2026-03-01..2026-03-15", "2026-02-01..2026-02-15"],
  ["last-month", "2026-02-01..2026-02-28", "2026-01-01..2026-01-31"],
  [{ from: "2025-12-30", to: "2026-01-02" }, "2025-12-30..2026-01-02", "2025-12-26..2025-12-29"],
])("%j is %s, compared with %s", (period, span, previous) => {
  expect(writePeriod(spanOf(period, NOW))).toBe(span);
  expect(writePeriod(previousOf(period, NOW))).toBe(previous);
});

test("a month is compared with no more days than the month before has", () => {
  expect(previousOf("month", "2026-03-31")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(spanOf("last-month", "2026-01-05")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
});

test.each(["today", "7d", "last-month", "2026-01-01..2026-01-01", "2024-02-29..2026-02-28"])(
  "%s reads and writes the same",
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

test("the hours of a UTC day, as clocks elsewhere show them", () => {
  expect(hoursOf("2026-01-10", "UTC")).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
  expect(hoursOf("2026-01-10", "America/New_York").slice(0, 6)).toEqual([19, 20, 21, 22, 23, 0]);
  expect(hoursOf("2026-07-10", "America/New_York").slice(0, 5)).toEqual([20, 21, 22, 23, 0]);
});

test("hours begun", () => {
  expect(hoursBegun(NOW, Date.parse(`${NOW}T00:00:01Z`))).toBe(1);
  expect(hoursBegun(NOW, Date.parse(`${NOW}T23:59:59Z`))).toBe(24);
  expect(hoursBegun(NOW, Date.parse("2026-03-14T23:00Z"))).toBe(0);
  expect(hoursBegun(NOW, Date.parse("2026-03-20T00:00Z"))).toBe(24);
});

test("the length of a span is in days, across a change of clocks too", () => {
  expect(lengthOf({ from: "2026-03-28", to: "2026-03-30" })).toBe(3);
});
