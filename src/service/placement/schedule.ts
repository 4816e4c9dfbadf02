/** Which campaigns may be served when: by first and last day, weekday and hour. */
import type { Campaign } from "../catalogue/catalogue.ts";
import { DAY_MS } from "../values/day.ts";
import { readWallClock, type WallClock } from "../values/wallClock.ts";
import { type Bits, createBits, setBit } from "./bitSet.ts";

const MINUTE_MS = 60_000;

/** From when up to when a campaign's days are, in milliseconds since 1970. */
export function readDays({ from, to }: Campaign): { start: number; end: number } {
  return {
    start: from ? Date.parse(from) : Number.NEGATIVE_INFINITY,
    end: to ? Date.parse(to) + DAY_MS : Number.POSITIVE_INFINITY,
  };
}

/** Selects the campaigns whose days and hours include a moment, milliseconds since 1970. `campaigns`: by position. */
export function indexSchedule(campaigns: readonly Campaign[]): (time: number) => Bits {
  const schedules = campaigns.map((campaign) => ({ ...readDays(campaign), times: campaign.targeting.times }));
  let minute = Number.NaN;
  let selected = createBits(0);
  return (time) => {
    // Every day and every hour of every time zone begins with a minute.
    if (Math.floor(time / MINUTE_MS) === minute) return selected;
    minute = Math.floor(time / MINUTE_MS);
    selected = createBits(campaigns.length);
    const clocks = new Map<string, WallClock>();
    for (const [position, { start, end, times }] of schedules.entries())
      if (start <= time && time < end && isWithinTimes(times, time, clocks)) setBit(selected, position);
    return selected;
  };
}

function isWithinTimes(
  times: Campaign["targeting"]["times"],
  time: number,
  clocks: Map<string, WallClock>,
): boolean {
  if (!times) return true;
  const clock = clocks.get(times.timezone) ?? readWallClock(times.timezone, time);
  clocks.set(times.timezone, clock);
  const { weekdays, hours } = times;
  return (
    (weekdays.length === 0 || weekdays.includes(clock.weekday)) &&
    (hours.length === 0 || hours.includes(clock.hour))
  );
}
