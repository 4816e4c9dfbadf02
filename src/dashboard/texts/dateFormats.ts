/** Formats of days, months and hours in a language. */

import type { Point } from "../reports/chart/series.ts";
import type { Span } from "../reports/period.ts";

export type DateFormats = ReturnType<typeof createDateFormats>;

export function createDateFormats(tag: string) {
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { timeZone: "UTC", ...options });
  const day = date({ day: "numeric", month: "short" });
  const dayYear = date({ day: "numeric", month: "short", year: "numeric" });
  const weekday = date({ weekday: "short", day: "numeric", month: "short" });
  const weekdayOnly = date({ weekday: "short" });
  const month = date({ month: "short", year: "numeric" });

  const formatHour = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  const formatWeekday = (text: string) => weekday.format(Date.parse(text));
  const formatMonth = (text: string) => month.format(Date.parse(`${text}-01`));

  /** Formats the time of a chart point: short for the axis, long for the tooltip. */
  function formatPoint({ step, day: text, to = text, hour = 0 }: Point): { short: string; long: string } {
    const [from, end] = [Date.parse(text), Date.parse(to)];
    if (step === "week") return { short: day.format(from), long: day.formatRange(from, end) };
    if (step === "month") return { short: formatMonth(text), long: formatMonth(text) };
    if (step === "date") return { short: day.format(from), long: formatWeekday(text) };
    return { short: formatHour(hour), long: `${formatWeekday(text)}, ${formatHour(hour)}` };
  }

  return {
    formatHour,
    formatWeekday,
    formatMonth,
    formatPoint,
    /** `20 Nov 2026` */
    formatDate: (text: string) => dayYear.format(Date.parse(text)),
    /** `20 Nov`, with the year if it differs from that of `today`. */
    formatNearDate: (text: string, today: string) =>
      (text.slice(0, 4) === today.slice(0, 4) ? day : dayYear).format(Date.parse(text)),
    /** `Thu` */
    formatWeekdayOnly: (text: string) => weekdayOnly.format(Date.parse(text)),
    formatSpan: ({ from, to }: Span) => dayYear.formatRange(Date.parse(from), Date.parse(to)),
    /** `20 – 26 Nov` */
    formatShortSpan: ({ from, to }: Span) => day.formatRange(Date.parse(from), Date.parse(to)),
  };
}
