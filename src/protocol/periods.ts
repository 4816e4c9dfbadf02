/** Periods of whole days, by name or by dates, and the days that each is compared with. */
import type { Days } from "./management.ts";

export const PERIOD_NAMES = [
  "today",
  "yesterday",
  "7d",
  "30d",
  "90d",
  "week",
  "month",
  "last-month",
  "year",
] as const;
export type PeriodName = (typeof PERIOD_NAMES)[number];

export type Period = PeriodName | Days;

/** Maximum days of a custom span: more points would not fit a chart. */
export const MAX_DAYS = 3 * 366;

/** Names of comparisons, in the order in which they are offered. */
export const COMPARISON_NAMES = ["previous", "weekday", "year", "off"] as const;

/**
 * `previous`: as many days before; `weekday`: the same weekdays of an earlier week; `year`: the same days a year
 * before; or a custom span.
 */
export type Comparison = (typeof COMPARISON_NAMES)[number] | Days;

// ── Days ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const DAY_MS = 86_400_000;
export const WEEK_DAYS = 7;
const YEAR_ZERO = Date.parse("0000-01-01");

/** Stops at the year 0, before which years have a sign and more digits. */
export function addDays(day: string, days: number): string {
  return new Date(Math.max(YEAR_ZERO, Date.parse(day) + days * DAY_MS)).toISOString().slice(0, 10);
}

/** Counts the days of a span, both ends included. */
export function countDays({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

export function isDay(text: string): boolean {
  const time = Date.parse(text);
  // ISO 8601 years may have more digits and a sign, and engines differ in parsing 30 February.
  return (
    /^\d{4}-/.test(text) && !Number.isNaN(time) && new Date(time).toISOString() === `${text}T00:00:00.000Z`
  );
}

// ── Periods ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Returns the days of a period. The last 7, 30 and 90 days end yesterday, because an incomplete day would look like a
 * drop.
 */
export function findSpan(period: Period, today: string): Days {
  switch (period) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case "7d":
      return { from: addDays(today, -7), to: addDays(today, -1) };
    case "30d":
      return { from: addDays(today, -30), to: addDays(today, -1) };
    case "90d":
      return { from: addDays(today, -90), to: addDays(today, -1) };
    case "week":
      return { from: addDays(today, -getWeekday(today)), to: today };
    case "month":
      return { from: startMonth(today), to: today };
    case "last-month":
      return findMonthBefore(today);
    case "year":
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    default:
      return period;
  }
}

function startMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

export function findMonthBefore(day: string): Days {
  const to = addDays(startMonth(day), -1);
  return { from: startMonth(to), to };
}

/** Monday is 0, as in ISO 8601. */
export function getWeekday(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

// ── Comparisons ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Returns the days that a period is compared with; undefined without comparison. */
export function findComparedSpan(period: Period, comparison: Comparison, today: string): Days | undefined {
  if (comparison === "off") return undefined;
  if (typeof comparison === "object") return comparison;
  const span = findSpan(period, today);
  if (comparison === "year") return findSpanYearBefore(span);
  return comparison === "weekday" ? findWeekdaysBefore(span) : findPreviousSpan(period, today);
}

/** Moves a span back by whole weeks, as few as avoid an overlap. */
function findWeekdaysBefore(span: Days): Days {
  const days = Math.ceil(countDays(span) / WEEK_DAYS) * WEEK_DAYS;
  return { from: addDays(span.from, -days), to: addDays(span.to, -days) };
}

function findSpanYearBefore({ from, to }: Days): Days {
  return { from: addYears(from, -1), to: addYears(to, -1) };
}

/** Compares years with years, months with months and weeks with weeks, over as many days as have passed. */
export function findPreviousSpan(period: Period, today: string): Days {
  const span = findSpan(period, today);
  const days = countDays(span);
  if (period === "year") return findSpanYearBefore(span);
  if (period === "last-month") return findMonthBefore(span.from);
  if (period === "week") return { from: addDays(span.from, -7), to: addDays(span.to, -7) };
  if (period === "month") {
    const before = findMonthBefore(span.from);
    return { from: before.from, to: addDays(before.from, Math.min(days, countDays(before)) - 1) };
  }
  return { from: addDays(span.from, -days), to: addDays(span.from, -1) };
}

/** 29 February becomes 28 February. */
function addYears(day: string, years: number): string {
  const year = Math.max(0, Number(day.slice(0, 4)) + years);
  const moved = `${year}${day.slice(4)}`.padStart(10, "0");
  return isDay(moved) ? moved : `${moved.slice(0, 8)}28`;
}
