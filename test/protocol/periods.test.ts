import { expect, test } from "vitest";
import type { Days } from "../../src/protocol/management.ts";
import {
  addDays,
  type Comparison,
  countDays,
  findComparedSpan,
  findSpan,
  isDay,
  type Period,
} from "../../src/protocol/periods.ts";

function write(days: Days | undefined): string | undefined {
  return days && `${days.from}..${days.to}`;
}

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
])("the period %j covers the days %s and is compared with %s", (period, span, previous) => {
  expect(write(findSpan(period, TODAY))).toBe(span);
  expect(write(findComparedSpan(period, "previous", TODAY))).toBe(previous);
});

test.each<[Period, Comparison, string | undefined]>([
  ["7d", "year", "2025-03-08..2025-03-14"],
  ["today", "weekday", "2026-03-08..2026-03-08"],
  ["7d", "weekday", "2026-03-01..2026-03-07"],
  ["month", "weekday", "2026-02-08..2026-02-22"],
  [{ from: "2024-02-29", to: "2024-03-01" }, "year", "2023-02-28..2023-03-01"],
  ["7d", { from: "2026-01-01", to: "2026-01-07" }, "2026-01-01..2026-01-07"],
  ["7d", "off", undefined],
  ["year", "year", "2025-01-01..2025-03-15"],
  ["month", "year", "2025-03-01..2025-03-15"],
  ["today", "year", "2025-03-15..2025-03-15"],
])("the period %j with the comparison %j is compared with %s", (period, comparison, compared) => {
  expect(write(findComparedSpan(period, comparison, TODAY))).toBe(compared);
});

test("the comparison of a month ends at the last day of a shorter previous month", () => {
  const compared = findComparedSpan("month", "previous", "2026-03-31");
  expect(compared).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(findSpan("last-month", "2026-01-05")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  expect(findComparedSpan("month", "previous", "2026-03-28")).toEqual({
    from: "2026-02-01",
    to: "2026-02-28",
  });
  expect(findComparedSpan("month", "previous", "2026-03-01")).toEqual({
    from: "2026-02-01",
    to: "2026-02-01",
  });
});

test.each([
  ["2026-03-16", "2026-03-16", "2026-03-09..2026-03-09"],
  ["2026-03-18", "2026-03-16", "2026-03-09..2026-03-11"],
  ["2026-03-22", "2026-03-16", "2026-03-09..2026-03-15"],
])("on %s the week begins on Monday, %s, and is compared with %s", (today, monday, compared) => {
  expect(findSpan("week", today)).toEqual({ from: monday, to: today });
  expect(write(findComparedSpan("week", "previous", today))).toBe(compared);
});

test("days of leap years, ends of years and impossible days", () => {
  expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  expect(addDays("0000-01-01", -1)).toBe("0000-01-01");
  expect(countDays({ from: "2024-02-28", to: "2024-03-01" })).toBe(3);
  expect(["2026-02-28", "2026-02-30", "+02026-01-01", "2026-1-1", "day"].map(isDay)).toEqual([
    ...[true, false, false, false, false],
  ]);
});
