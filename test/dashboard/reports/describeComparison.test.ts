import { expect, test } from "vitest";
import { findComparedSpan } from "../../../src/dashboard/reports/comparedPeriod.ts";
import { describeComparison } from "../../../src/dashboard/reports/describeComparison.ts";
import { findSpan, type PeriodName } from "../../../src/dashboard/reports/period.ts";
import type { Moment } from "../../../src/dashboard/reports/requests.ts";
import { createLocale, ENGLISH } from "../../../src/dashboard/texts/locale.ts";

const LOCALE = createLocale(ENGLISH, "USD", ["en-GB"]);
const MOMENT: Moment = {
  viewer: { kind: "publisher", role: "publisher", goals: 0 },
  now: Date.parse("2026-03-15T14:30:00Z"),
  timezone: "UTC",
  dataFrom: "",
};

function describe(period: PeriodName, compare: "previous" | "weekday" | "year", changes: Partial<Moment>) {
  const moment = { ...MOMENT, ...changes };
  const today = new Date(moment.now).toISOString().slice(0, 10);
  const compared = findComparedSpan(period, compare, today);
  if (!compared) throw new Error("There are compared days.");
  return describeComparison(findSpan(period, today), compared, moment, LOCALE);
}

const at = (time: string) => ({ now: Date.parse(`2026-03-15T${time}Z`) });

test.each([
  ["today", "previous", "14:30", "vs Sat until 14:00"],
  ["today", "weekday", "14:30", "vs 8 Mar until 14:00"],
  ["today", "year", "01:00", "vs 15 Mar until 01:00"],
  ["yesterday", "previous", "14:30", "vs Fri"],
  ["7d", "previous", "14:30", "vs 1\u20137 Mar"],
  ["7d", "weekday", "14:30", "vs 1\u20137 Mar"],
  ["month", "previous", "14:30", "vs 1\u201315 Feb until 14:00"],
  // In the first hour of today, both sides end at midnight.
  ["month", "previous", "00:30", "vs 1\u201314 Feb"],
] as const)("the comparison of the period %s with %s at %s reads %s", (period, compare, time, words) => {
  const { against, obstacle } = describe(period, compare, at(time));
  expect([against.replace(/\u2009/g, ""), obstacle]).toEqual([words, undefined]);
});

test("in the first hour of today there is nothing to compare yet", () => {
  const words = { against: "", obstacle: "nothing to compare yet" };
  expect(describe("today", "previous", at("00:59:59.999"))).toEqual(words);
  expect(describe("today", "previous", at("01:00"))).not.toHaveProperty("obstacle");
});

test.each([
  ["2026-03-14", undefined],
  ["2026-03-15", "No data before 15 Mar"],
  ["2025-11-03", undefined],
] as const)(
  "today is compared with yesterday unless the data begins after yesterday: %s",
  (dataFrom, obstacle) => {
    expect(describe("today", "previous", { dataFrom }).obstacle).toBe(obstacle);
  },
);

test("if the compared period begins before the data, a note names the first day with data", () => {
  expect(describe("month", "previous", { dataFrom: "2026-02-02" }).obstacle).toBe("No data before 2 Feb");
  expect(describe("month", "previous", { dataFrom: "2026-02-01" }).obstacle).toBe(undefined);
  expect(describe("year", "year", { dataFrom: "2025-11-03" }).obstacle).toBe("No data before 3 Nov 2025");
});
