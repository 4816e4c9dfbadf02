/** Comparisons, the days that each compares a period with, and the hour at which both sides of a comparison end. */
import {
  addDays,
  computeTimeOfDay,
  countDays,
  findMonthBefore,
  findSpan,
  findToday,
  HOUR_MS,
  isDay,
  type Period,
  parseSpan,
  type Span,
  WEEK_DAYS,
  type ZonedTime,
} from "./period.ts";

/** Names of comparisons, in the order in which they are offered. */
export const COMPARISON_NAMES = ["previous", "weekday", "year", "off"] as const;

/**
 * `previous`: as many days before; `weekday`: the same weekdays of an earlier week; `year`: the same days a year
 * before; or a custom span.
 */
export type Comparison = (typeof COMPARISON_NAMES)[number] | Span;

export function parseComparison(text: string): Comparison | undefined {
  return COMPARISON_NAMES.find((name) => name === text) ?? parseSpan(text);
}

/** Returns the days that a period is compared with; undefined without comparison. */
export function findComparedSpan(period: Period, comparison: Comparison, today: string): Span | undefined {
  if (comparison === "off") return undefined;
  if (typeof comparison === "object") return comparison;
  const span = findSpan(period, today);
  if (comparison === "year") return findSpanYearBefore(span);
  return comparison === "weekday" ? findWeekdaysBefore(span) : findPreviousSpan(period, today);
}

/** Moves a span back by whole weeks, as few as avoid an overlap. */
function findWeekdaysBefore(span: Span): Span {
  const days = Math.ceil(countDays(span) / WEEK_DAYS) * WEEK_DAYS;
  return { from: addDays(span.from, -days), to: addDays(span.to, -days) };
}

function findSpanYearBefore({ from, to }: Span): Span {
  return { from: addYears(from, -1), to: addYears(to, -1) };
}

/** Compares years with years, months with months and weeks with weeks, over as many days as have passed. */
export function findPreviousSpan(period: Period, today: string): Span {
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

/**
 * Hour of the account's clock at which both sides of a comparison end: a running period is compared up to its last full
 * hour. Undefined where the period is over, or where today has no counterpart in the compared days.
 */
export function findCutHour(span: Span, compared: Span, { now, timezone }: ZonedTime): number | undefined {
  const isSameDay = span.to.slice(5) === compared.to.slice(5);
  const isParallel = isSameDay || countDays(span) === countDays(compared);
  if (span.to !== findToday(now, timezone) || !isParallel) return undefined;
  return findFullHours(now, timezone);
}

/** Counts the full hours of today. */
export function findFullHours(now: number, timezone: string): number {
  return Math.floor(computeTimeOfDay(now, timezone) / HOUR_MS);
}
