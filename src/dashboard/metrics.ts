/** Metrics by their keys, such as `base.ctr`: which an account has, and what a record says of one. */
import {
  BLOCKS,
  type Block,
  listBlocks,
  listMetrics,
  type MetricDefinition,
  ORDER_METRICS,
  type OrderFieldOf,
  type ProjectionOf,
  type Role,
  type Viewer,
} from "../protocol/statistics.ts";
import { listKeys } from "../protocol/tables.ts";

/** The keys of every metric that a viewer may see, in the table's order. */
export function listMetricKeys(viewer: Viewer): string[] {
  return listBlocks(viewer).flatMap((block) =>
    Object.keys(listMetrics(block, viewer)).map((name) => `${block}.${name}`),
  );
}

/** The definition of a metric; undefined where the viewer has no such metric. */
export function findMetric(key: string, viewer: Viewer): MetricDefinition | undefined {
  const block = findBlock(key);
  if (!block || !listBlocks(viewer).includes(block)) return undefined;
  const metrics = listMetrics(block, viewer);
  const name = readName(key);
  return Object.hasOwn(metrics, name) ? metrics[name] : undefined;
}

export function findBlock(key: string): Block | undefined {
  const name = key.slice(0, key.indexOf("."));
  return isBlock(name) ? name : undefined;
}

/** `ctr` of `base.ctr`. */
function readName(key: string): string {
  return key.slice(key.indexOf(".") + 1);
}

function isBlock(name: string): name is Block {
  return Object.hasOwn(BLOCKS, name);
}

/** A ratio says nothing while what it divides by is zero. */
export function isRatio(metric: MetricDefinition | undefined): boolean {
  return metric?.per !== undefined;
}

/** The value of a metric in a record or a total; undefined where there is none, and for a ratio without a divisor. */
export function readMetric(record: object | undefined, key: string, viewer: Viewer): number | undefined {
  const value = readNumber(record, key);
  const divisors = findDivisors(key, viewer).map((divisor) => readNumber(record, divisor));
  const isUndefined = divisors.length > 0 && divisors.every((divisor) => !divisor);
  return isUndefined ? undefined : value;
}

/** The same without what a part of the record adds to it: ratios go by what each of both divides by. */
export function readMetricWithout(
  record: object | undefined,
  part: object | undefined,
  key: string,
  viewer: Viewer,
): number | undefined {
  const [value, less] = [readMetric(record, key, viewer), readMetric(part, key, viewer)];
  if (value === undefined || less === undefined) return value;
  // Binary fractions leave a rest where nothing is left.
  if (!isRatio(findMetric(key, viewer))) return Math.round((value - less) * 1e9) / 1e9;
  const divisors = findDivisors(key, viewer);
  const sum = (each: object | undefined) =>
    divisors.reduce((total, name) => total + (readNumber(each, name) ?? 0), 0);
  const [all, some] = [sum(record), sum(part)];
  return all > some ? (value * all - less * some) / (all - some) : undefined;
}

function readNumber(record: object | undefined, key: string): number | undefined {
  const block = findBlock(key);
  if (!record || !block) return undefined;
  const holder: unknown = block === "base" ? record : Reflect.get(record, block);
  if (typeof holder !== "object" || holder === null) return undefined;
  const value: unknown = Reflect.get(holder, readName(key));
  return typeof value === "number" ? value : undefined;
}

/** The metrics whose sum a ratio divides by. */
export function findDivisors(key: string, viewer: Viewer): string[] {
  const per = findMetric(key, viewer)?.per;
  if (!per) return [];
  return listMetricKeys(viewer).filter((other) => {
    const { sum } = findMetric(other, viewer) ?? {};
    return sum?.length === 1 && per.some((term) => term === sum[0]);
  });
}

/** The projection of these metrics and of what they divide by. */
export function projectMetrics(keys: readonly string[], viewer: Viewer): ProjectionOf<Role> {
  const projection: Record<string, string[]> = {};
  for (const key of new Set(keys.flatMap((each) => [each, ...findDivisors(each, viewer)]))) {
    const block = findBlock(key);
    if (block) projection[block] = [...(projection[block] ?? []), readName(key)];
  }
  return projection;
}

/** The order field of a metric; undefined where the interface has none. */
export function findOrderField(key: string): OrderFieldOf<Role> | undefined {
  const name = readName(key);
  if (findBlock(key) === "goals" && isGoal(name)) return name;
  return listKeys(ORDER_METRICS).find((field) => ORDER_METRICS[field].join(".") === key);
}

function isGoal(name: string): name is `g${number}` | `ecpa${number}` {
  return /^(g|ecpa)\d+$/.test(name);
}

/** Metrics where more is better; the colour of a change says so. */
const BETTER_MORE: readonly string[] = [
  "base.revenue",
  "base.publisher_revenue",
  "base.network_revenue",
  "base.margin",
  "base.impressions",
  "base.clicks",
  "base.ctr",
  "base.fill_rate",
];

export function isBetterMore(key: string): boolean {
  return BETTER_MORE.includes(key);
}

export interface Change {
  direction: "up" | "down" | "same";
  /** In percent of the value before, without sign. */
  percent: number;
}

/** How a value changed; undefined where that says nothing. */
export function computeChange(value: number | undefined, before: number | undefined): Change | undefined {
  if (value === undefined || !before || !Number.isFinite(value / before)) return undefined;
  const percent = Math.abs((value - before) / before) * 100;
  const direction = percent < 0.05 ? "same" : value > before ? "up" : "down";
  return { direction, percent };
}
