/** The drawing of a chart: pointed at by mouse or finger, stepped through by keys. Loaded after the page, with its library. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { type Locale, useLocale } from "./locale.ts";
import { computeChange } from "./metrics.ts";
import { createOptions, listSeries, type Plot } from "./plot.ts";
import type { Point } from "./series.ts";

interface CanvasProps {
  plot: Plot;
  label: string;
  second: string | undefined;
  onSelect(from: Point | undefined, to: Point | undefined): void;
}

export function Canvas({ plot, label, second, onSelect }: CanvasProps) {
  const locale = useLocale();
  const { chart: texts } = locale.texts;
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | undefined>(undefined);
  const [at, setAt] = useState<number>();
  const colours = useColours();
  const latest = useRef({ onSelect, at });
  latest.current = { onSelect, at };
  const runAfterDrag = useDrag(frame);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const draw = () => {
      chart.current?.destroy();
      const select = (from: number, to: number) =>
        latest.current.onSelect(plot.points[from], plot.points[to]);
      const options = createOptions(element, plot, locale, { onPoint: setAt, onSelect: select });
      const made = new uPlot(options, listSeries(plot), element);
      chart.current = made;
      // Numbers that update by themselves leave a person at the point that is looked at.
      const index = latest.current.at;
      if (index !== undefined) queueMicrotask(() => pointAt(made, index));
    };
    runAfterDrag(draw);
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width !== chart.current?.width || height !== chart.current.height) runAfterDrag(draw);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [plot, locale, colours]);
  useEffect(() => () => chart.current?.destroy(), []);

  const last = plot.points.length - 1;
  const step = (event: KeyboardEvent) => {
    const to = findStepped(event.key, at ?? last, last);
    const u = chart.current;
    if (to === undefined || !u) return;
    event.preventDefault();
    pointAt(u, to);
  };
  const isEmpty = plot.points.every(({ value }) => !value);
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
      {isEmpty && <p class="canvas-empty">{texts.empty}</p>}
      {index !== undefined && chart.current && (
        <Tip plot={plot} at={index} second={second} left={findLeft(chart.current, index)} />
      )}
    </div>
  );
}

/**
 * A drag ends on the chart on which it began. New numbers, another minute or other colours draw another one: that waits
 * until the button is up.
 */
function useDrag(frame: RefObject<HTMLElement | null>): (draw: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      waiting.current?.();
      waiting.current = undefined;
    };
    const element = frame.current;
    element?.addEventListener("mousedown", press);
    // The chart gets the event first: it listens on the document.
    addEventListener("mouseup", release);
    return () => {
      element?.removeEventListener("mousedown", press);
      removeEventListener("mouseup", release);
      waiting.current = undefined;
    };
  }, []);
  return (draw) => {
    if (isPressed.current) waiting.current = draw;
    else draw();
  };
}

function pointAt(chart: uPlot, index: number): void {
  chart.setCursor({ left: chart.valToPos(index, "x"), top: chart.bbox.height / devicePixelRatio / 2 });
}

/** Where a point is, from the left edge of the frame. */
function findLeft(chart: uPlot, index: number): number {
  return chart.bbox.left / devicePixelRatio + chart.valToPos(index, "x");
}

function findStepped(key: string, at: number, last: number): number | undefined {
  const targets = new Map([
    ["ArrowLeft", at - 1],
    ["ArrowRight", at + 1],
    ["PageUp", at - 7],
    ["PageDown", at + 7],
    ["Home", 0],
    ["End", last],
  ]);
  const target = targets.get(key);
  return target === undefined ? undefined : Math.min(last, Math.max(0, target));
}

function describePoint({ points, before, unit, second }: Plot, at: number, locale: Locale): string {
  const describe = (point: Point | undefined) =>
    point && `${locale.formatPoint(point).long}: ${locale.formatValue(point.value, unit)}`;
  const other = second && locale.formatValue(second.points[at]?.value, second.unit);
  const parts = [describe(points[at]), other, describe(before[at])].filter((part) => part !== undefined);
  return parts.join("; ") || locale.texts.chart.noData;
}

interface TipProps {
  plot: Plot;
  at: number;
  second: string | undefined;
  /** Of the point, in pixels. */
  left: number;
}

const TIP_GAP = 12;

function Tip({ plot: { points, before, unit, second: other }, at, second, left }: TipProps) {
  const locale = useLocale();
  const tip = useRef<HTMLDivElement>(null);
  // Beside the point where there is room, and never past the edges of the chart.
  useLayoutEffect(() => {
    const element = tip.current;
    const room = element?.parentElement?.clientWidth ?? 0;
    if (!element) return;
    const right = left + TIP_GAP;
    const beside = right + element.offsetWidth <= room ? right : left - TIP_GAP - element.offsetWidth;
    const most = Math.max(0, room - element.offsetWidth);
    element.style.left = `${Math.min(most, Math.max(0, beside))}px`;
  });
  const point = points[at];
  const was = before[at];
  if (!point) return null;
  const change = point.isOpen ? undefined : computeChange(point.value, was?.value);
  return (
    <div class="tip" ref={tip} aria-hidden="true">
      <p>
        <span>{locale.formatPoint(point).long}</span>
        <b>{locale.formatValue(point.value, unit)}</b>
      </p>
      {other && (
        <p>
          <span>{second}</span>
          <b>{locale.formatValue(other.points[at]?.value, other.unit)}</b>
        </p>
      )}
      {was && (
        <p class="tip-before">
          <span>{locale.formatPoint(was).long}</span>
          <b>{locale.formatValue(was.value, unit)}</b>
        </p>
      )}
      {point.isOpen && <small>{locale.texts.chart.open}</small>}
      {change && change.direction !== "same" && (
        <small>
          <i class={`arrow arrow-${change.direction}`} /> {locale.formatChange(change)}
        </small>
      )}
    </div>
  );
}

const SCHEMES = ["(prefers-color-scheme: dark)", "(forced-colors: active)"];

/** Another value whenever colours change: by the system, or by the page's theme. */
function useColours(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const follow = () => setCount((last) => last + 1);
    const queries = SCHEMES.map((query) => matchMedia(query));
    for (const query of queries) query.addEventListener("change", follow);
    const observer = new MutationObserver(follow);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      for (const query of queries) query.removeEventListener("change", follow);
      observer.disconnect();
    };
  }, []);
  return count;
}
