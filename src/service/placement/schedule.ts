/** Schedule of campaigns: first and last day, weekdays and hours. */
import type { Campaign } from "../catalogue/catalogue.ts";
import { isWithinTimes, type Times } from "../delivery/times.ts";
import { forEachSliced, type Sliced } from "../runtime/slices.ts";
import { DAY_MS } from "../values/day.ts";
import { getOrMake } from "../values/getOrMake.ts";
import { computeWallClock, type WallClock } from "../values/wallClock.ts";
import { type Bits, clearBit, fillBits, intersect } from "./bitSet.ts";

const MINUTE_MS = 60_000;

/** Reads the start and end of a campaign's days; milliseconds since 1970. */
export function readDays({ from, to }: Campaign): { start: number; end: number } {
  return {
    start: from ? Date.parse(from) : Number.NEGATIVE_INFINITY,
    end: to ? Date.parse(to) + DAY_MS : Number.POSITIVE_INFINITY,
  };
}

/** Campaigns by their days and hours at a moment. */
export interface Schedule {
  inFlight: Bits;
  withinHours: Bits;
  /** Campaigns that both accept. */
  served: Bits;
}

/** A campaign that is not served at all times. */
interface Scheduled {
  position: number;
  start: number;
  end: number;
  times: Times | undefined;
}

/** `campaigns`: by position. The moment is in milliseconds since 1970. */
export function* indexSchedule(campaigns: readonly Campaign[]): Sliced<(time: number) => Schedule> {
  const scheduled: Scheduled[] = [];
  yield* forEachSliced(campaigns, (campaign, position) => {
    const { from, to, targeting } = campaign;
    if (from || to || targeting.times)
      scheduled.push({ position, ...readDays(campaign), times: targeting.times });
  });
  const select = (time: number): Schedule => {
    const [inFlight, withinHours] = [fillBits(campaigns.length), fillBits(campaigns.length)];
    const clocks = new Map<string, WallClock>();
    const readClock = (timezone: string) =>
      getOrMake(clocks, timezone, () => computeWallClock(timezone, time));
    for (const { position, start, end, times } of scheduled) {
      if (time < start || end <= time) clearBit(inFlight, position);
      if (times && !isWithinTimes(times, readClock(times.timezone))) clearBit(withinHours, position);
    }
    return { inFlight, withinHours, served: intersect([inFlight, withinHours]) };
  };
  let minute = Number.NaN;
  let selected: Schedule | undefined;
  return (time) => {
    // Every day and every hour of every time zone begins with a minute.
    if (!selected || Math.floor(time / MINUTE_MS) !== minute) selected = select(time);
    minute = Math.floor(time / MINUTE_MS);
    return selected;
  };
}
