/** Chart of a metric over time, with the compared days and a second metric. */
import { useMemo } from "preact/hooks";
import type { Viewer } from "../../../protocol/statistics.ts";
import { useCanvas } from "../../app/lazy.ts";
import { useLocale } from "../../texts/locale.ts";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import type { Sides } from "../comparisonSides.ts";
import { findMetric, isRatio, listMetricKeys } from "../metrics.ts";
import type { Page } from "../page.ts";
import type { Span } from "../period.ts";
import { findStep, findViewSpan } from "../requests.ts";
import type { View } from "../view.ts";
import { ChartTable } from "./ChartTable.tsx";
import type { Line, Plot } from "./plot.ts";
import { isDays, listPoints, type Point } from "./series.ts";

export interface ChartProps extends Page {
  sides: Sides;
  /** The compared days. */
  compared: Span | undefined;
}

export function Chart({ sides, compared, view, moment, set }: ChartProps) {
  const locale = useLocale();
  const { texts } = locale;
  const canvas = useCanvas();
  const { whole: series } = sides.now;
  const { shown, isStale } = series;
  // View of the numbers shown, which may be the previous ones.
  const drawn = shown?.about.view ?? view;
  const label = locale.nameMetric(drawn.figure, moment.viewer);
  const second = drawn.second && locale.nameMetric(drawn.second, moment.viewer);
  const earlier = sides.before?.whole;
  const before = isStale || earlier?.isStale ? undefined : earlier?.shown;
  const plot = useMemo((): Plot | undefined => {
    if (!shown) return undefined;
    const { span } = shown.about;
    const create = (figure: string): Line =>
      createLine(figure, moment.viewer, listPoints(shown.data, span, figure, moment));
    const earlierPoints =
      before && listPoints(before.data, before.about.span, drawn.figure, moment, findStep(span));
    const main = create(drawn.figure);
    return {
      ...main,
      before: earlierPoints?.slice(0, main.points.length) ?? [],
      second: drawn.second ? create(drawn.second) : undefined,
    };
  }, [shown?.data, shown?.about.span.from, shown?.about.span.to, before?.data, drawn, moment]);
  const selectDays = (from: Point | undefined, to: Point | undefined) => {
    if (from && to && isDays(from)) set({ period: { from: from.day, to: to.to ?? to.day } });
  };
  return (
    <section
      class={`stack chart ${isStale ? "stale" : ""}`}
      aria-label={texts.chart.over(label)}
      aria-busy={series.isLoading}
    >
      <div class="row loose">
        <h2>{label}</h2>
        <Legend
          label={label}
          second={second}
          span={shown?.about.span ?? findViewSpan(view, moment)}
          before={before?.about.span ?? compared}
          isBeforeReady={before !== undefined}
        />
        <SecondMetric view={view} viewer={moment.viewer} set={set} />
      </div>
      {plot && canvas.module ? (
        <canvas.module.Canvas plot={plot} label={label} second={second} onSelect={selectDays} />
      ) : (
        <div class="canvas">
          {canvas.hasFailed ? <LoadFailed /> : <div class="canvas-frame canvas-waiting" aria-hidden="true" />}
        </div>
      )}
      <ChartTable plot={plot} label={label} second={second} before={before?.about.span} />
    </section>
  );
}

function createLine(figure: string, viewer: Viewer, points: Point[]): Line {
  const metric = findMetric(figure, viewer);
  return { points, unit: metric?.unit ?? "count", isRate: isRatio(metric) };
}

interface LegendProps {
  label: string;
  second: string | undefined;
  span: Span;
  before: Span | undefined;
  /** Reserves space in the legend while the comparison loads. */
  isBeforeReady: boolean;
}

function Legend({ label, second, span, before, isBeforeReady }: LegendProps) {
  const locale = useLocale();
  return (
    <p class="hint key">
      <span>
        <i class="line" aria-hidden="true" /> {second ? label : locale.formatSpan(span)}
      </span>
      {second && (
        <span>
          <i class="line line-second" aria-hidden="true" /> {second}
        </span>
      )}
      {before && (
        <span class={isBeforeReady ? "" : "hidden"}>
          <i class="line line-before" aria-hidden="true" /> {locale.formatSpan(before)}
        </span>
      )}
    </p>
  );
}

function SecondMetric({ view, viewer, set }: { view: View; viewer: Viewer } & Pick<Page, "set">) {
  const locale = useLocale();
  const { chart } = locale.texts;
  const keys = listMetricKeys(viewer).filter(
    (key) => key !== view.figure && /^(base|video|goals)\./.test(key),
  );
  return (
    <label class="end second">
      <span class="visually-hidden">{chart.second}</span>
      <select
        value={view.second ?? ""}
        onChange={({ currentTarget: { value } }) => set({ second: value || undefined, page: view.page })}
      >
        <option value="">{chart.noSecond}</option>
        {keys.map((key) => (
          <option key={key} value={key}>
            {locale.nameMetric(key, viewer)}
          </option>
        ))}
      </select>
    </label>
  );
}
