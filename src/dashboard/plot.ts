/** How points become lines: the only file that knows the chart library's options. */
import type uPlot from "uplot";
import type { Unit } from "../protocol/statistics.ts";
import { formatShort } from "./format.ts";
import type { Point } from "./reports.ts";

/** Where the stretch that is not over stands among the series. */
const OPEN = 3;

export interface Plot {
  points: Point[];
  /** The period before, point by point; empty without comparison. */
  before: Point[];
  unit: Unit;
}

/** Positions; the period before; what is over; the stretch to what is not over yet. */
export function seriesOf({ points, before }: Plot): uPlot.AlignedData {
  const open = points.findIndex((point) => point.open);
  const value = (point: Point | undefined) => point?.value ?? null;
  const over = points.map((point) => (point.open ? null : value(point)));
  const stretch = points.map((point, at) =>
    open >= 0 && (at === open || at === open - 1) ? value(point) : null,
  );
  return [points.map((_, at) => at), points.map((_, at) => value(before[at])), over, stretch];
}

export function plotOptions(
  frame: HTMLElement,
  plot: Plot,
  onPoint: (index: number | null | undefined) => void,
): uPlot.Options {
  const style = getComputedStyle(frame);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const size = Number.parseFloat(style.fontSize);
  const font = `${size}px ${style.fontFamily}`;
  const [ink, line, accent, before] = ["--muted", "--line", "--accent", "--before"].map(colour) as Four;
  return {
    width: frame.clientWidth,
    height: frame.clientHeight,
    padding: [size, size * 2.2, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      move: (u, left, top) => [left < 0 ? left : u.valToPos(u.posToIdx(left), "x"), top],
      drag: { setScale: false, x: false, y: false },
      points: { size: size * 0.7 },
    },
    scales: {
      x: { time: false, range: (_, min, max) => (min === max ? [min - 1, max + 1] : [min, max]) },
      y: { range: fromZero },
    },
    axes: [
      {
        stroke: ink,
        font,
        size: size * 2.2,
        gap: size * 0.6,
        grid: { show: false },
        ticks: { show: false },
        splits: (u) => labelled(plot.points.length, u.width, size),
        values: (_, splits) => splits.map((at) => plot.points[at]?.short ?? ""),
      },
      {
        stroke: ink,
        font,
        size: size * 4.2,
        gap: size * 0.6,
        grid: { stroke: line, width: 1 },
        ticks: { show: false },
        space: size * 3,
        values: (_, splits) => splits.map((value) => formatShort(value, plot.unit)),
      },
    ],
    series: [
      {},
      { stroke: before, width: 1.5, dash: [2, 4], points: { show: false } },
      { stroke: accent, width: 2, fill: (u) => fade(u, accent), points: { show: plot.points.length < 3 } },
      { stroke: accent, width: 2, dash: [4, 4], points: { show: true, size: size * 0.6, filter: openAt } },
    ],
    hooks: {
      setCursor: [
        (u) => onPoint(u.cursor.left !== undefined && u.cursor.left >= 0 ? u.cursor.idx : undefined),
      ],
    },
  };
}

/** Of the last stretch, its end alone is marked: that number still moves. */
function openAt(u: uPlot, _: number, show: boolean): number[] | null {
  const stretch = u.data[OPEN] ?? [];
  const last = stretch.findLastIndex((value) => value !== null);
  return show || last >= 0 ? [last] : null;
}

type Four = [string, string, string, string];

function fromZero(_: uPlot, __: number, max: number | null): [number, number] {
  return [0, max ? max * 1.08 : 1];
}

/** Positions with a label under them: as many as fit, from the last one back. */
function labelled(count: number, width: number, size: number): number[] {
  const fit = Math.max(1, Math.floor(width / (size * 6.5)));
  const step = Math.max(1, Math.ceil(count / fit));
  const positions: number[] = [];
  for (let at = count - 1; at >= 0; at -= step) positions.unshift(at);
  return positions;
}

function fade(u: uPlot, colour: string): CanvasGradient {
  const gradient = u.ctx.createLinearGradient(0, u.bbox.top, 0, u.bbox.top + u.bbox.height);
  gradient.addColorStop(0, `${colour}24`);
  gradient.addColorStop(1, `${colour}00`);
  return gradient;
}
