/**
 * When mails of subscriptions are due: at seven o'clock of the account's time zone, spread over half an hour. Pure.
 *
 * A period is named by its local day, so a change of the time zone neither repeats nor skips one.
 */
import { createHash } from "node:crypto";
import type { MailFrequency } from "../../protocol/subscriptions.ts";
import { DAY_MS, formatDay } from "../values/day.ts";
import { findMoment, localDay } from "../values/timezones.ts";

const HOUR = 7;
const SPREAD_MS = 30 * 60_000;
/** Maximum milliseconds for which a mail may be late, as after a standstill of the service. */
const LATEST_MS = 7 * DAY_MS;

export interface Schedule {
  every: MailFrequency;
  /** Milliseconds after seven o'clock: `spreadStart`. */
  spread: number;
  /** IANA name of the account's time zone. */
  timezone: string;
  /** Start of the subscription, milliseconds since 1970. Only later periods have a mail. */
  since: number;
}

export interface DuePeriod {
  /** Local day of the mail: 2026-11-30. */
  period: string;
  /** Milliseconds since 1970. */
  due: number;
  /** After when the mail is given up: the time of the next one, or a week. */
  until: number;
}

/** Computes the delay of a subscription, the same for all its mails. */
export function spreadStart(user: number, id: string): number {
  return createHash("sha256").update(`${user} ${id}`).digest().readUInt32BE() % SPREAD_MS;
}

/** Finds the latest period that is due; undefined before the first one, and if its mail would be too late. */
export function findDuePeriod(schedule: Schedule, now: number): DuePeriod | undefined {
  const { every, since, timezone } = schedule;
  let day = findDayUpTo(every, toDay(localDay(now, timezone)));
  if (findDue(schedule, day) > now) day = findDayUpTo(every, day - DAY_MS);
  const due = findDue(schedule, day);
  const until = Math.min(findDue(schedule, findDayAfter(every, day)), due + LATEST_MS);
  return due > since && until > now ? { period: formatDay(day), due, until } : undefined;
}

/** Finds when the next mail is due. */
export function findNextDue(schedule: Schedule, now: number): number {
  const { every, since, timezone } = schedule;
  const after = Math.max(now, since);
  let day = findDayUpTo(every, toDay(localDay(after, timezone)));
  while (findDue(schedule, day) <= after) day = findDayAfter(every, day);
  return findDue(schedule, day);
}

/** Days are midnights in UTC, milliseconds since 1970. */
function toDay(date: string): number {
  return Date.parse(date);
}

function findDue({ timezone, spread }: Schedule, day: number): number {
  return findMoment(day + HOUR * 3_600_000, timezone) + spread;
}

/** Finds the latest day with a mail that is not after a day. */
function findDayUpTo(every: MailFrequency, day: number): number {
  const date = new Date(day);
  if (every === "week") return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return every === "month" ? date.setUTCDate(1) : day;
}

/** Finds the next day with a mail after one. */
function findDayAfter(every: MailFrequency, day: number): number {
  const date = new Date(day);
  if (every === "month") return date.setUTCMonth(date.getUTCMonth() + 1);
  return day + (every === "week" ? 7 : 1) * DAY_MS;
}
