/** Draws the chart in its frame, and redraws it when numbers, size or colours change. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import type { Locale } from "../../texts/locale.ts";
import { createOptions, hasSamePoints, listSeries, type Plot } from "./plot.ts";
import type { Point } from "./series.ts";

export interface Drawing {
  /** Undefined until the chart is drawn. */
  chart: RefObject<uPlot | undefined>;
  /** Position of the pointer or keyboard cursor. */
  at: number | undefined;
}

export function useDrawing(
  frame: RefObject<HTMLElement | null>,
  plot: Plot,
  locale: Locale,
  onSelect: (from: Point | undefined, to: Point | undefined) => void,
): Drawing {
  const chart = useRef<uPlot | undefined>(undefined);
  const drawn = useRef<Plot | undefined>(undefined);
  const [at, setAt] = useState<number>();
  const colours = useColours();
  const latest = useRef({ onSelect, at });
  latest.current = { onSelect, at };
  const runAfterDrag = useDrag(frame);

  // Before the next key or pointer event, which must not act on the previous chart.
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const draw = () => {
      chart.current?.destroy();
      const select = (from: number, to: number) =>
        latest.current.onSelect(plot.points[from], plot.points[to]);
      const options = createOptions(element, plot, locale, { onPoint: setAt, onSelect: select });
      const made = new uPlot(options, listSeries(plot), element);
      chart.current = made;
      // Automatic updates keep the user's cursor; in another period it would be at another time.
      const index = latest.current.at;
      if (drawn.current && !hasSamePoints(drawn.current.points, plot.points)) setAt(undefined);
      else if (index !== undefined) queueMicrotask(() => pointAt(made, index));
      drawn.current = plot;
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
  return { chart, at };
}

export function pointAt(chart: uPlot, index: number): void {
  chart.setCursor({ left: chart.valToPos(index, "x"), top: chart.bbox.height / devicePixelRatio / 2 });
}

/** Delays redrawing during a drag, which has to end on the chart on which it began. */
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
    // The chart gets the event first, because it listens on the document.
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

const SCHEMES = ["(prefers-color-scheme: dark)", "(forced-colors: active)", "print"];

/** Returns a number that changes with the colours: by the system's or the page's theme. */
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
