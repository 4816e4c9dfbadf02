/** Impressions day by day, as bars. */
import type { PerformanceRecord } from "../../protocol/management.ts";
import { getDetail } from "../reports/groups.ts";
import { countDays, listDays, type Span } from "../reports/period.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";

/** Maximum bars: more would be thinner than the gaps between them. */
const MOST_DAYS = 120;

export function DayBars({ days, records }: { days: Span; records: readonly PerformanceRecord[] }) {
  const { objects: texts } = useTexts();
  const { formatWeekday, formatCount } = useLocale();
  const count = countDays(days);
  if (count < 2 || count > MOST_DAYS) return null;
  const shown = new Map(
    records.map(({ group_by, impressions }) => [getDetail(group_by.date, "date"), impressions]),
  );
  const bars = listDays(days).map((day) => ({ day, impressions: shown.get(day) ?? 0 }));
  const most = Math.max(...bars.map(({ impressions }) => impressions));
  const first = bars.find(({ impressions }) => impressions === most);
  const words = texts.mostOn(formatCount(most), first ? formatWeekday(first.day) : "");
  return (
    <div class="day-bars" role="img" aria-label={`${texts.daily}. ${words}`}>
      {bars.map(({ day, impressions }) => (
        <span
          key={day}
          title={`${formatWeekday(day)}: ${formatCount(impressions)}`}
          style={{ height: `${most > 0 ? (100 * impressions) / most : 0}%` }}
        />
      ))}
    </div>
  );
}
