/** The headline: the period's figures, how each changed, and which of them the chart shows. */
import { describeComparison } from "./comparison.ts";
import type { Page } from "./Dashboard.tsx";
import { LiveBadge } from "./LiveBadge.tsx";
import { useLocale } from "./locale.ts";
import {
  type Change,
  computeChange,
  findMetric,
  isBetterMore,
  readMetric,
  readMetricWithout,
} from "./metrics.ts";
import { type Earlier, isReady, type ReportAnswer } from "./queries.ts";
import { findViewSpan, isCutByHour } from "./reports.ts";

export interface FiguresProps extends Page {
  keys: readonly string[];
  series: ReportAnswer;
  /** The compared days; undefined without comparison. */
  earlier: Earlier | undefined;
  isLive: boolean;
}

export function Figures({ keys, series, earlier, isLive, view, moment, set }: FiguresProps) {
  const locale = useLocale();
  const { shown, isStale } = series;
  // Until both are there, a change would compare days that nobody asked to compare.
  const isComparable = !isStale && earlier !== undefined && isReady(earlier);
  const compared = isComparable ? earlier.days.shown?.about.span : undefined;
  const total = earlier?.days.shown?.data.result_total;
  const rest = earlier?.rest?.shown?.data.result_total;
  const isCut = compared !== undefined && isCutByHour(findViewSpan(view, moment), compared, moment);
  const against = compared ? describeComparison(compared, isCut, moment, locale) : "";
  return (
    <section
      class={`figures ${isStale ? "stale" : ""}`}
      aria-label={locale.texts.places.statistics}
      aria-busy={series.isLoading}
    >
      {keys.map((key) => {
        const unit = findMetric(key, moment.viewer)?.unit ?? "count";
        const value = readMetric(shown?.data.result_total, key, moment.viewer);
        const before = readMetricWithout(total, rest, key, moment.viewer);
        const figure = locale.formatFigure(value, unit);
        const whole = locale.formatValue(value, unit);
        return (
          <button
            type="button"
            class="figure"
            key={key}
            data-metric={key}
            aria-pressed={view.figure === key}
            title={figure === whole ? undefined : whole}
            onClick={() => set({ figure: key, second: undefined, page: view.page })}
          >
            <span class="figure-label">{locale.nameMetric(key, moment.viewer)}</span>
            <span class={`figure-value ${shown ? "" : "waiting"}`}>{shown ? figure : "\u00a0"}</span>
            {earlier && (
              <ChangeLine
                change={isComparable ? computeChange(value, before) : undefined}
                isReady={isComparable}
                metric={key}
                against={against}
              />
            )}
          </button>
        );
      })}
      {isLive && <LiveBadge />}
    </section>
  );
}

export interface ChangeLineProps {
  change: Change | undefined;
  /** Both values are there; while not, the line is blank. */
  isReady: boolean;
  metric: string;
  /** `vs Thu` */
  against: string;
}

export function ChangeLine({ change, isReady, metric, against }: ChangeLineProps) {
  const locale = useLocale();
  const words = locale.texts.change;
  if (!isReady) return <span class="change">{"\u00a0"}</span>;
  if (!change) return <span class="change">{words.none}</span>;
  const tone = isBetterMore(metric) && change.direction !== "same" ? `change-${change.direction}` : "";
  return (
    <span class="change">
      <span class={`change-value ${tone}`}>
        <span class="visually-hidden">{words[change.direction]} </span>
        {change.direction !== "same" && <i class={`arrow arrow-${change.direction}`} aria-hidden="true" />}
        {locale.formatChange(change)}
      </span>{" "}
      <span class="against">{against}</span>
    </span>
  );
}
