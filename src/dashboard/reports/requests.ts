/** Requests of a view. */
import type { SharedPeriod } from "../../protocol/account.ts";
import type { PerformanceRequest } from "../../protocol/management.ts";
import {
  FILTERS,
  type FilterKey,
  type FilterOf,
  type GroupDetails,
  type Grouping,
  listOrderGroupings,
  MAX_LIMIT,
  type OrderFieldOf,
  type ProjectionOf,
  type RequestMetadata,
  type Role,
  type Viewer,
} from "../../protocol/statistics.ts";
import type { Groupings, Query } from "../../statistics/index.ts";
import { findComparedSpan, findFullHours, findPreviousSpan } from "./comparedPeriod.ts";
import { type FilterValue, getValue, isGrouping } from "./groups.ts";
import { findOrderField, projectMetrics } from "./metrics.ts";
import { hasParent } from "./parents.ts";
import { countDays, findSpan, findToday, type Span, type ZonedTime } from "./period.ts";
import { type Filters, isFilterKey, isSortedByChange, type View } from "./view.ts";

/** Record of any role and grouping. Metrics are read by key, because which ones it has is known only at run time. */
export interface ReportRecord {
  group_by: { [G in Grouping]?: GroupDetails[G] };
}
export interface Report {
  request_metadata: RequestMetadata;
  result: readonly ReportRecord[];
  result_total?: object;
}
export type ReportQuery = Query<Role, Grouping, ProjectionOf<Role>>;

/** Inputs of a request besides the view. */
export interface Moment extends ZonedTime {
  viewer: Viewer;
  /** First day with facts, empty while there are none; undefined until it is known. */
  dataFrom: string | undefined;
}

export function findViewSpan(view: View, { now, timezone }: Moment): Span {
  return findSpan(view.period, findToday(now, timezone));
}

// ── Parts of a request ──────────────────────────────────────────────────────────────────────────────────────────────

function toGroupings(names: readonly Grouping[]): Groupings<Grouping> {
  const [first = "date", second, third, fourth] = names;
  if (!second) return [first];
  if (!third) return [first, second];
  return fourth ? [first, second, third, fourth] : [first, second, third];
}

function toExclusion({ excluded }: View): Pick<ReportQuery, "exclude"> {
  return Object.keys(excluded).length ? { exclude: Object.fromEntries(Object.entries(excluded)) } : {};
}

function toFilter(filters: Filters, { from, to }: Span): FilterOf<Role> {
  const entries = Object.entries(filters).map(([key, values]) => [key, isSingle(key) ? values[0] : values]);
  return { date_from: from, date_to: to, ...Object.fromEntries(entries) };
}

/** Filters that take one value instead of a list. */
const SINGLE = Object.entries(FILTERS)
  .filter(([, { form }]) => form === "adblock" || form === "flag")
  .map(([key]) => key);

function isSingle(key: string): boolean {
  return SINGLE.includes(key);
}

// ── Over time ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type Step = "hour" | "date" | "week" | "month";

/** Maximum days of a chart with each step; longer spans have one point per month. */
const STEPS: readonly [Step, number][] = [
  ["hour", 1],
  ["date", 183],
  ["week", 732],
];

export function findStep(span: Span): Step {
  const days = countDays(span);
  return STEPS.find(([, most]) => days <= most)?.[0] ?? "month";
}

export function requestSeries(
  view: View,
  span: Span,
  metrics: readonly string[],
  { viewer, timezone }: Moment,
  step = findStep(span),
): ReportQuery {
  return {
    group_by: [step],
    order_by: [{ field: step, order: "asc" }],
    projection: projectMetrics(metrics, viewer),
    filter: toFilter(view.filters, span),
    ...toExclusion(view),
    timezone,
    totals: 1,
    limit: MAX_LIMIT,
  };
}

/** Requests the compared days, including hours that the comparison leaves out. */
export function requestCompared(
  view: View,
  metrics: readonly string[],
  moment: Moment,
): ReportQuery | undefined {
  const compared = findComparedSpan(view.period, view.compare, findToday(moment.now, moment.timezone));
  return compared && requestSeries(view, compared, metrics, moment, findStep(findViewSpan(view, moment)));
}

// ── Running periods ─────────────────────────────────────────────────────────────────────────────────────────────────

const LAST_HOUR = 23;

/** Requests the part of a report that a comparison leaves out: the last day from the hour `cut` on. */
export function requestRest(
  request: ReportQuery | undefined,
  day: string,
  cut: number | undefined,
): ReportQuery | undefined {
  if (!request || cut === undefined) return undefined;
  const { hour: chosen, ...filter } = request.filter ?? {};
  const hours = listHourNumbers(cut, LAST_HOUR).filter((hour) => !chosen || chosen.includes(hour));
  if (hours.length === 0) return undefined;
  return { ...request, filter: { ...filter, ...toFilter({ hour: hours }, { from: day, to: day }) } };
}

function listHourNumbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

// ── The overview ────────────────────────────────────────────────────────────────────────────────────────────────────

/** Requests the days of the tiles, and those that they are compared with. */
export function requestOverview({ role }: View, { now, timezone }: Moment): PerformanceRequest {
  const today = findToday(now, timezone);
  // Covers the tiles of seven days, too: two weeks are shorter.
  return { by: ["date"], role, days: { from: findPreviousSpan("month", today).from, to: today } };
}

/**
 * Requests the days that the tiles compare up to today's last full hour: today, the last day of each compared period,
 * and the days between. Undefined in the first hour.
 */
export function requestCutDays({ role }: View, { now, timezone }: Moment): PerformanceRequest | undefined {
  const hour = findFullHours(now, timezone);
  const today = findToday(now, timezone);
  const days = { from: findPreviousSpan("month", today).to, to: today };
  return hour === 0 ? undefined : { by: ["date"], role, days, cut: { hour, days: "every" } };
}

// ── The table ───────────────────────────────────────────────────────────────────────────────────────────────────────

export function requestTable(view: View, moment: Moment): ReportQuery {
  return {
    group_by: toGroupings(view.groupings),
    order_by: toOrders(view, moment.viewer),
    projection: projectMetrics(view.metrics, moment.viewer),
    filter: toFilter(view.filters, findViewSpan(view, moment)),
    ...toExclusion(view),
    timezone: moment.timezone,
    totals: 1,
    ...toDetails(view.groupings),
    // The details also have the names of parents.
    ...(view.groupings.some(hasParent) && { detailed: 1 }),
    // The service cannot sort by a change, so all rows are sorted here.
    ...(isSortedByChange(view)
      ? { limit: MAX_LIMIT }
      : { limit: view.rows, offset: (view.page - 1) * view.rows }),
  };
}

/** Requests the two-letter code, by which browsers know a country's name. */
function toDetails(groupings: readonly Grouping[]): Pick<ReportQuery, "detailed"> {
  return groupings.includes("country_iso") ? { detailed: 1 } : {};
}

function toOrders(view: View, viewer: Viewer): readonly [] | readonly [Order] {
  if (isSortedByChange(view)) return [{ field: "impressions", order: "desc" }];
  const { sort } = view;
  const field = findSortField(sort.field, viewer);
  return field ? [{ field, order: sort.order }] : [];
}

interface Order {
  field: OrderFieldOf<Role>;
  order: "asc" | "desc";
}

/** Finds the order field of a column; undefined when the interface does not sort by it. */
export function findSortField(column: string, viewer: Viewer): OrderFieldOf<Role> | undefined {
  if (!isGrouping(column)) return findOrderField(column);
  return isOrderable(column, viewer) ? column : undefined;
}

function isOrderable(grouping: Grouping, viewer: Viewer): grouping is Extract<OrderFieldOf<Role>, Grouping> {
  return listOrderGroupings(viewer.role, viewer.kind).includes(grouping);
}

/**
 * Requests the page's groups for the compared days. Undefined when the groups are days, which the compared days do not
 * have.
 */
export function requestTableCompared(
  view: View,
  records: readonly ReportRecord[],
  moment: Moment,
): ReportQuery | undefined {
  const compared = findComparedSpan(view.period, view.compare, findToday(moment.now, moment.timezone));
  const groupings = view.groupings.filter((each): each is FilterKey & Grouping => isFilterKey(each));
  if (!compared || records.length === 0 || groupings.length < view.groupings.length) return undefined;
  const filters = { ...view.filters };
  // All rows are too many values for a filter.
  for (const grouping of isSortedByChange(view) ? [] : groupings) {
    const values = listValues(grouping, records);
    if (values && !isSingle(grouping)) filters[grouping] = values;
  }
  const { limit: _, offset: __, ...request } = requestTable({ ...view, filters }, moment);
  return { ...request, filter: toFilter(filters, compared), totals: 0, limit: MAX_LIMIT };
}

/** Lists the values of a grouping in the records; undefined when a record has none, because no filter finds it. */
function listValues(
  grouping: FilterKey & Grouping,
  records: readonly ReportRecord[],
): FilterValue[] | undefined {
  const values = new Set<FilterValue>();
  for (const { group_by } of records) {
    const detail = group_by[grouping];
    if (!detail) return undefined;
    values.add(getValue(grouping, detail));
  }
  return [...values];
}

/** Requests all pages of the table: in the table's order if one answer has them all, else by group. */
export function requestExport(view: View, count: number, moment: Moment): ReportQuery {
  const { order_by: _, offset: __, totals: ___, detailed: ____, ...request } = requestTable(view, moment);
  return {
    ...request,
    ...toDetails(view.groupings),
    limit: MAX_LIMIT,
    ...(count <= MAX_LIMIT && { order_by: toOrders(view, moment.viewer) }),
  };
}

/** Filters of the view that bound a shared link. */
export function listSharedFilters(view: View, moment: Moment): FilterOf<Role> {
  const { date_from: _, date_to: __, ...filters } = toFilter(view.filters, findViewSpan(view, moment));
  return filters;
}

/** Finds the current days of a view, and those that they are compared with. */
export function findSharedPeriod(view: View, moment: Moment): SharedPeriod {
  const { from, to } = findViewSpan(view, moment);
  const compared = findComparedSpan(view.period, view.compare, findToday(moment.now, moment.timezone));
  return { from, to, ...(compared && { compared }) };
}

/** Maximum values that a filter offers. */
const MOST_VALUES = 1_000;

/** Requests the values of a grouping in the view's days under its other filters, most impressions first. */
export function requestValues(view: View, key: FilterKey & Grouping, moment: Moment): ReportQuery {
  const { [key]: _, ...filters } = view.filters;
  const { [key]: __, ...excluded } = view.excluded;
  return {
    group_by: [key],
    order_by: [{ field: "impressions", order: "desc" }],
    projection: { base: ["impressions"] },
    filter: toFilter(filters, findViewSpan(view, moment)),
    ...toExclusion({ ...view, excluded }),
    timezone: moment.timezone,
    ...toDetails([key]),
    limit: MOST_VALUES,
  };
}

/** Requests the names of values, regardless of other filters. */
export function requestNames(
  view: View,
  key: FilterKey & Grouping,
  values: FilterValue[],
  moment: Moment,
): ReportQuery {
  return {
    ...requestValues({ ...view, filters: {}, excluded: {} }, key, moment),
    ...narrow(key, values, view, moment),
  };
}

function narrow(
  key: FilterKey,
  values: FilterValue[],
  view: View,
  moment: Moment,
): Pick<ReportQuery, "filter"> {
  return { filter: toFilter({ [key]: values }, findViewSpan(view, moment)) };
}
