/** Headline figures of the period with their changes; a click selects the figure of the chart. */

import { useLocale } from "../texts/locale.ts";
import { findChange, isReady, type Sides } from "./comparisonSides.ts";
import { type ComparisonWords, describeComparison } from "./describeComparison.ts";
import { LiveBadge } from "./LiveBadge.tsx";
import { type Change, findMetric, getMetric, isBetterMore } from "./metrics.ts";
import type { Page } from "./page.ts";
import type { Span } from "./period.ts";
import { findViewSpan } from "./requests.ts";

interface FiguresProps extends Page {
  keys: readonly string[];
  sides: Sides;
  /** The compared days. */
  compared: Span | undefined;
  isLive: boolean;
  /** Whether a report failed, so that nothing updates. */
  isFailing: boolean;
}

export function Figures({ keys, sides, compared, isLive, isFailing, view, moment, set }: FiguresProps) {
  const locale = useLocale();
  const series = sides.now.whole;
  const { shown, isStale } = series;
  const words = compared && describeComparison(findViewSpan(view, moment), compared, moment, locale);
  return (
    <section
      class={`figures ${isStale ? "stale" : ""}`}
      aria-label={locale.texts.pages.statistics}
      aria-busy={series.isLoading}
    >
      {keys.map((key) => {
        const unit = findMetric(key, moment.viewer)?.unit ?? "count";
        const value = getMetric(shown?.data.result_total, key, moment.viewer);
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
            {words && (
              <ChangeLine
                change={findChange(sides, ({ result_total }) => result_total, key, moment)}
                // Until both sides are loaded, it would describe the wrong days.
                isReady={isReady(sides, moment)}
                metric={key}
                {...words}
              />
            )}
          </button>
        );
      })}
      {isLive && <LiveBadge isFailing={isFailing} />}
    </section>
  );
}

interface ChangeLineProps extends ComparisonWords {
  change: Change | undefined;
  /** Whether both values are loaded; otherwise the line is blank. */
  isReady: boolean;
  metric: string;
}

export function ChangeLine({ change, isReady: isKnown, metric, against, obstacle }: ChangeLineProps) {
  const locale = useLocale();
  const words = locale.texts.change;
  if (!isKnown) return <span class="change">{"\u00a0"}</span>;
  if (obstacle || !change) return <span class="change">{obstacle ?? words.none}</span>;
  const toneClass = isBetterMore(metric) && change.direction !== "same" ? `change-${change.direction}` : "";
  return (
    <span class="change">
      <span class={`change-value ${toneClass}`}>
        <span class="visually-hidden">{words[change.direction]} </span>
        {change.direction !== "same" && <i class={`arrow arrow-${change.direction}`} aria-hidden="true" />}
        {locale.formatChange(change)}
      </span>{" "}
      <span class="against">{against}</span>
    </span>
  );
}
