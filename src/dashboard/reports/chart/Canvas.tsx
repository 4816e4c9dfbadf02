/** Interactive chart for mouse, touch and keyboard. Loaded after the page, with its library. */
import { useRef } from "preact/hooks";
import type uPlot from "uplot";
import { type Locale, useLocale } from "../../texts/locale.ts";
import { findStepped } from "./findStepped.ts";
import type { Plot } from "./plot.ts";
import type { Point } from "./series.ts";
import { Tip } from "./Tip.tsx";
import { pointAt, useDrawing } from "./useDrawing.ts";

interface CanvasProps {
  plot: Plot;
  label: string;
  second: string | undefined;
  onSelect(from: Point | undefined, to: Point | undefined): void;
}

export function Canvas({ plot, label, second, onSelect }: CanvasProps) {
  const locale = useLocale();
  const texts = locale.texts.chart;
  const frame = useRef<HTMLDivElement>(null);
  const { chart, at } = useDrawing(frame, plot, locale, onSelect);
  const last = plot.points.length - 1;
  const step = (event: KeyboardEvent) => {
    const to = findStepped(event.key, at ?? last, last);
    const u = chart.current;
    if (to === undefined || !u) return;
    event.preventDefault();
    pointAt(u, to);
  };
  const isEmpty = plot.points.every(({ value }) => !value);
  // Zero for this metric only: others may have been counted.
  const total = plot.points.some(({ value }) => value === 0) ? 0 : undefined;
  const index = at !== undefined && at <= last ? at : undefined;
  return (
    <div
      class="canvas"
      role="slider"
      tabIndex={0}
      aria-label={texts.points(label)}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={index ?? Math.max(0, last)}
      aria-valuetext={describePoint(plot, index ?? last, locale)}
      onKeyDown={step}
      onBlur={() => chart.current?.setCursor({ left: -10, top: -10 })}
    >
      <div class="canvas-frame" ref={frame} />
      {isEmpty && (
        <p class="canvas-empty">
          {label}: {locale.formatValue(total, plot.unit)}
        </p>
      )}
      {index !== undefined && chart.current && (
        <Tip plot={plot} at={index} second={second} left={findLeft(chart.current, index)} />
      )}
    </div>
  );
}

/** Returns the distance of a point from the left edge of the frame. */
function findLeft(chart: uPlot, index: number): number {
  return chart.bbox.left / devicePixelRatio + chart.valToPos(index, "x");
}

function describePoint({ points, before, unit, second }: Plot, at: number, locale: Locale): string {
  const describe = (point: Point | undefined) =>
    point && `${locale.formatPoint(point).long}: ${locale.formatValue(point.value, unit)}`;
  const other = second && locale.formatValue(second.points[at]?.value, second.unit);
  const parts = [describe(points[at]), other, describe(before[at])].filter((part) => part !== undefined);
  return parts.join("; ") || locale.texts.chart.noData;
}
