/** What a figure is compared with, in words: `vs Thu`, `vs 1–7 Nov`, `vs Thu until 14:00`. */
import type { Locale } from "./locale.ts";
import { countDays, findToday, type Span } from "./period.ts";
import { listBegunHours, type Moment } from "./reports.ts";
import type { View } from "./view.ts";

const WEEK_DAYS = 7;

/** `isCut`: the last day is compared up to the hour that it is now. */
export function describeComparison(
  compared: Span,
  isCut: boolean,
  view: View,
  moment: Moment,
  locale: Locale,
): string {
  const { overview } = locale.texts;
  const today = findToday(moment.now, moment.dayZone);
  const isNear = compared.from === compared.to && countDays({ from: compared.to, to: today }) <= WEEK_DAYS;
  const days = isNear ? locale.formatWeekdayOnly(compared.from) : locale.formatShortSpan(compared);
  // The hour that has begun belongs to both days.
  const last = listBegunHours(view, moment).at(-1)?.hour ?? 0;
  return overview.versus(isCut ? overview.byHour(days, locale.formatHour((last + 1) % 24)) : days);
}
