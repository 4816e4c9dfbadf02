/** Periods of whole days: the named ones, any span, and the span that each is compared with. */

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

/** First and last day, YYYY-mm-dd; both count. */
export interface Span {
  from: string;
  to: string;
}

export type Period = PeriodName | Span;

/** `previous`: as many days before; `year`: the same days a year before; or any other days. */
export type Comparison = "off" | "previous" | "year" | Span;

const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
/** Longest span of one's own: more points would not fit a chart. */
export const MAX_DAYS = 3 * 366;

// ── Days ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The day that it is in a time zone. */
export function findToday(now: number, timezone: string): string {
  return new Date(now + readOffset(now, timezone)).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days in a span, both ends counted. */
export function countDays({ from, to }: Span): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

export function listDays(span: Span): string[] {
  return Array.from({ length: countDays(span) }, (_, at) => addDays(span.from, at));
}

export function isDay(text: string): boolean {
  const time = Date.parse(text);
  // Years may have more digits and a sign in ISO 8601. Engines differ in what they make of 30 February.
  return (
    /^\d{4}-/.test(text) && !Number.isNaN(time) && new Date(time).toISOString() === `${text}T00:00:00.000Z`
  );
}

// ── Periods ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * The days of a period, as of a day. The last 7, 30 and 90 days end yesterday: a day that is not over would look like a
 * fall.
 */
export function findSpan(period: Period, today: string): Span {
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
      return { from: addDays(today, -readWeekday(today)), to: today };
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

export function isWithin({ from, to }: Span, limit: Span): boolean {
  return from >= limit.from && to <= limit.to;
}

export function findEarlier(a: string, b: string): string {
  return a < b ? a : b;
}

export function findLater(a: string, b: string): string {
  return a > b ? a : b;
}

/** The part of a span within a limit; the limit, where they have no day in common. */
export function clipSpan(span: Span, limit: Span): Span {
  const from = findLater(span.from, limit.from);
  const to = findEarlier(span.to, limit.to);
  return from > to ? limit : { from, to };
}

/** The days that a period is compared with; undefined without comparison. */
export function findComparedSpan(period: Period, comparison: Comparison, today: string): Span | undefined {
  if (comparison === "off") return undefined;
  if (typeof comparison === "object") return comparison;
  return comparison === "year"
    ? findSpanYearBefore(findSpan(period, today))
    : findPreviousSpan(period, today);
}

function findSpanYearBefore({ from, to }: Span): Span {
  return { from: addYears(from, -1), to: addYears(to, -1) };
}

/** Years are compared with years, months with months and weeks with weeks, over as many days as have passed. */
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

function startMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function findMonthBefore(day: string): Span {
  const to = addDays(startMonth(day), -1);
  return { from: startMonth(to), to };
}

/** 29 February becomes 28 February. */
function addYears(day: string, years: number): string {
  const moved = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
  return isDay(moved) ? moved : `${moved.slice(0, 8)}28`;
}

/** Monday is 0, as in ISO 8601. */
function readWeekday(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

/** First and last day of an ISO 8601 week such as `2026-W47`: the one with the year's first Thursday is the first. */
export function findWeekSpan(week: string): Span {
  const fourth = `${week.slice(0, 4)}-01-04`;
  const from = addDays(fourth, (Number(week.slice(6)) - 1) * 7 - readWeekday(fourth));
  return { from, to: addDays(from, 6) };
}

/** So many months from one such as `2026-11`. */
export function findMonthsSpan(month: string, months: number): Span {
  const end = new Date(`${month}-01T00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + months);
  return { from: `${month}-01`, to: addDays(end.toISOString().slice(0, 10), -1) };
}

/** Reads `7d` or `2026-11-01..2026-11-09`. */
export function readPeriod(text: string): Period | undefined {
  return PERIOD_NAMES.find((name) => name === text) ?? readSpan(text);
}

export function readSpan(text: string): Span | undefined {
  const span = { from: text.slice(0, 10), to: text.slice(-10) };
  const isSpan = isDay(span.from) && isDay(span.to) && span.from <= span.to && writePeriod(span) === text;
  return isSpan && countDays(span) <= MAX_DAYS ? span : undefined;
}

export function writePeriod(period: Period | Comparison): string {
  return typeof period === "string" ? period : `${period.from}..${period.to}`;
}

// ── Hours ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface Hour {
  /** When it begins, in milliseconds since 1970. */
  starts: number;
  /** 0 to 23, as clocks in the time zone of hours show it. */
  hour: number;
}

/** The hours of a day of one time zone as clocks in another show them, in the order in which they come. */
export function listHours(day: string, dayZone: string, hourZone: string): Hour[] {
  const end = startDay(addDays(day, 1), dayZone);
  const hours: Hour[] = [];
  let starts = startDay(day, dayZone);
  while (starts < end) {
    const hour = Math.floor(readClock(starts, hourZone) / HOUR_MS);
    // When clocks go back, an hour comes twice, and reports count both as one.
    if (!hours.some((known) => known.hour === hour)) hours.push({ starts, hour });
    // Where zones are half an hour apart, the first is what is left of an hour.
    starts += HOUR_MS - (readClock(starts, hourZone) % HOUR_MS);
  }
  return hours;
}

/** What clocks in a time zone show, in milliseconds since midnight. */
export function readClock(time: number, timezone: string): number {
  return (((time + readOffset(time, timezone)) % DAY_MS) + DAY_MS) % DAY_MS;
}

/** Midnight in a time zone, in milliseconds since 1970. */
export function startDay(day: string, timezone: string): number {
  const utc = Date.parse(day);
  const guess = utc - readOffset(utc, timezone);
  return utc - readOffset(guess, timezone);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
function readOffset(time: number, timezone: string): number {
  if (timezone === "UTC") return 0;
  const clock = clocks.get(timezone) ?? createClock(timezone);
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
  );
  const local = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return local - Math.floor(time / 1000) * 1000;
}

function createClock(timezone: string): Intl.DateTimeFormat {
  const clock = new Intl.DateTimeFormat("en", {
    ...{ timeZone: timezone, hourCycle: "h23" },
    ...{ year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  });
  clocks.set(timezone, clock);
  return clock;
}
