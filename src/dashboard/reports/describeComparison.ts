/** Words for a comparison: the compared days, or why there is no change to show. */
import type { Locale } from "../texts/locale.ts";
import { findCutHour } from "./comparedPeriod.ts";
import { addDays, countDays, findToday, type Span, WEEK_DAYS } from "./period.ts";
import type { Moment } from "./requests.ts";

export interface ComparisonWords {
  /** `vs Thu until 14:00` */
  against: string;
  /** Reason why there is no change to show. */
  obstacle?: string;
}

export function describeComparison(
  span: Span,
  compared: Span,
  moment: Moment,
  locale: Locale,
): ComparisonWords {
  const { overview, change } = locale.texts;
  const today = findToday(moment.now, moment.timezone);
  const { dataFrom } = moment;
  if (dataFrom && compared.from < dataFrom)
    return { against: "", obstacle: change.noDataBefore(locale.formatNearDate(dataFrom, today)) };
  const cut = findCutHour(span, compared, moment);
  // In the first hour, there are no full hours to compare.
  if (cut === 0 && span.from === span.to) return { against: "", obstacle: change.tooEarly };
  const days = cut === 0 ? { ...compared, to: addDays(compared.to, -1) } : compared;
  const isNear = days.from === days.to && countDays({ from: days.to, to: today }) <= WEEK_DAYS;
  const words = isNear ? locale.formatWeekdayOnly(days.from) : locale.formatShortSpan(days);
  return { against: overview.versus(cut ? overview.byHour(words, locale.formatHour(cut)) : words) };
}
