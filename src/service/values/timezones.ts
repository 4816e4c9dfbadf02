/** Time zones: their names, and what their clocks show when. */

import { BoundedMap } from "./boundedMap.ts";
import { DAY_MS } from "./day.ts";

const MINUTE = 60_000;

/** No zone has ever changed its clock twice within a week and kept the second change. */
const STEP = 7 * DAY_MS;

/** By names in lower case. Formats take long to make, and there are only a few hundred names. */
const clocks = new Map<string, Clock>();

/**
 * Zones that `Intl` lists by an older name than the IANA database does: the CLDR never renames one.
 * https://unicode-org.atlassian.net/browse/CLDR-14453
 */
const RENAMED = [
  ...["Africa/Asmara", "America/Argentina/Buenos_Aires", "America/Argentina/Catamarca"],
  ...["America/Argentina/Cordoba", "America/Argentina/Jujuy", "America/Argentina/Mendoza"],
  ...["America/Atikokan", "America/Indiana/Indianapolis", "America/Kentucky/Louisville", "America/Nuuk"],
  ...["Asia/Ho_Chi_Minh", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Yangon", "Atlantic/Faroe", "Europe/Kyiv"],
  ...["Pacific/Chuuk", "Pacific/Kanton", "Pacific/Pohnpei"],
];

/** IANA names for `/collections/timezones`, sorted; where a zone was renamed, both names. */
export const TIMEZONES: readonly string[] = [
  ...new Set([...Intl.supportedValuesOf("timeZone"), ...RENAMED.filter(isTimezone), "UTC"]),
].sort();

/** Any IANA name, older aliases such as `US/Eastern` included. */
export function isTimezone(name: string): boolean {
  // `Intl` takes offsets such as +05:00 as well.
  if (!/[A-Za-z]/.test(name)) return false;
  try {
    findClock(name);
    return true;
  } catch {
    return false;
  }
}

/** A stretch of time during which a clock is `minutes` ahead of UTC. */
export interface Offset {
  /** First moment after it, in milliseconds since 1970. */
  until: number;
  minutes: number;
}

/** How far ahead of UTC a zone's clock is over a span of time, in order; the last one reaches to the span's end. */
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
 * By zone and year, once they were asked for: those of a century take tens of milliseconds, in which no placement is
 * answered.
 */
const known = new BoundedMap<string, Offset[]>(10_000);

/** The offset at a moment, until it changes or the year ends. */
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

/** The day that a clock in the zone shows, as YYYY-mm-dd. */
export function localDay(time: number, timezone: string): string {
  return new Date(time + findClock(timezone)(time) * MINUTE).toISOString().slice(0, 10);
}

/** The first minute after `from` at which the clock is ahead by `minutes`; it is at `to`. Clocks change on the minute. */
function firstWith(clock: Clock, minutes: number, from: number, to: number): number {
  // Counted in minutes: between other moments the search could stay in one place for ever.
  let [before, after] = [Math.floor(from / MINUTE), Math.ceil(to / MINUTE)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock(middle * MINUTE) === minutes) after = middle;
    else before = middle;
  }
  return after * MINUTE;
}

/** Minutes ahead of UTC at a moment. */
type Clock = (time: number) => number;

/** Throws when there is no such zone. Letter case does not matter: each way to write a name would keep a clock otherwise. */
function findClock(timezone: string): Clock {
  const name = timezone.toLowerCase();
  const clock = clocks.get(name) ?? createClock(timezone);
  clocks.set(name, clock);
  return clock;
}

/** Seconds, which zones had before 1972, are dropped. */
function createClock(timezone: string): Clock {
  // Of all formats the one that takes the least time.
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
