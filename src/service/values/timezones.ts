/** Time zones: names, UTC offsets and local days. */

import { BoundedMap } from "./boundedMap.ts";
import { DAY_MS } from "./day.ts";

const MINUTE = 60_000;
/** Larger than any offset from UTC: https://en.wikipedia.org/wiki/List_of_UTC_offsets */
export const FURTHEST_MS = 18 * 3_600_000;

/**
 * Step of the search for changes: no zone has ever changed its offset twice within a week and kept the second change.
 */
const STEP = 7 * DAY_MS;

/** Clocks by lower-case name, cached because formats are slow to create. There are only a few hundred names. */
const clocks = new Map<string, Clock>();

/**
 * Zones that `Intl` lists by an older name than the IANA database, since the CLDR never renames one:
 * https://unicode-org.atlassian.net/browse/CLDR-14453
 */
const RENAMED = [
  ...["Africa/Asmara", "America/Argentina/Buenos_Aires", "America/Argentina/Catamarca"],
  ...["America/Argentina/Cordoba", "America/Argentina/Jujuy", "America/Argentina/Mendoza"],
  ...["America/Atikokan", "America/Indiana/Indianapolis", "America/Kentucky/Louisville", "America/Nuuk"],
  ...["Asia/Ho_Chi_Minh", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Yangon", "Atlantic/Faroe", "Europe/Kyiv"],
  ...["Pacific/Chuuk", "Pacific/Kanton", "Pacific/Pohnpei"],
];

/** IANA names for `/collections/timezones`, sorted; both names of a renamed zone. */
export const TIMEZONES: readonly string[] = [
  ...new Set([...Intl.supportedValuesOf("timeZone"), ...RENAMED.filter(isTimezone), "UTC"]),
].sort();

/** Accepts any IANA name, including older aliases such as `US/Eastern`. */
export function isTimezone(name: string): boolean {
  // `Intl` also accepts offsets such as +05:00.
  if (!/[A-Za-z]/.test(name)) return false;
  try {
    findClock(name);
    return true;
  } catch {
    return false;
  }
}

/** Period in which a clock is `minutes` ahead of UTC. */
export interface Offset {
  /** End of the period, exclusive; milliseconds since 1970. */
  until: number;
  minutes: number;
}

/** Lists the UTC offsets of a zone between two moments, in order; the last one extends to the end. */
export function offsetsBetween(timezone: string, from: number, to: number): Offset[] {
  const offsets: Offset[] = [];
  for (let at = from; at < to || offsets.length === 0; ) {
    const { until, minutes } = findOffset(timezone, at);
    at = Math.min(until, to);
    if (offsets.at(-1)?.minutes === minutes) offsets.pop();
    offsets.push({ until: at, minutes });
  }
  return offsets;
}

/**
 * Offsets by zone and year. Computing those of a century takes tens of milliseconds, during which no placement is
 * answered.
 */
const known = new BoundedMap<Offset[]>(10_000, 64);

/** Returns the offset at a moment and its end: the next change, or the end of the year. */
function findOffset(timezone: string, time: number): Offset {
  const year = new Date(time).getUTCFullYear();
  const key = `${timezone.toLowerCase()} ${year}`;
  const offsets = known.getOrCompute(key, () => findChanges(timezone, Date.UTC(year), Date.UTC(year + 1)));
  return offsets.find(({ until }) => until > time) ?? { until: Date.UTC(year + 1), minutes: 0 };
}

function findChanges(timezone: string, from: number, to: number): Offset[] {
  const clock = findClock(timezone);
  const offsets: Offset[] = [];
  let minutes = clock(from);
  for (let at = from; at < to; at += STEP) {
    const next = Math.min(at + STEP, to);
    const then = clock(next);
    if (then !== minutes) offsets.push({ until: firstWith(clock, then, at, next), minutes });
    minutes = then;
  }
  return [...offsets, { until: to, minutes }];
}

/** Returns the local day in the zone as YYYY-mm-dd. */
export function localDay(time: number, timezone: string): string {
  return new Date(time + findClock(timezone)(time) * MINUTE).toISOString().slice(0, 10);
}

/**
 * Finds the first moment with a local time, or with a later one where clocks skip it, as midnight in Santiago each spring.
 * `local`: the time, in milliseconds since 1970 as if it were UTC.
 */
export function findMoment(local: number, timezone: string): number {
  let moment = local - FURTHEST_MS;
  for (const { until, minutes } of offsetsBetween(timezone, moment, local + FURTHEST_MS)) {
    moment = Math.max(moment, local - minutes * MINUTE);
    if (moment < until) break;
    moment = until;
  }
  return moment;
}

/** Finds the first minute after `from` with the offset that the clock has at `to`. Clocks change on the minute. */
function firstWith(clock: Clock, minutes: number, from: number, to: number): number {
  // Binary search over whole minutes; over fractions of a minute it might not end.
  let [before, after] = [Math.floor(from / MINUTE), Math.ceil(to / MINUTE)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock(middle * MINUTE) === minutes) after = middle;
    else before = middle;
  }
  return after * MINUTE;
}

/** Returns the minutes ahead of UTC at a moment. */
type Clock = (time: number) => number;

/**
 * Returns the clock of a zone; throws when there is none. Cached by lower-case name, so that spellings share a clock.
 */
function findClock(timezone: string): Clock {
  const name = timezone.toLowerCase();
  const clock = clocks.get(name) ?? createClock(timezone);
  clocks.set(name, clock);
  return clock;
}

/** Creates a clock. Seconds of offsets, used before 1972, are dropped. */
function createClock(timezone: string): Clock {
  // Of all formats with an offset, this one is the fastest.
  const format = new Intl.DateTimeFormat("en", {
    timeZone: timezone,
    timeZoneName: "longOffset",
    year: "numeric",
  });
  return (time) => {
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(time)) ?? [];
    if (sign === undefined) return 0;
    const ahead = Number(hours) * 60 + Number(minutes);
    return sign === "-" ? -ahead : ahead;
  };
}
