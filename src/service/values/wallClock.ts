/** Local weekday and hour in a time zone. */
import { getOrMake } from "./getOrMake.ts";

export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

type Weekday = (typeof WEEKDAYS)[number];

export interface WallClock {
  weekday: Weekday;
  /** 0 to 23. */
  hour: number;
}

/** Formats by time zone: creating one takes twenty times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Reads the local time. `time`: milliseconds since 1970. */
export function computeWallClock(timezone: string, time: number): WallClock {
  const options = { timeZone: timezone, weekday: "long", hour: "numeric", hourCycle: "h23" } as const;
  const format = getOrMake(formats, timezone, () => new Intl.DateTimeFormat("en", options));
  const parts = format.formatToParts(time);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return { weekday: find("weekday").toLowerCase() as Weekday, hour: Number(find("hour")) };
}
