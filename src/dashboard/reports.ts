/** The requests that a view needs. */
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
} from "../protocol/statistics.ts";
import type { Groupings, Query } from "../statistics/index.ts";
import { type FilterValue, isGrouping, readValue } from "./groups.ts";
import { findOrderField, projectMetrics } from "./metrics.ts";
import {
  addDays,
  countDays,
  findComparedSpan,
  findEarlier,
  findLater,
  findPreviousSpan,
  findSpan,
  findToday,
  listHours,
  readClock,
  type Span,
} from "./period.ts";
import { type Filters, isFilterKey, type View } from "./view.ts";

/** A record of any role and grouping. Its metrics are read by their keys: which it has is known only at run time. */
export interface ReportRecord {
  group_by: { [G in Grouping]?: GroupDetails[G] };
}
export interface Report {
  request_metadata: RequestMetadata;
  result: readonly ReportRecord[];
  result_total?: object;
}
export type ReportQuery = Query<Role, Grouping, ProjectionOf<Role>>;

/** What decides a request, beside the view. */
export interface Moment {
  viewer: Viewer;
  now: number;
  /** The zone whose midnights bound the account's days. */
  dayZone: string;
}

export function findViewSpan(view: View, { now, dayZone }: Moment): Span {
  return findSpan(view.period, findToday(now, dayZone));
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

/** Days of a chart by day; longer ones go by month. */
const MOST_DAYS = 400;
export type Step = "hour" | "date" | "month";

export function findStep(span: Span): Step {
  const days = countDays(span);
  if (days === 1) return "hour";
  return days <= MOST_DAYS ? "date" : "month";
}

export function requestSeries(
  view: View,
  span: Span,
  metrics: readonly string[],
  { viewer }: Pick<Moment, "viewer">,
  step = findStep(span),
): ReportQuery {
  return {
    group_by: [step],
    order_by: [{ field: step, order: "asc" }],
    projection: projectMetrics(metrics, viewer),
    filter: toFilter(view.filters, span),
    ...toExclusion(view),
    timezone: view.timezone,
    totals: 1,
    limit: MAX_LIMIT,
  };
}

/** The request for the compared days, whole. */
export function requestCompared(
  view: View,
  metrics: readonly string[],
  moment: Moment,
): ReportQuery | undefined {
  const compared = findComparedSpan(view.period, view.compare, findToday(moment.now, moment.dayZone));
  return compared && requestSeries(view, compared, metrics, moment, findStep(findViewSpan(view, moment)));
}

/**
 * What is to be left out of the compared days where the view's are not over: the same report of the last day's later hours.
 * Undefined where there is nothing to leave out.
 */
export function requestRest(
  view: View,
  request: ReportQuery | undefined,
  moment: Moment,
): ReportQuery | undefined {
  const compared = findComparedSpan(view.period, view.compare, findToday(moment.now, moment.dayZone));
  if (!request || !compared || !isCutByHour(findViewSpan(view, moment), compared, moment)) return undefined;
  const day = compared.to;
  const chosen = view.filters.hour;
  // Hours that a person chose are those of the view's time zone; else the account's days decide.
  const timezone = chosen ? view.timezone : moment.dayZone;
  const later = splitHours(day, timezone, moment).later.filter((each) => !chosen || chosen.includes(each));
  if (later.length === 0) return undefined;
  const filter = { ...request.filter, ...toFilter({ hour: later }, { from: day, to: day }) };
  return { ...request, filter, timezone };
}

/** The hours of a day before and after what the account's clocks show now; the one that has begun is before. */
function splitHours(day: string, timezone: string, { now, dayZone }: Moment) {
  const clock = readClock(now, dayZone);
  const [begun, later]: [number[], number[]] = [[], []];
  for (const { starts, hour } of listHours(day, dayZone, timezone))
    (readClock(starts, dayZone) <= clock ? begun : later).push(hour);
  return { begun, later };
}

// ── The overview ────────────────────────────────────────────────────────────────────────────────────────────────────

/** Days from which the tiles of the overview add up their periods and what these are compared with. */
export function findOverviewSpan(today: string): Span {
  // Two weeks are never more than this.
  return { from: findPreviousSpan("month", today).from, to: today };
}

/** Today and yesterday need whole days; so do all others. */
export function requestOverview(view: View, metrics: readonly string[], moment: Moment): ReportQuery {
  const span = findOverviewSpan(findToday(moment.now, moment.dayZone));
  return requestSeries({ ...view, filters: {}, excluded: {} }, span, metrics, moment, "date");
}

/** The days that are compared up to the hour that it is now: yesterday, and the one that ends this month's comparison. */
export function findCutSpan(today: string): Span {
  return { from: findPreviousSpan("month", today).to, to: addDays(today, -1) };
}

/** Those days and what lies between them, each up to the hour that it is now. */
export function requestCutDays(view: View, metrics: readonly string[], moment: Moment): ReportQuery {
  const span = findCutSpan(findToday(moment.now, moment.dayZone));
  const timezone = moment.dayZone;
  const filters = { hour: splitHours(span.to, timezone, moment).begun };
  return requestSeries({ ...view, timezone, filters, excluded: {} }, span, metrics, moment, "date");
}

/** Today is part of a period and has its counterpart in the compared one, so that both end at the same hour. */
export function isCutByHour(span: Span, compared: Span, { now, dayZone }: Moment): boolean {
  const isSameDay = span.to.slice(5) === compared.to.slice(5);
  return span.to === findToday(now, dayZone) && (isSameDay || countDays(span) === countDays(compared));
}

// ── The table ───────────────────────────────────────────────────────────────────────────────────────────────────────

export function requestTable(view: View, moment: Moment): ReportQuery {
  return {
    group_by: toGroupings(view.groupings),
    order_by: toOrders(view, moment.viewer),
    projection: projectMetrics(view.metrics, moment.viewer),
    filter: toFilter(view.filters, findViewSpan(view, moment)),
    ...toExclusion(view),
    timezone: view.timezone,
    totals: 1,
    // Details of countries hold the code by which browsers know their names.
    ...(view.groupings.includes("country_iso") && { detailed: 1 }),
    limit: view.rows,
    offset: (view.page - 1) * view.rows,
  };
}

function toOrders({ sort }: View, viewer: Viewer): readonly [] | readonly [Order] {
  const field = findSortField(sort.field, viewer);
  return field ? [{ field, order: sort.order }] : [];
}

interface Order {
  field: OrderFieldOf<Role>;
  order: "asc" | "desc";
}

/** The order field of a column; undefined where the interface does not sort by it. */
export function findSortField(column: string, viewer: Viewer): OrderFieldOf<Role> | undefined {
  if (!isGrouping(column)) return findOrderField(column);
  return isOrderable(column, viewer) ? column : undefined;
}

function isOrderable(grouping: Grouping, viewer: Viewer): grouping is Extract<OrderFieldOf<Role>, Grouping> {
  return listOrderGroupings(viewer.role, viewer.kind).includes(grouping);
}

/**
 * The same groups in the compared days: as many as there are on the page. Undefined where groups are days themselves,
 * which the compared days do not have.
 */
export function requestTableCompared(
  view: View,
  records: readonly ReportRecord[],
  moment: Moment,
): ReportQuery | undefined {
  const compared = findComparedSpan(view.period, view.compare, findToday(moment.now, moment.dayZone));
  const groupings = view.groupings.filter((each): each is FilterKey & Grouping => isFilterKey(each));
  if (!compared || records.length === 0 || groupings.length < view.groupings.length) return undefined;
  const filters = { ...view.filters };
  for (const grouping of groupings) {
    const values = listValues(grouping, records);
    if (values && !isSingle(grouping)) filters[grouping] = values;
  }
  const { limit: _, offset: __, ...request } = requestTable({ ...view, filters }, moment);
  return { ...request, filter: toFilter(filters, compared), totals: 0, limit: MAX_LIMIT };
}

/** The values of a grouping in the records; undefined when a record has none, which no filter finds. */
function listValues(
  grouping: FilterKey & Grouping,
  records: readonly ReportRecord[],
): FilterValue[] | undefined {
  const values = new Set<FilterValue>();
  for (const { group_by } of records) {
    const detail = group_by[grouping];
    if (!detail) return undefined;
    values.add(readValue(grouping, detail));
  }
  return [...values];
}

/** Everything that the table pages through. In the table's order where one answer holds it all, else by group. */
export function requestExport(view: View, count: number, moment: Moment): ReportQuery {
  const { order_by: _, offset: __, totals: ___, ...request } = requestTable(view, moment);
  return {
    ...request,
    limit: MAX_LIMIT,
    ...(count <= MAX_LIMIT && { order_by: toOrders(view, moment.viewer) }),
  };
}

/** What a shared link is bound to: the filters, and the days where the view names them rather than a moving period. */
export function listSharedFilters(view: View, moment: Moment): FilterOf<Role> {
  const { date_from, date_to, ...filters } = toFilter(view.filters, findViewSpan(view, moment));
  const limit = findSharedDays(view, moment);
  return limit ? { ...filters, date_from: limit.from, date_to: limit.to } : filters;
}

/** The days that a shared link has, the compared ones among them; undefined where its period moves on. */
export function findSharedDays({ period, compare }: View, { now, dayZone }: Moment): Span | undefined {
  if (typeof period === "string") return undefined;
  const compared = findComparedSpan(period, compare, findToday(now, dayZone)) ?? period;
  return {
    from: findEarlier(compared.from, period.from),
    to: findLater(compared.to, period.to),
  };
}

/** Most values that a filter offers. */
const MOST_VALUES = 1_000;

/** The values that a grouping has in the view's days and under its other filters, the most seen first. */
export function requestValues(view: View, key: FilterKey & Grouping, moment: Moment): ReportQuery {
  const { [key]: _, ...filters } = view.filters;
  const { [key]: __, ...excluded } = view.excluded;
  return {
    group_by: [key],
    order_by: [{ field: "impressions", order: "desc" }],
    projection: { base: ["impressions"] },
    filter: toFilter(filters, findViewSpan(view, moment)),
    ...toExclusion({ ...view, excluded }),
    timezone: view.timezone,
    ...(key === "country_iso" && { detailed: 1 }),
    limit: MOST_VALUES,
  };
}

/** The names of some values, whatever the other filters. */
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
