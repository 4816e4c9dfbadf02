/** Periods of UTC days: the named ones, any span, and the period that each is compared with. */

const NAMES = ["today", "yesterday", "7d", "30d", "month", "last-month"] as const;
export type PeriodName = (typeof NAMES)[number];

export const PERIODS: Record<PeriodName, string> = {
  today: "Today",
  yesterday: "Yesterday",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  month: "This month",
  "last-month": "Last month",
};

/** First and last day, YYYY-mm-dd; both count. */
export interface Span {
  from: string;
  to: string;
}

export type Period = PeriodName | Span;

const DAY_MS = 86_400_000;
/** Longest span of one's own: more would not fit a chart. */
export const MAX_DAYS = 3 * 366;

export function today(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days in a span, both ends counted. */
export function lengthOf({ from, to }: Span): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

export function daysOf(span: Span): string[] {
  return Array.from({ length: lengthOf(span) }, (_, at) => addDays(span.from, at));
}

/** The days of a period, as of a day. Those of several days are whole days: today would look like a fall. */
export function spanOf(period: Period, now: string): Span {
  switch (period) {
    case "today":
      return { from: now, to: now };
    case "yesterday":
      return { from: addDays(now, -1), to: addDays(now, -1) };
    case "7d":
      return { from: addDays(now, -7), to: addDays(now, -1) };
    case "30d":
      return { from: addDays(now, -30), to: addDays(now, -1) };
    case "month":
      return { from: firstOfMonth(now), to: now };
    case "last-month":
      return monthBefore(now);
    default:
      return period;
  }
}

/** The period to compare with: the month before for months, as many days as have passed; else as many days before. */
export function previousOf(period: Period, now: string): Span {
  const span = spanOf(period, now);
  if (period === "last-month") return monthBefore(span.from);
  if (period === "month") {
    const before = monthBefore(now);
    const days = Math.min(lengthOf(span), lengthOf(before));
    return { from: before.from, to: addDays(before.from, days - 1) };
  }
  const days = lengthOf(span);
  return { from: addDays(span.from, -days), to: addDays(span.from, -1) };
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function monthBefore(day: string): Span {
  const to = addDays(firstOfMonth(day), -1);
  return { from: firstOfMonth(to), to };
}

/** `7d` or `2026-11-01..2026-11-09`. */
export function readPeriod(text: string): Period | undefined {
  const name = NAMES.find((known) => known === text);
  if (name) return name;
  const [from = "", to = ""] = text.split("..");
  return isDay(from) && isDay(to) && from <= to && lengthOf({ from, to }) <= MAX_DAYS
    ? { from, to }
    : undefined;
}

export function writePeriod(period: Period): string {
  return typeof period === "string" ? period : `${period.from}..${period.to}`;
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && today(Date.parse(`${text}T00:00Z`) || 0) === text;
}

/** The hours of a time zone that a UTC day has, in the order in which they come. */
export function hoursOf(day: string, timezone: string): number[] {
  const format = new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone: timezone });
  const start = Date.parse(day);
  const hours = Array.from({ length: 24 }, (_, at) => Number(format.format(start + at * 3_600_000)));
  return [...new Set(hours)];
}

/** How many of those hours have begun. */
export function hoursBegun(day: string, now: number): number {
  return Math.min(24, Math.max(0, Math.floor((now - Date.parse(day)) / 3_600_000) + 1));
}
