/** Draws the main results of this run as charts that are readable on light and dark backgrounds. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Contender } from "./contenders.ts";
import { compress } from "./mockServers.ts";
import { median } from "./ratio.ts";
import { listRunners, type Measured } from "./report.ts";
import { formatNumber } from "./tables.ts";

const IMAGES = join(import.meta.dirname, "../../docs/images");

/** Slowdown shown in the charts: about that of a cheap phone. */
const SHOWN = 4;

interface Series {
  title: string;
  isOurs: boolean;
  points: { x: number; y: number }[];
}

export async function writeSizeChart(contenders: Contender[]): Promise<void> {
  const sizes = listRunners(contenders).map(({ name, title, script = Buffer.alloc(0) }) => ({
    title,
    isOurs: name === "zonetag",
    value: compress(script).length,
  }));
  await writePicture("size", drawBars("Script to download (bytes, Brotli)", sizes));
}

export async function writeTimeCharts(contenders: Contender[], measured: Measured[]): Promise<void> {
  const runners = listRunners(contenders);
  const slowed = measured.filter(({ cell }) => cell.mode === "banners" && cell.slowdown === SHOWN);
  const readSeries = (of: (visit: { script: number; longestTask: number }) => number): Series[] =>
    runners.map(({ name, title }) => ({
      title,
      isOurs: name === "zonetag",
      points: slowed
        .map(({ cell, visits }) => ({ x: cell.zones, y: median((visits[name] ?? []).map(of)) }))
        .filter(({ y }) => Number.isFinite(y)),
    }));
  const script = readSeries((v) => v.script);
  await writePicture(
    "script-time",
    drawLines(`Script time by zones, processor ${SHOWN}× slower (ms)`, script),
  );
  const longest = readSeries((v) => v.longestTask);
  await writePicture(
    "longest-task",
    drawLines(`Longest task by zones, processor ${SHOWN}× slower (ms)`, longest),
  );
}

async function writePicture(name: string, svg: string): Promise<void> {
  await mkdir(IMAGES, { recursive: true });
  await writeFile(join(IMAGES, `bench-${name}.svg`), svg);
}

const WIDTH = 720;
const STYLE = `text{font:13px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#57606a}
.title{font-size:16px;font-weight:600;fill:#1f2328}.ours{font-weight:600;fill:#0b6bcb}
.grid{stroke:#d0d7de}.line{fill:none;stroke:#8c959f;stroke-width:1.75}.line.ours{stroke:#0b6bcb;stroke-width:3}
.dot,.bar{fill:#8c959f}.dot.ours,.bar.ours{fill:#0b6bcb}
@media (prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#f0f6fc}.ours{fill:#58a6ff}.grid{stroke:#3d444d}
.line,.line.ours{fill:none}.line{stroke:#767e89}.line.ours{stroke:#58a6ff}.dot,.bar{fill:#767e89}
.dot.ours,.bar.ours{fill:#58a6ff}}`;

function drawFrame(title: string, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">
<style>${STYLE}</style>
<text class="title" x="16" y="28">${title}</text>
${body}
</svg>
`;
}

function drawBars(title: string, rows: { title: string; isOurs: boolean; value: number }[]): string {
  const [left, step, top] = [130, 34, 50];
  const most = Math.max(...rows.map(({ value }) => value));
  const room = WIDTH - left - 90;
  const body = rows.map(({ title: name, isOurs, value }, at) => {
    const y = top + at * step;
    const width = Math.max(2, (value / most) * room);
    const kind = isOurs ? " ours" : "";
    return `<text class="name${kind}" x="${left - 10}" y="${y + 15}" text-anchor="end">${name}</text>
<rect class="bar${kind}" x="${left}" y="${y}" width="${formatCoordinate(width)}" height="20" rx="3"/>
<text class="value${kind}" x="${formatCoordinate(left + width + 8)}" y="${y + 15}">${formatNumber(value)}</text>`;
  });
  return drawFrame(title, top + rows.length * step + 8, body.join("\n"));
}

/** Draws lines on two logarithmic axes: a line parallel to the grid's diagonal is linear. */
function drawLines(title: string, series: Series[]): string {
  const height = 380;
  const box = { left: 56, right: WIDTH - 160, top: 52, bottom: height - 48 };
  const zones = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const values = series.flatMap(({ points }) => points.map(({ y }) => y)).filter((y) => y > 0);
  const decades = listIntegers(
    Math.floor(Math.log10(Math.min(...values))),
    Math.ceil(Math.log10(Math.max(...values))),
  );
  const [low = 0, high = 1] = [decades[0], decades.at(-1)];
  const x = createScale([Math.log10(zones[0] ?? 1), Math.log10(zones.at(-1) ?? 10)], [box.left, box.right]);
  const y = createScale([low, high], [box.bottom, box.top]);
  const placePoint = (point: { x: number; y: number }) =>
    `${formatCoordinate(x(Math.log10(point.x)))},${formatCoordinate(y(Math.log10(point.y)))}`;
  const grid = decades.map((decade) => {
    const at = formatCoordinate(y(decade));
    return `<line class="grid" x1="${box.left}" x2="${box.right}" y1="${at}" y2="${at}"/>
<text x="${box.left - 8}" y="${formatCoordinate(y(decade) + 4)}" text-anchor="end">${formatNumber(10 ** decade)}</text>`;
  });
  const ticks = zones.map((count) => {
    const unit = count === 1 ? "1 zone" : count;
    return `<text x="${formatCoordinate(x(Math.log10(count)))}" y="${box.bottom + 22}" text-anchor="middle">${unit}</text>`;
  });
  const ends = separateLabels(
    series.map(({ points }) => (points.at(-1) ? y(Math.log10(points.at(-1)?.y ?? 1)) : Number.NaN)),
    17,
  );
  const drawn = series.map(({ title: name, isOurs, points }, at) => {
    const kind = isOurs ? " ours" : "";
    const last = points.at(-1);
    if (!last) return "";
    const dots = points.map((point) => {
      const [cx, cy] = placePoint(point).split(",");
      return `<circle class="dot${kind}" cx="${cx}" cy="${cy}" r="${isOurs ? 4 : 3}"/>`;
    });
    const end = x(Math.log10(last.x)) + 10;
    return `<polyline class="line${kind}" points="${points.map(placePoint).join(" ")}"/>${dots.join("")}
<text class="name${kind}" x="${formatCoordinate(end)}" y="${formatCoordinate((ends[at] ?? 0) + 4)}">${name} ${formatNumber(last.y)}</text>`;
  });
  return drawFrame(title, height, [...grid, ...ticks, ...drawn].join("\n"));
}

/** Moves labels down so that none overlaps the one above it. */
function separateLabels(tops: number[], gap: number): number[] {
  const order = tops.map((_, at) => at).sort((a, b) => (tops[a] ?? 0) - (tops[b] ?? 0));
  let last = Number.NEGATIVE_INFINITY;
  const moved = [...tops];
  for (const at of order) {
    last = Math.max(moved[at] ?? 0, last + gap);
    moved[at] = last;
  }
  return moved;
}

function createScale(
  [from, to]: [number, number],
  [start, end]: [number, number],
): (value: number) => number {
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

function listIntegers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

function formatCoordinate(value: number): string {
  return value.toFixed(1);
}
