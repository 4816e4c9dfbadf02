/** Converts a request to a query that sums only the requested facts. */
import {
  type Block,
  FILTERS,
  type FilterKey,
  type Grouping,
  listMetrics,
  type MetricDefinition,
  ORDER_METRICS,
  resolveTerm,
  SKIPPED_GROUPINGS,
  type Term,
} from "../../protocol/statistics.ts";
import { hasKey, isOneOf, listKeys } from "../../protocol/tables.ts";
import type {
  Bound,
  Clock,
  Condition,
  FactsQuery,
  FactValue,
  GroupValue,
  Metric,
  Values,
} from "../facts/factsQuery.ts";
import { type Counter, DIMENSIONS } from "../facts/factTable.ts";
import { DAY_MS } from "../values/day.ts";
import { FURTHEST_MS, offsetsBetween } from "../values/timezones.ts";
import { listAddedGroupings } from "./details.ts";
import type { Filters, ReportRequest } from "./request.ts";

/** Owners of the facts that a report sums. */
export interface Scope {
  /** Accounts on the request's side. */
  accounts: readonly number[];
  /** Deleted campaigns, for `exclude_deleted`. */
  deletedCampaigns: readonly number[];
}

export interface ShownMetric {
  block: Block;
  name: string;
  definition: MetricDefinition;
}

export interface ReportQuery {
  facts: FactsQuery;
  /** Metrics, in the order of the metrics of `facts`. */
  metrics: readonly ShownMetric[];
}

export function reportQuery(request: ReportRequest, scope: Scope): ReportQuery {
  const shown = request.count ? [] : listShownMetrics(request);
  const { count, totals, limit, offset } = request;
  const facts: FactsQuery = {
    ...findSpan(request),
    conditions: listConditions(request, scope),
    groups: listGroups(request),
    metrics: shown.map(({ definition }) => toMetric(definition, request)),
    bounds: listBounds(request),
    orders: request.orders.map(({ field, order: direction }) => ({
      by: selectOrder(field, request),
      direction,
    })),
    totals,
    count,
    limit,
    offset,
  };
  return { facts, metrics: shown };
}

// ── Groups and filters ──────────────────────────────────────────────────────────────────────────────────────────────

function listGroups(request: ReportRequest): GroupValue[] {
  const { groupings, count } = request;
  const added = count ? [] : listAddedGroupings(groupings);
  return [
    ...groupings.map((grouping) => selectGrouping(grouping, request)),
    ...added.map((grouping) => ({ ...selectGrouping(grouping, request), isLeast: true })),
  ];
}

function selectGrouping(grouping: Grouping, request: ReportRequest): FactValue {
  switch (grouping) {
    case "date":
    case "week":
    case "month":
    case "quarter":
    case "year":
      return selectClock(grouping, request, request.dateTimezone);
    case "hour":
      return selectClock("hour", request, request.timezone);
    default:
      return { column: grouping };
  }
}

/** Times outside this range use the offset at its edge. */
const OFFSETS_FROM = Date.UTC(2000, 0, 1);
const OFFSETS_TO = Date.UTC(2100, 0, 1);

function selectClock(unit: Clock["unit"], request: ReportRequest, timezone: string): Clock {
  const { from, until } = findSpan(request);
  return { unit, offsets: offsetsBetween(timezone, clamp(from), clamp(until)) };
}

function clamp(time: number): number {
  return Math.min(Math.max(time, OFFSETS_FROM), OFFSETS_TO);
}

/** Finds a time span that contains the request's days in any time zone. */
function findSpan({ from, to, dateTimezone }: ReportRequest): { from: number; until: number } {
  const margin = dateTimezone === "UTC" ? 0 : FURTHEST_MS;
  return {
    from: Date.parse(`${from}T00:00:00Z`) - margin,
    until: Date.parse(`${to}T00:00:00Z`) + DAY_MS + margin,
  };
}

/** Lists the conditions for summed facts. */
function listConditions(request: ReportRequest, scope: Scope): Condition[] {
  const { role, dateTimezone, from, to } = request;
  const days: Condition = {
    value: selectClock("date", request, dateTimezone),
    fromDay: from,
    toDay: to,
  };
  const { filter, exclude } = request;
  const asked = listKeys(filter).map((key) => selectFilter(key, filter[key], request, scope));
  const left = listKeys(exclude).map((key): Condition => {
    return { value: selectFiltered(key, request), without: listValues(exclude[key]) };
  });
  return [
    { value: { column: `${role}_id` }, within: scope.accounts },
    // In UTC the time span already selects exactly these days.
    ...(dateTimezone === "UTC" ? [] : [days]),
    ...asked.flatMap((condition) => condition ?? []),
    ...left,
  ];
}

/** Reads a filter; undefined when it excludes nothing. */
function selectFilter(
  key: FilterKey,
  value: FilterValue,
  request: ReportRequest,
  { deletedCampaigns }: Scope,
): Condition | undefined {
  switch (FILTERS[key].form) {
    case "adblock":
      return value === "all" ? undefined : { value: { column: "adblock" }, is: value === "adblock" };
    case "flag":
      return value === 1 ? { value: { column: "campaign_id" }, without: deletedCampaigns } : undefined;
    default:
      return { value: selectFiltered(key, request), within: listValues(value) };
  }
}

/** Finds the column of a filter, or the clock of the filter of hours, which has no column. */
function selectFiltered(key: FilterKey, request: ReportRequest): FactValue {
  return hasKey(DIMENSIONS, key) ? { column: key } : selectClock("hour", request, request.timezone);
}

type FilterValue = Filters[FilterKey];

/** Lists the values of a list filter; `selectFilter` handles all other forms. */
function listValues(value: FilterValue): Values {
  return typeof value === "object" ? value : [];
}

// ── Metrics ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Lists the metrics of the records: the requested ones, without skipped queries where these are not shown. */
export function listShownMetrics({ projection, groupings, viewer }: ReportRequest): ShownMetric[] {
  const skippedShown = groupings.every((name) => isOneOf(SKIPPED_GROUPINGS, name));
  return listKeys(projection).flatMap((block) => {
    const definitions = listMetrics(block, viewer);
    return (projection[block] ?? []).flatMap((name) => {
      const definition = definitions[name];
      if (!definition || (!skippedShown && block === "rtb" && name.includes("skipped"))) return [];
      return [{ block, name, definition }];
    });
  });
}

/** Lists the bounds of metrics, which have the names of order fields. */
function listBounds(request: ReportRequest): Bound[] {
  return Object.entries(request.bounds).flatMap(([field, bounds]) => {
    const definition = findOrderMetric(field, request);
    return definition && bounds ? [{ ...bounds, metric: toMetric(definition, request) }] : [];
  });
}

/** Finds the metric of an order field, or the position of its grouping. */
function selectOrder(field: string, request: ReportRequest): Metric | number {
  const definition = findOrderMetric(field, request);
  const groupings: readonly string[] = request.groupings;
  return definition ? toMetric(definition, request) : groupings.indexOf(field);
}

function findOrderMetric(field: string, { viewer }: ReportRequest): MetricDefinition | undefined {
  if (!hasKey(ORDER_METRICS, field)) return listMetrics("goals", viewer)[field];
  const [block, name] = ORDER_METRICS[field];
  return listMetrics(block, viewer)[name];
}

function toMetric(
  { sum, of, per, times = 1, whenZero = 0 }: MetricDefinition,
  request: ReportRequest,
): Metric {
  const resolve = (terms: readonly Term[] = []) =>
    terms.map((term) => {
      const { counter, minus } = resolveTerm(term, request.role);
      return { counter: counter as Counter, minus };
    });
  return sum ? { sum: resolve(sum) } : { of: resolve(of), per: resolve(per), times, whenZero };
}
