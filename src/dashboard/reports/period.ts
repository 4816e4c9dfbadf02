/** Periods of whole days, by name or by dates; days and hours of a time zone. */
import type { Days } from "../../protocol/management.ts";
import {
  addDays,
  countDays,
  getWeekday,
  isDay,
  MAX_DAYS,
  PERIOD_NAMES,
  type Period,
} from "../../protocol/periods.ts";

export {
  addDays,
  countDays,
  findMonthBefore,
  findSpan,
  isDay,
  MAX_DAYS,
  PERIOD_NAMES,
  type Period,
  type PeriodName,
  WEEK_DAYS,
} from "../../protocol/periods.ts";

/** First and last day, YYYY-mm-dd; both count. */
export type Span = Days;

/** The current time, and the time zone of the account, which defines days and hours. */
export interface ZonedTime {
  now: number;
  timezone: string;
}

const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

// ── Days ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Returns the current day in a time zone. */
export function findToday(now: number, timezone: string): string {
  return new Date(now + findUtcOffset(now, timezone)).toISOString().slice(0, 10);
}

export function listDays(span: Span): string[] {
  return Array.from({ length: countDays(span) }, (_, at) => addDays(span.from, at));
}

// ── Periods ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export function isWithin({ from, to }: Span, limit: Span): boolean {
  return from >= limit.from && to <= limit.to;
}

export function findEarlier(a: string, b: string): string {
  return a < b ? a : b;
}

export function findLater(a: string, b: string): string {
  return a > b ? a : b;
}

/** Intersects a span with a limit; returns the limit when they have no day in common. */
export function clipSpan(span: Span, limit: Span): Span {
  const from = findLater(span.from, limit.from);
  const to = findEarlier(span.to, limit.to);
  return from > to ? limit : { from, to };
}

export function startWeek(day: string): string {
  return addDays(day, -getWeekday(day));
}

/** Returns the days of an ISO 8601 week such as `2026-W47`; week 1 has the year's first Thursday. */
export function findWeekSpan(week: string): Span {
  const fourth = `${week.slice(0, 4)}-01-04`;
  const from = addDays(fourth, (Number(week.slice(6)) - 1) * 7 - getWeekday(fourth));
  return { from, to: addDays(from, 6) };
}

/** Returns the days of `months` months, starting with one such as `2026-11`. */
export function findMonthsSpan(month: string, months: number): Span {
  const end = new Date(`${month}-01T00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + months);
  return { from: `${month}-01`, to: addDays(end.toISOString().slice(0, 10), -1) };
}

/** Reads `7d` or `2026-11-01..2026-11-09`. */
export function parsePeriod(text: string): Period | undefined {
  return PERIOD_NAMES.find((name) => name === text) ?? parseSpan(text);
}

export function parseSpan(text: string): Span | undefined {
  const span = { from: text.slice(0, 10), to: text.slice(-10) };
  const isSpan = isDay(span.from) && isDay(span.to) && span.from <= span.to && writePeriod(span) === text;
  return isSpan && countDays(span) <= MAX_DAYS ? span : undefined;
}

/** Writes a span as `2026-11-01..2026-11-09`, and the name of a period or comparison as it is. */
export function writePeriod(period: string | Span): string {
  return typeof period === "string" ? period : `${period.from}..${period.to}`;
}

// ── Hours ───────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Hour {
  /** Start in milliseconds since 1970. */
  starts: number;
  /** 0 to 23 */
  hour: number;
}

/** Lists the hours of a day in order. */
export function listHours(day: string, timezone: string): Hour[] {
  const end = startDay(addDays(day, 1), timezone);
  const hours: Hour[] = [];
  let starts = startDay(day, timezone);
  while (starts < end) {
    const hour = Math.floor(computeTimeOfDay(starts, timezone) / HOUR_MS);
    // When clocks go back, an hour repeats, and reports count both as one.
    if (!hours.some((known) => known.hour === hour)) hours.push({ starts, hour });
    // Lord Howe Island moves its clocks by half an hour.
    starts += HOUR_MS - (computeTimeOfDay(starts, timezone) % HOUR_MS);
  }
  return hours;
}

/** Returns the local time in a time zone, in milliseconds since midnight. */
export function computeTimeOfDay(time: number, timezone: string): number {
  return (((time + findUtcOffset(time, timezone)) % DAY_MS) + DAY_MS) % DAY_MS;
}

/** Midnight in a time zone, in milliseconds since 1970. */
export function startDay(day: string, timezone: string): number {
  const utc = Date.parse(day);
  const guess = utc - findUtcOffset(utc, timezone);
  return utc - findUtcOffset(guess, timezone);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Offset of a time zone from UTC in milliseconds, also before 1970. */
function findUtcOffset(at: number, timezone: string): number {
  if (timezone === "UTC") return 0;
  // `Date.UTC` reads the year 26 as 1926.
  const time = Math.max(at, 0);
  const clock = clocks.get(timezone) ?? createClock(timezone);
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
  );
  const local = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return local - Math.floor(time / 1000) * 1000;
}

function createClock(timezone: string): Intl.DateTimeFormat {
  const clock = new Intl.DateTimeFormat("en", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  clocks.set(timezone, clock);
  return clock;
}
