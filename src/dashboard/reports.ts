/** Requests that a view needs, and their answers in the shapes that the page shows. */
import { FILTERS, type FilterKey, type Grouping, MAX_LIMIT, type Role } from "../protocol/statistics.ts";
import type { CallOptions, Statistics } from "../statistics/index.ts";
import { formatDay, formatHour, formatMonth, formatWeekday, orderFieldOf } from "./format.ts";
import {
  daysOf,
  hoursBegun,
  hoursOf,
  lengthOf,
  type Period,
  previousOf,
  type Span,
  spanOf,
  today,
} from "./period.ts";
import type { Filters, View } from "./view.ts";

export type Detail = Record<string, unknown>;
/** A record of any grouping and projection: what the page asks for is known only while it runs. */
export interface AnyRecord {
  group_by: Partial<Record<Grouping, Detail>>;
  [metric: string]: unknown;
}
export interface AnyReport {
  request_metadata: { count: number; limit: number; offset: number };
  result: AnyRecord[];
  result_total?: Record<string, unknown>;
}
export interface AnyRequest {
  group_by: readonly string[];
  [parameter: string]: unknown;
}
export interface AnyReports {
  query(request: AnyRequest, call?: CallOptions): Promise<AnyReport>;
  pages(request: AnyRequest, call?: CallOptions): AsyncGenerator<AnyReport, void>;
}

export function reportsOf(client: Statistics, role: Role): AnyReports {
  return client[role] as unknown as AnyReports;
}

/** The value of a metric, such as `base.ctr`, in a record or a total. */
export function metricIn(record: Record<string, unknown> | undefined, key: string): number | undefined {
  const [block = "", name = ""] = key.split(".");
  const holder = block === "base" ? record : (record?.[block] as Record<string, unknown> | undefined);
  const value = holder?.[name];
  return typeof value === "number" ? value : undefined;
}

/** Every metric that a total has, as keys. */
export function metricsIn(total: Record<string, unknown>): string[] {
  return Object.entries(total).flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? Object.keys(value).map((metric) => `${name}.${metric}`)
      : [`base.${name}`],
  );
}

function projectionOf(metrics: readonly string[]): Record<string, string[]> {
  const projection: Record<string, string[]> = {};
  for (const key of new Set(metrics)) {
    const [block = "", name = ""] = key.split(".");
    projection[block] = [...(projection[block] ?? []), name];
  }
  return projection;
}

function filterOf(filters: Filters, { from, to }: Span): Record<string, unknown> {
  const filter: Record<string, unknown> = { date_from: from, date_to: to };
  for (const [key, values] of Object.entries(filters) as [FilterKey, (string | number)[]][]) {
    const single = FILTERS[key].form === "adblock" || FILTERS[key].form === "flag";
    filter[key] = single ? values[0] : values;
  }
  return filter;
}

// ── Over time ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** Days of a chart by day; longer ones go by month. */
const MOST_DAYS = 400;
export type Step = "hour" | "date" | "month";

export function stepOf(span: Span): Step {
  const days = lengthOf(span);
  if (days === 1) return "hour";
  return days <= MOST_DAYS ? "date" : "month";
}

export function seriesRequest(view: View, span: Span, metrics: readonly string[]): AnyRequest {
  const step = stepOf(span);
  return {
    group_by: [step],
    order_by: [{ field: step, order: "asc" }],
    projection: projectionOf(metrics),
    filter: filterOf(view.filters, span),
    timezone: view.timezone,
    totals: 1,
    limit: MAX_LIMIT,
  };
}

/** The request for the period before. Today so far is compared with the other day by the same hour. */
export function previousRequest(view: View, metrics: readonly string[], now: number): AnyRequest {
  const span = previousOf(view.period, today(now));
  if (!isToday(view.period, now) || view.filters.hour) return seriesRequest(view, span, metrics);
  const hour = hoursOf(span.from, view.timezone).slice(0, hoursBegun(today(now), now));
  return seriesRequest({ ...view, filters: { ...view.filters, hour } }, span, metrics);
}

/** Today alone, which is not over. */
export function isToday(period: Period, now: number): boolean {
  const { from, to } = spanOf(period, today(now));
  return from === today(now) && to === from;
}

export interface Point {
  /** For the axis. */
  short: string;
  /** For reading. */
  long: string;
  /** Absent for what has not been yet. */
  value: number | undefined;
  /** Has begun, and is not over. */
  open: boolean;
}

/** One point for each hour, day or month of a span, also where nothing happened. */
export function pointsOf(
  report: AnyReport,
  span: Span,
  metric: string,
  timezone: string,
  now: number,
): Point[] {
  const step = stepOf(span);
  const found = new Map(
    report.result.map((record) => [String(record.group_by[step]?.[step]), metricIn(record, metric)]),
  );
  return stepsOf(step, span, timezone).map((slot, index) => {
    const state = stateOf(step, slot, index, span, now);
    const value = state === "ahead" ? undefined : (found.get(slot) ?? 0);
    return { ...labelsOf(step, slot, span), value, open: state === "open" };
  });
}

function stepsOf(step: Step, span: Span, timezone: string): string[] {
  if (step === "hour") return hoursOf(span.from, timezone).map(String);
  const days = daysOf(span);
  return step === "date" ? days : [...new Set(days.map((day) => day.slice(0, 7)))];
}

function stateOf(
  step: Step,
  slot: string,
  index: number,
  span: Span,
  now: number,
): "over" | "open" | "ahead" {
  if (step === "hour") {
    const begun = hoursBegun(span.from, now);
    if (index + 1 > begun) return "ahead";
    return index + 1 === begun && span.from === today(now) ? "open" : "over";
  }
  const current = today(now).slice(0, slot.length);
  if (slot === current) return "open";
  return slot > current ? "ahead" : "over";
}

function labelsOf(step: Step, slot: string, span: Span): { short: string; long: string } {
  if (step === "month") return { short: formatMonth(slot), long: formatMonth(slot) };
  if (step === "date") return { short: formatDay(slot), long: formatWeekday(slot) };
  const hour = formatHour(Number(slot));
  return { short: hour, long: `${formatWeekday(span.from)}, ${hour}` };
}

// ── The table ───────────────────────────────────────────────────────────────────────────────────────────────────────

export function tableRequest(view: View, now: number): AnyRequest {
  return {
    group_by: view.groupings,
    order_by: ordersOf(view),
    projection: projectionOf(view.metrics),
    filter: filterOf(view.filters, spanOf(view.period, today(now))),
    timezone: view.timezone,
    totals: 1,
    limit: view.rows,
    offset: (view.page - 1) * view.rows,
  };
}

function ordersOf({ sort }: View): { field: string; order: string }[] {
  const field = sort.field.includes(".") ? orderFieldOf(sort.field) : sort.field;
  return field ? [{ field, order: sort.order }] : [];
}

/** Everything that the table pages through. In the table's order where one answer holds it all, else by group. */
export function exportRequest(view: View, count: number, now: number): AnyRequest {
  const { order_by, offset: _, totals: __, ...request } = tableRequest(view, now);
  return { ...request, limit: MAX_LIMIT, ...(count <= MAX_LIMIT && { order_by }) };
}

/** The values that a grouping has in the period, the most seen first. */
export function optionsRequest(
  view: View,
  grouping: Grouping,
  now: number,
  ids?: readonly unknown[],
): AnyRequest {
  const span = spanOf(view.period, today(now));
  return {
    group_by: [grouping],
    order_by: [{ field: "impressions", order: "desc" }],
    projection: { base: ["impressions"] },
    filter: { ...filterOf({}, span), ...(ids && { [grouping]: ids }) },
    timezone: view.timezone,
    limit: 1000,
  };
}

/** What a person may look at is read from one small report for each side. */
export function probeRequest(now: number): AnyRequest {
  const day = today(now);
  return { group_by: ["date"], totals: 1, limit: 1, filter: { date_from: day, date_to: day } };
}
