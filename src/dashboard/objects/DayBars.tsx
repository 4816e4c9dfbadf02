/** Impressions day by day, as bars. Each value can be read by pointer, touch, keys and screen readers. */
import { useState } from "preact/hooks";
import { getDetail } from "../../protocol/groupNames.ts";
import type { PerformanceRecord } from "../../protocol/management.ts";
import { findStepped } from "../reports/chart/findStepped.ts";
import { createScale } from "../reports/chart/ticks.ts";
import { countDays, listDays, type Span } from "../reports/period.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";

/** Maximum bars: more would be thinner than the gaps between them. */
const MOST_DAYS = 120;

export function DayBars({ days, records }: { days: Span; records: readonly PerformanceRecord[] }) {
  const { objects: texts } = useTexts();
  const { formatWeekday, formatCount, formatShortSpan, formatTicks } = useLocale();
  const [chosen, setChosen] = useState<string>();
  const count = countDays(days);
  if (count < 2 || count > MOST_DAYS) return null;
  const shown = new Map(
    records.map(({ group_by, impressions }) => [getDetail(group_by.date, "date"), impressions]),
  );
  const bars = listDays(days).map((day) => ({ day, impressions: shown.get(day) ?? 0 }));
  const values = bars.map(({ impressions }) => impressions);
  const [last, most] = [bars.length - 1, Math.max(...values)];
  const scale = createScale(values, { most: 3, isWhole: true, isRate: false });
  const labels = formatTicks(scale.ticks, "count");
  const found = bars.findIndex(({ day }) => day === chosen);
  const at = found < 0 ? undefined : found;
  const choose = (to: number) => setChosen(bars[to]?.day);
  const describe = (place: number) => {
    const { day, impressions } = bars[place] ?? { day: days.to, impressions: 0 };
    return `${formatWeekday(day)}: ${formatCount(impressions)}`;
  };
  const highest = values.indexOf(most);
  const words = texts.mostOn(formatCount(most), formatWeekday(bars[highest]?.day ?? days.from));
  const follow = ({ currentTarget, clientX }: PointerEvent & { currentTarget: HTMLElement }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    choose(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * bars.length))));
  };
  const step = (event: KeyboardEvent) => {
    const to = findStepped(event.key, at ?? last, last);
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  };
  return (
    <div class="day-chart">
      <p aria-hidden="true">
        <b>{texts.daily}</b> {at === undefined ? words : describe(at)}
      </p>
      <div class="day-axis" aria-hidden="true">
        {labels.toReversed().map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      <div
        class="day-bars"
        role="slider"
        tabIndex={0}
        aria-label={`${texts.daily}. ${words}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={describe(at ?? last)}
        onKeyDown={step}
        onPointerDown={follow}
        onPointerMove={follow}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setChosen(undefined)}
      >
        {values.map((impressions, place) => (
          <span
            key={place}
            class={place === at ? "is-chosen" : undefined}
            style={{ "--filled": `${(100 * impressions) / scale.max}%` }}
          />
        ))}
      </div>
      <p class="day-ends" aria-hidden="true">
        {[days.from, days.to].map((day) => (
          <span key={day}>{formatShortSpan({ from: day, to: day })}</span>
        ))}
      </p>
      <ol class="visually-hidden">
        {values.map((_, place) => (
          <li key={place}>{describe(place)}</li>
        ))}
      </ol>
    </div>
  );
}
