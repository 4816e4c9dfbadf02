/** The headline: the period's figures, how each changed, and which of them the chart shows. */
import type { Answer } from "./answers.ts";
import { BETTER_MORE, type Change, changeOf, formatSpan, formatValue, metricOf } from "./format.ts";
import type { Span } from "./period.ts";
import { type AnyReport, isToday, metricIn } from "./reports.ts";
import type { View } from "./view.ts";

export interface Compared {
  answer: Answer<AnyReport>;
  span: Span;
}

export interface FiguresProps {
  keys: readonly string[];
  view: View;
  series: Answer<AnyReport>;
  compared: Compared | undefined;
  set(changes: Partial<View>): void;
}

export function Figures({ keys, view, series, compared, set }: FiguresProps) {
  return (
    <section
      class={`figures ${series.stale && series.data ? "stale" : ""}`}
      aria-label="Headline figures"
      aria-busy={series.loading}
    >
      {keys.map((key) => {
        const metric = metricOf(key, view.role);
        const value = metricIn(series.data?.result_total, key);
        const before = compared && metricIn(compared.answer.data?.result_total, key);
        return (
          <button
            type="button"
            class="figure"
            key={key}
            data-metric={key}
            aria-pressed={view.figure === key}
            onClick={() => set({ figure: key, page: view.page })}
          >
            <span class="figure-label">{metric?.label}</span>
            <span class={`figure-value ${series.data ? "" : "waiting"}`}>
              {series.data ? formatValue(value, metric?.unit ?? "count") : "\u00a0"}
            </span>
            {compared && (
              <ChangeLine
                change={changeOf(value, before)}
                good={BETTER_MORE.includes(key)}
                compared={compared}
                view={view}
              />
            )}
          </button>
        );
      })}
    </section>
  );
}

interface ChangeLineProps {
  change: Change | undefined;
  /** More of it is better. */
  good: boolean;
  compared: Compared;
  view: View;
}

const WORDS = { up: "up", down: "down", same: "unchanged" };

function ChangeLine({ change, good, compared, view }: ChangeLineProps) {
  const than = `${formatSpan(compared.span)}${isToday(view.period, Date.now()) ? " by this hour" : ""}`;
  if (!change) {
    return (
      <span class="change" title={`Compared with ${than}`}>
        {compared.answer.data ? "no comparison" : "\u00a0"}
      </span>
    );
  }
  const tone = good && change.direction !== "same" ? `change-${change.direction}` : "";
  return (
    <span class={`change ${tone}`} title={`Compared with ${than}`}>
      <span class="visually-hidden">{WORDS[change.direction]} </span>
      {change.direction !== "same" && <i class={`arrow arrow-${change.direction}`} aria-hidden="true" />}
      {change.text}
      <span class="visually-hidden"> against {than}</span>
    </span>
  );
}
