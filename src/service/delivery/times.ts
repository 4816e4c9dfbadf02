/** Weekdays and hours in which a campaign is served. */
import type { Campaign } from "../catalogue/catalogue.ts";
import type { WallClock } from "../values/wallClock.ts";

export type Times = NonNullable<Campaign["targeting"]["times"]>;

/** Whether a campaign is served at this local time in its time zone. */
export function isWithinTimes({ weekdays, hours }: Times, clock: WallClock): boolean {
  return (
    (weekdays.length === 0 || weekdays.includes(clock.weekday)) &&
    (hours.length === 0 || hours.includes(clock.hour))
  );
}
