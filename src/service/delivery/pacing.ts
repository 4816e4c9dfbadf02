/**
 * Even delivery: how much of a day's budget or cap is released by a moment.
 *
 * The released share runs a third ahead of the elapsed hours of the campaign's schedule, min(1, 4/3 × elapsed): many days
 * end at night, when the last share would find no visitors. After a quarter of the day, at most a third is delivered.
 */
import type { Campaign } from "../catalogue/catalogue.ts";
import { DAY_MS } from "../values/day.ts";
import { deleteOldest } from "../values/deleteOldest.ts";
import { getOrMake } from "../values/getOrMake.ts";
import { computeWallClock } from "../values/wallClock.ts";
import { isWithinTimes, type Times } from "./times.ts";

const MINUTE_MS = 60_000;
const QUARTER_MINUTES = 15;
const QUARTER_MS = QUARTER_MINUTES * MINUTE_MS;
const QUARTERS = 96;
const WEEK = 7;

/** A part of a whole, in whole numbers. */
export interface Share {
  part: number;
  whole: number;
}

export function toNumber({ part, whole }: Share): number {
  return part / whole;
}

/** Minutes of a UTC day in which a campaign is served. Hours of all time zones begin with a quarter of a UTC hour. */
interface ScheduledDay {
  /** Whether the campaign is served in each quarter of an hour. */
  quarters: readonly boolean[];
  /** Scheduled minutes before each quarter of an hour. */
  before: readonly number[];
  minutes: number;
}

const WHOLE_DAY = countMinutes(new Array(QUARTERS).fill(true));

/** Days by schedule and start: most campaigns share few schedules. */
const known = new Map<string, ScheduledDay>();
const MAX_KNOWN = 10_000;
const names = new WeakMap<Times, string>();

function readDay(times: Times | undefined, start: number): ScheduledDay {
  if (!times) return WHOLE_DAY;
  const name = names.get(times) ?? JSON.stringify([times.timezone, times.weekdays, times.hours]);
  names.set(times, name);
  return getOrMake(known, `${start} ${name}`, () => {
    if (known.size >= MAX_KNOWN) deleteOldest(known);
    return countMinutes(
      Array.from({ length: QUARTERS }, (_, at) =>
        isWithinTimes(times, computeWallClock(times.timezone, start + at * QUARTER_MS)),
      ),
    );
  });
}

function countMinutes(quarters: readonly boolean[]): ScheduledDay {
  let minutes = 0;
  const before = quarters.map((isServed) => {
    const sum = minutes;
    if (isServed) minutes += QUARTER_MINUTES;
    return sum;
  });
  return { quarters, before, minutes };
}

/** Computes the elapsed part of the day's scheduled minutes, the current minute included. */
export function computeElapsed({ targeting }: Campaign, now: number): Share {
  const { minutes } = readDay(targeting.times, findMidnight(now));
  if (minutes === 0) return { part: 1, whole: 1 };
  return { part: countToday(targeting.times, now, 1), whole: minutes };
}

/** Counts the day's scheduled minutes before a moment. `current`: minutes that count for the one in progress. */
function countToday(times: Times | undefined, now: number, current: number): number {
  const sinceMidnight = now % DAY_MS;
  const { quarters, before } = readDay(times, now - sinceMidnight);
  const quarter = Math.floor(sinceMidnight / QUARTER_MS);
  const within = quarters[quarter] ? (Math.floor(sinceMidnight / MINUTE_MS) % QUARTER_MINUTES) + current : 0;
  return (before[quarter] ?? 0) + within;
}

/** Counts the scheduled minutes from a midnight to a later moment. */
export function countScheduled({ targeting: { times } }: Campaign, midnight: number, until: number): number {
  const days = (findMidnight(until) - midnight) / DAY_MS;
  const week = readWeek(times, midnight).map(({ minutes }) => minutes);
  return sumDays(week, days) + countToday(times, until, 0);
}

const findMidnight = (time: number) => time - (time % DAY_MS);

/** Reads seven days. Later weeks are taken to be alike, which ignores changes to daylight saving time. */
function readWeek(times: Times | undefined, midnight: number): ScheduledDay[] {
  return Array.from({ length: WEEK }, (_, at) => readDay(times, midnight + at * DAY_MS));
}

/** Sums up days from the values of the first seven. */
function sumDays(week: readonly number[], days: number): number {
  const sum = (some: readonly number[]) => some.reduce((total, value) => total + value, 0);
  return Math.floor(days / WEEK) * sum(week) + sum(week.slice(0, days % WEEK));
}

/** Computes the part of a day's amount that even delivery has released. */
export function computeReleased(campaign: Campaign, now: number): Share {
  const { part, whole } = computeElapsed(campaign, now);
  return { part: Math.min(4 * part, 3 * whole), whole: 3 * whole };
}

/** Counts the days until the campaign's last day on which it is served, today included; undefined without a last day. */
export function countDaysLeft({ to, targeting }: Campaign, now: number): number | undefined {
  if (to === undefined) return undefined;
  const today = findMidnight(now);
  const days = Math.max(1, Math.round((Date.parse(to) - today) / DAY_MS) + 1);
  const { times } = targeting;
  if (!times) return days;
  const week = readWeek(times, today).map(({ minutes }) => Math.min(1, minutes));
  return Math.max(1, sumDays(week, days));
}
