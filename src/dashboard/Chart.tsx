/** One figure over time, beside the period before: to see, to point at, to step through by keys, and as a table. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import type { Unit } from "../protocol/statistics.ts";
import type { Answer } from "./answers.ts";
import type { Compared } from "./Figures.tsx";
import { changeOf, formatSpan, formatValue, metricOf } from "./format.ts";
import { hoursBegun, type Span } from "./period.ts";
import { type Plot, plotOptions, seriesOf } from "./plot.ts";
import { type AnyReport, isToday, type Point, pointsOf } from "./reports.ts";
import type { View } from "./view.ts";

export interface ChartProps {
  view: View;
  span: Span;
  series: Answer<AnyReport>;
  compared: Compared | undefined;
  now: number;
}

export function Chart({ view, span, series, compared, now }: ChartProps) {
  const metric = metricOf(view.figure, view.role);
  const label = metric?.label ?? view.figure;
  const points = usePoints(series, span, view, now);
  const earlier = usePoints(compared?.answer, compared?.span, view, now);
  // Of the day before, only the hours that today has had were asked for.
  const before = isToday(view.period, now) ? earlier.slice(0, hoursBegun(span.from, now)) : earlier;
  const plot: Plot = { points, before, unit: metric?.unit ?? "count" };
  return (
    <section
      class={`chart ${series.stale && series.data ? "stale" : ""}`}
      aria-label={`${label} over time`}
      aria-busy={series.loading}
    >
      <div class="chart-head">
        <h2>{label}</h2>
        <p class="key">
          <i class="line" aria-hidden="true" /> {formatSpan(span)}
          {compared && (
            <span>
              <i class="line line-before" aria-hidden="true" /> {formatSpan(compared.span)}
            </span>
          )}
        </p>
      </div>
      <Canvas
        plot={plot}
        label={label}
        empty={series.data !== undefined && points.every(({ value }) => !value)}
      />
      <TextForm plot={plot} label={label} compared={compared} />
    </section>
  );
}

/** The points of the data that is shown, which may belong to a span before the one asked for. */
function usePoints(
  answer: Answer<AnyReport> | undefined,
  span: Span | undefined,
  view: View,
  now: number,
): Point[] {
  const shown = useRef<{ span: Span; figure: string } | undefined>(undefined);
  if (answer && span && !answer.stale) shown.current = { span, figure: view.figure };
  const data = answer?.data;
  return useMemo(() => {
    if (!data || !shown.current) return [];
    return pointsOf(data, shown.current.span, view.figure, view.timezone, now);
  }, [data, answer?.stale, view.figure, view.timezone, now, JSON.stringify(shown.current)]);
}

function Canvas({ plot, label, empty }: { plot: Plot; label: string; empty: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | undefined>(undefined);
  const [at, setAt] = useState<number>();
  const scheme = useScheme();
  const shape = `${plot.points.length} ${plot.before.length} ${plot.unit} ${plot.points[0]?.long} ${scheme}`;

  useEffect(() => {
    const element = frame.current;
    if (!element || !plot.points.length) return;
    const made = new uPlot(
      plotOptions(element, plot, (index) => setAt(index ?? undefined)),
      seriesOf(plot),
      element,
    );
    chart.current = made;
    const observer = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      chart.current = undefined;
    };
  }, [shape]);
  useEffect(() => chart.current?.setData(seriesOf(plot)), [plot.points, plot.before]);

  const last = plot.points.length - 1;
  const step = (event: KeyboardEvent) => {
    const to = steps(event.key, at ?? last, last);
    const u = chart.current;
    if (to === undefined || !u) return;
    event.preventDefault();
    u.setCursor({ left: u.valToPos(to, "x"), top: u.bbox.height / devicePixelRatio / 2 });
  };
  const point = at === undefined ? undefined : plot.points[at];
  return (
    <div
      class="canvas"
      role="slider"
      tabIndex={0}
      aria-label={`${label}, point by point`}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={at ?? Math.max(0, last)}
      aria-valuetext={textOf(plot, at ?? last)}
      onKeyDown={step}
      onBlur={() => chart.current?.setCursor({ left: -10, top: -10 })}
    >
      <div class="canvas-frame" ref={frame} />
      {empty && <p class="canvas-empty">Nothing in this period.</p>}
      {point && at !== undefined && <Tip plot={plot} at={at} left={chart.current?.valToPos(at, "x") ?? 0} />}
    </div>
  );
}

function steps(key: string, at: number, last: number): number | undefined {
  const to: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageUp: at - 7,
    PageDown: at + 7,
    Home: 0,
    End: last,
  };
  const target = to[key];
  return target === undefined ? undefined : Math.min(last, Math.max(0, target));
}

function textOf({ points, before, unit }: Plot, at: number): string {
  const point = points[at];
  if (!point) return "No data";
  const was = before[at] ? `; ${before[at].long}: ${formatValue(before[at].value, unit)}` : "";
  return `${point.long}: ${formatValue(point.value, unit)}${was}`;
}

function Tip({ plot: { points, before, unit }, at, left }: { plot: Plot; at: number; left: number }) {
  const point = points[at];
  const was = before[at];
  const change = changeOf(point?.value, was?.value);
  const side = at > points.length / 2 ? "tip-left" : "tip-right";
  return (
    <div class={`tip ${side}`} style={{ "--at": `${left}px` }} aria-hidden="true">
      <p>
        <span>{point?.long}</span>
        <b>{formatValue(point?.value, unit)}</b>
      </p>
      {was && (
        <p class="tip-before">
          <span>{was.long}</span>
          <b>{formatValue(was.value, unit)}</b>
        </p>
      )}
      {point?.open ? (
        <small>not over yet</small>
      ) : (
        change &&
        change.direction !== "same" && (
          <small>
            <i class={`arrow arrow-${change.direction}`} /> {change.text}
          </small>
        )
      )}
    </div>
  );
}

/** Changes when the colours do. */
function useScheme(): boolean {
  const query = useMemo(() => matchMedia("(prefers-color-scheme: dark)"), []);
  const [dark, setDark] = useState(query.matches);
  useEffect(() => {
    const follow = () => setDark(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [query]);
  return dark;
}

interface TextFormProps {
  plot: { points: Point[]; before: Point[]; unit: Unit };
  label: string;
  compared: Compared | undefined;
}

function TextForm({ plot: { points, before, unit }, label, compared }: TextFormProps) {
  const [open, setOpen] = useState(false);
  return (
    <details class="text-form" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
        <section class="scroll" aria-label={`${label} as a table`} tabIndex={0}>
          <table class="numbers">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">{label}</th>
                {compared && <th scope="col">{formatSpan(compared.span)}</th>}
              </tr>
            </thead>
            <tbody>
              {points.map((point, at) => (
                <tr key={point.long}>
                  <th scope="row">{point.long}</th>
                  <td>{formatValue(point.value, unit)}</td>
                  {compared && <td>{formatValue(before[at]?.value, unit)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
