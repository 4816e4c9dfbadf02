/** What a figure is compared with, in words: `vs Thu`, `vs 1–7 Nov`. */
import type { Locale } from "./locale.ts";
import { countDays, findSpan, findToday, type Period, type Span } from "./period.ts";
import { isToday, listBegunHours, type Moment } from "./reports.ts";
import type { View } from "./view.ts";

const WEEK_DAYS = 7;

export function describeComparison(
  period: Period,
  compared: Span,
  view: View,
  moment: Moment,
  locale: Locale,
): string {
  const { overview } = locale.texts;
  const today = findToday(moment.now, moment.dayZone);
  if (countDays(compared) > 1) return overview.versus(locale.formatShortSpan(compared));
  const isNear = countDays({ from: compared.from, to: today }) <= WEEK_DAYS;
  const day = isNear ? locale.formatWeekdayOnly(compared.from) : locale.formatShortSpan(compared);
  const isPartial = isToday(findSpan(period, today), moment);
  // The hour that has begun belongs to both days.
  const last = listBegunHours(view, moment).at(-1)?.hour ?? 0;
  const end = locale.formatHour((last + 1) % 24);
  return overview.versus(isPartial ? overview.byHour(day, end) : day);
}
