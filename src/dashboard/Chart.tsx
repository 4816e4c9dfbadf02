/** A figure over time, beside the compared days and a second figure: to see, to point at, to step through by keys. */
import { useMemo } from "preact/hooks";
import type { Viewer } from "../protocol/statistics.ts";
import { ChartTable } from "./ChartTable.tsx";
import type { Page } from "./Dashboard.tsx";
import { LoadFailed } from "./LoadFailed.tsx";
import { useCanvas } from "./lazy.ts";
import { useLocale } from "./locale.ts";
import { findMetric, isRatio, listMetricKeys } from "./metrics.ts";
import type { Span } from "./period.ts";
import type { Line, Plot } from "./plot.ts";
import type { Earlier, ReportAnswer } from "./queries.ts";
import { findStep, findViewSpan } from "./reports.ts";
import { listPoints, type Point } from "./series.ts";
import type { View } from "./view.ts";

export interface ChartProps extends Page {
  series: ReportAnswer;
  /** The compared days; undefined without comparison. */
  earlier: Earlier | undefined;
  /** Those days, as the view asks for them. */
  compared: Span | undefined;
}

export function Chart({ series, earlier, compared, view, moment, set }: ChartProps) {
  const locale = useLocale();
  const { texts } = locale;
  const canvas = useCanvas();
  const { shown, isStale } = series;
  // The chart tells of the days and the metric that its numbers belong to, not of those on their way.
  const drawn = shown?.about.view ?? view;
  const label = locale.nameMetric(drawn.figure, moment.viewer);
  const second = drawn.second && locale.nameMetric(drawn.second, moment.viewer);
  const before = isStale || earlier?.days.isStale ? undefined : earlier?.days.shown;
  const plot = useMemo((): Plot | undefined => {
    if (!shown) return undefined;
    const { span } = shown.about;
    const create = (figure: string): Line =>
      createLine(figure, moment.viewer, listPoints(shown.data, span, figure, drawn.timezone, moment));
    const earlierPoints =
      before &&
      listPoints(before.data, before.about.span, drawn.figure, drawn.timezone, moment, findStep(span));
    const main = create(drawn.figure);
    return {
      ...main,
      before: earlierPoints ? alignPoints(earlierPoints, main.points) : [],
      second: drawn.second ? create(drawn.second) : undefined,
    };
  }, [shown?.data, shown?.about.span.from, shown?.about.span.to, before?.data, drawn, moment]);
  const selectDays = (from: Point | undefined, to: Point | undefined) => {
    if (from?.step === "date" && to) set({ period: { from: from.day, to: to.day } });
  };
  return (
    <section
      class={`chart ${isStale ? "stale" : ""}`}
      aria-label={texts.chart.over(label)}
      aria-busy={series.isLoading}
    >
      <div class="chart-head">
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

/** No points beside those of the figure, and none beside what has not been yet. */
function alignPoints(before: Point[], points: readonly Point[]): Point[] {
  const end = points.findIndex(({ value, isOpen }) => value === undefined && !isOpen);
  const isAhead = end >= 0 && points.slice(end).every(({ value }) => value === undefined);
  return isAhead && points[0]?.step === "hour" ? before.slice(0, end) : before.slice(0, points.length);
}

interface LegendProps {
  label: string;
  second: string | undefined;
  span: Span;
  before: Span | undefined;
  /** Until it is, the legend keeps its room. */
  isBeforeReady: boolean;
}

function Legend({ label, second, span, before, isBeforeReady }: LegendProps) {
  const locale = useLocale();
  return (
    <p class="key">
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
    <label class="second">
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
