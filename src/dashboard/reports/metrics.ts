/** Metrics by key, such as `base.ctr`: definitions, values and changes. */
import {
  BLOCKS,
  type Block,
  type GoalMetric,
  listBlocks,
  listMetrics,
  type MetricDefinition,
  ORDER_METRICS,
  type OrderFieldOf,
  type ProjectionOf,
  type Role,
  type Viewer,
} from "../../protocol/statistics.ts";
import { listKeys } from "../../protocol/tables.ts";

export { type Change, computeChange } from "../../protocol/figures.ts";

/** Lists the keys of all metrics that a viewer may see, in table order. */
export function listMetricKeys(viewer: Viewer): string[] {
  return listBlocks(viewer).flatMap((block) =>
    Object.keys(listMetrics(block, viewer)).map((name) => `${block}.${name}`),
  );
}

/** Finds the definition of a metric; undefined when the viewer may not see it. */
export function findMetric(key: string, viewer: Viewer): MetricDefinition | undefined {
  const block = findBlock(key);
  if (!block || !listBlocks(viewer).includes(block)) return undefined;
  const metrics = listMetrics(block, viewer);
  const name = getName(key);
  return Object.hasOwn(metrics, name) ? metrics[name] : undefined;
}

export function findBlock(key: string): Block | undefined {
  const name = key.slice(0, key.indexOf("."));
  return isBlock(name) ? name : undefined;
}

/** Reads `ctr` from `base.ctr`. */
function getName(key: string): string {
  return key.slice(key.indexOf(".") + 1);
}

function isBlock(name: string): name is Block {
  return Object.hasOwn(BLOCKS, name);
}

/** Whether a metric is a ratio, which has no value while its divisor is zero. */
export function isRatio(metric: MetricDefinition | undefined): boolean {
  return metric?.per !== undefined;
}

/** Reads a metric of a record or total; undefined when absent, and for a ratio without a divisor. */
export function getMetric(record: object | undefined, key: string, viewer: Viewer): number | undefined {
  const value = getNumber(record, key);
  const divisors = findDivisors(key, viewer).map((divisor) => getNumber(record, divisor));
  const isUndefined = divisors.length > 0 && divisors.every((divisor) => !divisor);
  return isUndefined ? undefined : value;
}

/** Reads a metric minus the value of one part; ratios are weighted by their divisors. */
export function computeMetricWithout(
  record: object | undefined,
  part: object | undefined,
  key: string,
  viewer: Viewer,
): number | undefined {
  const [value, less] = [getMetric(record, key, viewer), getMetric(part, key, viewer)];
  if (value === undefined || less === undefined) return value;
  // Rounds away remainders of binary fractions.
  if (!isRatio(findMetric(key, viewer))) return Math.round((value - less) * 1e9) / 1e9;
  const divisors = findDivisors(key, viewer);
  const sum = (each: object | undefined) =>
    divisors.reduce((total, name) => total + (getNumber(each, name) ?? 0), 0);
  const [all, some] = [sum(record), sum(part)];
  return all > some ? (value * all - less * some) / (all - some) : undefined;
}

function getNumber(record: object | undefined, key: string): number | undefined {
  const block = findBlock(key);
  if (!record || !block) return undefined;
  const holder: unknown = block === "base" ? record : Reflect.get(record, block);
  if (typeof holder !== "object" || holder === null) return undefined;
  const value: unknown = Reflect.get(holder, getName(key));
  return typeof value === "number" ? value : undefined;
}

/** Finds the metrics whose sum a ratio is divided by. */
export function findDivisors(key: string, viewer: Viewer): string[] {
  const per = findMetric(key, viewer)?.per;
  if (!per) return [];
  return listMetricKeys(viewer).filter((other) => {
    const { sum } = findMetric(other, viewer) ?? {};
    return sum?.length === 1 && per.some((term) => term === sum[0]);
  });
}

/** Creates the projection for metrics and their divisors. */
export function projectMetrics(keys: readonly string[], viewer: Viewer): ProjectionOf<Role> {
  const projection: Record<string, string[]> = {};
  for (const key of new Set(keys.flatMap((each) => [each, ...findDivisors(each, viewer)]))) {
    const block = findBlock(key);
    if (block) projection[block] = [...(projection[block] ?? []), getName(key)];
  }
  return projection;
}

/** Finds the order field of a metric; undefined when reports cannot be ordered by it. */
export function findOrderField(key: string): OrderFieldOf<Role> | undefined {
  const name = getName(key);
  if (findBlock(key) === "goals" && isGoal(name)) return name;
  return listKeys(ORDER_METRICS).find((field) => ORDER_METRICS[field].join(".") === key);
}

function isGoal(name: string): name is GoalMetric {
  return /^((g|ecpa)\d+|total)$/.test(name);
}

/** Metrics where more is better, which decides the colour of a change. */
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
