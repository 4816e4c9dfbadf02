/** Local weekday and hour in a time zone. */

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

/** Reads the local time. `time`: milliseconds since 1970. */
export function readWallClock(timezone: string, time: number): WallClock {
  const options = { timeZone: timezone, weekday: "long", hour: "numeric", hourCycle: "h23" } as const;
  const parts = new Intl.DateTimeFormat("en", options).formatToParts(time);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return { weekday: find("weekday").toLowerCase() as Weekday, hour: Number(find("hour")) };
}
