/** What a figure is compared with, in words: `vs Thu`, `vs 1–7 Nov`, `vs Thu until 14:00`. */
import type { Locale } from "./locale.ts";
import { countDays, findToday, HOUR_MS, readClock, type Span } from "./period.ts";
import type { Moment } from "./reports.ts";

const WEEK_DAYS = 7;

/** `isCut`: the last day is compared up to the hour that it is now. */
export function describeComparison(compared: Span, isCut: boolean, moment: Moment, locale: Locale): string {
  const { overview } = locale.texts;
  const today = findToday(moment.now, moment.dayZone);
  const isNear = compared.from === compared.to && countDays({ from: compared.to, to: today }) <= WEEK_DAYS;
  const days = isNear ? locale.formatWeekdayOnly(compared.from) : locale.formatShortSpan(compared);
  // The hour that has begun belongs to both days, which are those of the account's time zone.
  const hour = Math.floor(readClock(moment.now, moment.dayZone) / HOUR_MS) + 1;
  return overview.versus(isCut ? overview.byHour(days, locale.formatHour(hour % 24)) : days);
}
