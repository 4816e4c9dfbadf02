/** Converts points to lines. The only file with options of the chart library. */
import type uPlot from "uplot";
import type { Unit } from "../../../protocol/statistics.ts";
import type { Locale } from "../../texts/locale.ts";
import type { Point } from "./series.ts";
import { createScale, type Scale } from "./ticks.ts";

export interface Line {
  points: Point[];
  unit: Unit;
  /** Whether it is a ratio, whose axis need not start at zero. */
  isRate: boolean;
}

export interface Plot extends Line {
  /** Points of the compared days; empty without comparison. */
  before: Point[];
  /** Second metric for the same days, with an axis of its own. */
  second: Line | undefined;
}

export interface PlotEvents {
  onPoint(index: number | undefined): void;
  /** Called when the user drags from one point to another. */
  onSelect(from: number, to: number): void;
}

/** Index of the incomplete part among the series. */
const OPEN = 3;
/** Minimum pixels of a drag; less is a click. */
const DRAG_PX = 8;

/** Returns positions, compared days, complete part, incomplete part and second metric. */
export function listSeries({ points, before, second }: Plot): uPlot.AlignedData {
  const open = points.findIndex((point) => point.isOpen);
  const over = points.map((point) => (point.isOpen ? null : read(point)));
  const stretch = points.map((point, at) =>
    open >= 0 && (at === open || at === open - 1) ? read(point) : null,
  );
  const other = points.map((_, at) => read(second?.points[at]));
  return [points.map((_, at) => at), points.map((_, at) => read(before[at])), over, stretch, other];
}

function read(point: Point | undefined): number | null {
  return point?.value ?? null;
}

/** Reads the style sheet's colours as the browser resolves them, also with forced colours. */
function resolveColours(frame: HTMLElement) {
  const probe = frame.appendChild(document.createElement("i"));
  // Otherwise a forced colour would replace a transparent one.
  probe.style.setProperty("forced-color-adjust", "none");
  const resolve = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    ink: resolve("--muted"),
    line: resolve("--line"),
    accent: resolve("--accent"),
    fill: resolve("--accent-fill"),
    before: resolve("--before"),
    second: resolve("--second"),
  };
  probe.remove();
  return colours;
}

interface Scales {
  main: Scale;
  /** Scale of the second metric. */
  other: Scale | undefined;
}

/** Values shared by the parts of a drawing. */
interface Layout extends Scales {
  plot: Plot;
  locale: Locale;
  colours: ReturnType<typeof resolveColours>;
  /** Font size in pixels. */
  size: number;
  font: string;
}

export function createOptions(
  frame: HTMLElement,
  plot: Plot,
  locale: Locale,
  events: PlotEvents,
): uPlot.Options {
  const layout = createLayout(frame, plot, locale);
  const { size, main, other } = layout;
  return {
    width: frame.clientWidth,
    height: frame.clientHeight,
    padding: [size, other ? 0 : size * 2.2, 0, 0],
    legend: { show: false },
    cursor: createCursor(size),
    scales: {
      x: { time: false, range: (_, min, max) => (min === max ? [min - 1, max + 1] : [min, max]) },
      y: { range: () => [main.min, main.max] },
      ...(other && { second: { range: (): [number, number] => [other.min, other.max] } }),
    },
    axes: createAxes(layout),
    series: createSeries(layout),
    hooks: createHooks(events),
  };
}

function createLayout(frame: HTMLElement, plot: Plot, locale: Locale): Layout {
  const style = getComputedStyle(frame);
  const colours = resolveColours(frame);
  const size = Number.parseFloat(style.fontSize);
  const font = `${size}px ${style.fontFamily}`;
  const most = Math.max(2, Math.floor(frame.clientHeight / (size * 4)));
  return { plot, locale, colours, size, font, ...createScales(plot, most, locale) };
}

function createCursor(size: number): uPlot.Cursor {
  return {
    y: false,
    // A drag follows the mouse, because one that snaps to points could have no width.
    move: (u, left, top) => [
      left < 0 || u.cursor.event?.buttons ? left : u.valToPos(u.posToIdx(left), "x"),
      top,
    ],
    drag: { setScale: false, x: true, y: false, dist: DRAG_PX },
    points: { size: size * 0.7 },
  };
}

/** Creates the axes of time, metric and second metric. */
function createAxes({ plot, locale, colours, size, font, main, other }: Layout): uPlot.Axis[] {
  const axis = { stroke: colours.ink, font, gap: size * 0.6, ticks: { show: false } };
  return [
    {
      ...axis,
      size: size * 2.2,
      grid: { show: false },
      splits: (u) => placeLabels(plot.points.length, u.width, size),
      values: (_, splits) =>
        splits.map((at) => {
          const point = plot.points[at];
          return point ? locale.formatPoint(point).short : "";
        }),
    },
    { ...axis, ...labelAxis(main, plot.unit, locale, size), grid: { stroke: colours.line, width: 1 } },
    ...(other && plot.second
      ? [
          {
            ...axis,
            ...labelAxis(other, plot.second.unit, locale, size),
            stroke: colours.second,
            scale: "second",
            side: 1 as const,
            grid: { show: false },
          },
        ]
      : []),
  ];
}

/** Styles each series of `listSeries`. */
function createSeries({ plot, colours, size, other }: Layout): uPlot.Series[] {
  return [
    {},
    { stroke: colours.before, width: 1.5, dash: [2, 4], points: { show: false } },
    {
      stroke: colours.accent,
      width: 2,
      fill: (u) => fade(u, colours.fill),
      points: { show: plot.points.length < 3 },
    },
    {
      stroke: colours.accent,
      width: 2,
      dash: [4, 4],
      points: { show: true, size: size * 0.6, filter: findOpenPoint },
    },
    {
      ...(other && { scale: "second" }),
      show: other !== undefined,
      stroke: colours.second,
      width: 1.5,
      points: { show: false },
    },
  ];
}

export function createHooks({ onPoint, onSelect }: PlotEvents): uPlot.Hooks.Arrays {
  return {
    setCursor: [
      ({ cursor: { left = -1, idx } }) => onPoint(left >= 0 && typeof idx === "number" ? idx : undefined),
    ],
    setSelect: [
      (u) => {
        const { left, width } = u.select;
        if (width < DRAG_PX) return;
        u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        onSelect(u.posToIdx(left), u.posToIdx(left + width));
      },
    ],
  };
}

/** Scales the metric with the compared days, and the second metric. `most`: maximum ticks. */
export function createScales(plot: Plot, most: number, locale: Pick<Locale, "hasDecimals">): Scales {
  return {
    main: scaleLine(plot, [...plot.points, ...plot.before], most, locale),
    other: plot.second && scaleLine(plot.second, plot.second.points, most, locale),
  };
}

function scaleLine(
  { unit, isRate }: Line,
  points: readonly Point[],
  most: number,
  { hasDecimals }: Pick<Locale, "hasDecimals">,
): Scale {
  const values = points.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return createScale(values, {
    most,
    isWhole: unit === "count" || (unit === "money" && !hasDecimals),
    isRate,
  });
}

/** Formats the labels of an axis, and fits its size to the longest one. */
function labelAxis({ ticks }: Scale, unit: Unit, locale: Locale, size: number) {
  const labels = locale.formatTicks(ticks, unit);
  const longest = Math.max(...labels.map(({ length }) => length));
  return { splits: () => ticks, values: () => labels, size: size * (1.4 + longest * 0.58) };
}

/** Marks only the last point of the incomplete part, whose number still changes. */
function findOpenPoint(u: uPlot, _: number, isShown: boolean): number[] | null {
  const stretch = u.data[OPEN] ?? [];
  const last = stretch.findLastIndex((value) => value !== null);
  return isShown || last >= 0 ? [last] : null;
}

/** Chooses evenly spaced positions for as many labels as fit, the last position included. */
export function placeLabels(count: number, width: number, size: number): number[] {
  const fit = Math.max(1, Math.floor(width / (size * 6.5)));
  const step = Math.max(1, Math.ceil(count / fit));
  const positions: number[] = [];
  for (let at = count - 1; at >= 0; at -= step) positions.unshift(at);
  return positions;
}

function fade(u: uPlot, colour: string): CanvasGradient {
  const gradient = u.ctx.createLinearGradient(0, u.bbox.top, 0, u.bbox.top + u.bbox.height);
  gradient.addColorStop(0, colour);
  gradient.addColorStop(1, "transparent");
  return gradient;
}

/** Whether two lines are of the same times, with whatever values. */
export function hasSamePoints(some: readonly Point[], others: readonly Point[]): boolean {
  const isSame = (a: Point | undefined, b: Point | undefined) =>
    a?.step === b?.step && a?.day === b?.day && a?.hour === b?.hour;
  return some.length === others.length && isSame(some[0], others[0]) && isSame(some.at(-1), others.at(-1));
}
