/** A request as one SQL statement over the facts: what is asked for is summed, and nothing else. */
import {
  type Block,
  FILTERS,
  type FilterKey,
  type Grouping,
  listMetrics,
  type MetricDefinition,
  ORDER_METRICS,
  type OrderMetric,
  resolveTerm,
  SKIPPED_GROUPINGS,
  type Term,
  type Unit,
} from "../../protocol/statistics.ts";
import type { Parameter } from "../store/store.ts";
import { DAY_MS } from "../values/day.ts";
import { offsetsBetween } from "../values/timezones.ts";
import type { ReportRequest } from "./request.ts";

/** Whose facts a report adds up. */
export interface Scope {
  /** Accounts on the request's side. */
  accounts: readonly number[];
  /** For `exclude_deleted`. */
  deletedCampaigns: readonly number[];
}

export interface ReportQuery {
  sql: string;
  parameters: Parameter[];
  /** Columns of a record's groups and metrics, by the names they have in the rows. */
  groups: { column: string; grouping: Grouping }[];
  metrics: { column: string; block: Block; name: string; unit: Unit }[];
}

/** The column that tells how many records match. */
export const RECORDS = "records";
/** A column of the totals is called as a record's, after this prefix. */
export const TOTAL = "t_";

/**
 * One statement, so that count, page and totals are of the same moment. Each row carries the number of records and the
 * totals; a page without records is one row whose groups and metrics are NULL.
 */
export function reportQuery(request: ReportRequest, scope: Scope): ReportQuery {
  const parameters: Parameter[] = [];
  const where = conditions(request, scope, parameters).join(" AND ");
  const groups = request.groupings.map((grouping, index) => ({ grouping, column: `g${index}` }));
  const keys = groups.map(({ grouping, column }) => `${groupValue(grouping, request)} AS ${column}`);
  if (request.count) return { sql: countRecords(keys, where), parameters, groups, metrics: [] };
  const metrics = shownMetrics(request).map((metric, index) => ({ ...metric, column: `m${index}` }));
  const orders = request.orders.map(({ field, order }, index) => {
    return { definition: orderMetric(field, request), field, column: `o${index}`, order };
  });
  const summed = [...metrics, ...orders].flatMap(({ definition }) => definition ?? []);
  const sums = listCounters(summed, request).map((counter) => `coalesce(sum(${counter}), 0) AS ${counter}`);
  const values = (prefix: string) =>
    metrics.map(({ definition, column }) => `${formula(definition, request)} AS ${prefix}${column}`);
  const ordering = orders.map(({ definition, field, column }) => {
    const grouped = groups.find(({ grouping }) => grouping === field)?.column;
    return `${definition ? formula(definition, request) : grouped} AS ${column}`;
  });
  const sorted = [
    ...orders.map(({ column, order }) => `${column} ${order} NULLS LAST`),
    // No two records have the same groups, so pages neither skip nor repeat one.
    ...groups.map(({ column }) => `${column} ASC NULLS LAST`),
  ].join(", ");
  const orderBy = sorted && `ORDER BY ${sorted}`;
  const groupBy = groups.length > 0 ? `GROUP BY ${groups.map((_, at) => at + 1).join(", ")}` : "";
  const sql = `WITH grouped AS MATERIALIZED (
  SELECT ${[...keys, ...sums].join(", ")} FROM facts WHERE ${where} ${groupBy}
), total AS (
  SELECT ${[RECORDS, ...(request.totals ? values(TOTAL) : [])].join(", ")}
  FROM (SELECT ${[`count(*) AS ${RECORDS}`, ...(request.totals ? sums : [])].join(", ")} FROM grouped)
), page AS (
  SELECT ${[...groups.map(({ column }) => column), ...values(""), ...ordering].join(", ")}
  FROM grouped ${orderBy} ${limitTo(request)} OFFSET ${request.offset}
)
SELECT * FROM total LEFT JOIN page ON true ${orderBy}`;
  return { sql, parameters, groups, metrics: metrics.map(({ definition: _, ...metric }) => metric) };
}

function limitTo({ limit }: ReportRequest): string {
  return Number.isFinite(limit) ? `LIMIT ${limit}` : "";
}

/** Without groupings there is one record over everything. */
function countRecords(keys: readonly string[], where: string): string {
  if (keys.length === 0) return `SELECT 1 AS ${RECORDS}`;
  return `SELECT count(*) AS ${RECORDS} FROM (SELECT DISTINCT ${keys.join(", ")} FROM facts WHERE ${where})`;
}

// ── Groups and filters ──────────────────────────────────────────────────────────────────────────────────────────────

function groupValue(grouping: Grouping, request: ReportRequest): string {
  switch (grouping) {
    case "date":
      return localDate(request);
    case "week":
    case "month":
    case "quarter":
      return `CAST(date_trunc('${grouping}', ${localDate(request)}) AS DATE)`;
    case "year":
      return `year(${localDate(request)})`;
    case "hour":
      return localHour(request);
    default:
      return grouping;
  }
}

/** Spans outside this one take the offset at its edge. */
const OFFSETS_FROM = Date.UTC(2000, 0, 1);
const OFFSETS_TO = Date.UTC(2100, 0, 1);
/** No clock is further from UTC, https://en.wikipedia.org/wiki/List_of_UTC_offsets; a little more for good measure. */
const FURTHEST_MS = 18 * 3600_000;

/** The day that a clock in the account's zone shows. */
function localDate(request: ReportRequest): string {
  if (request.dateTimezone === "UTC") return "CAST(time AS DATE)";
  return `CAST(time + to_minutes(${offset(request, request.dateTimezone)}) AS DATE)`;
}

/** The hour that a clock in the request's zone shows. */
function localHour(request: ReportRequest): string {
  return `(epoch_ms(time) // 60000 + ${offset(request, request.timezone)}) // 60 % 24`;
}

/** Minutes that a zone is ahead of UTC. A sum is many times faster here than the database's time zones. */
function offset(request: ReportRequest, timezone: string): string {
  const { from, to } = widestSpan(request);
  const offsets = offsetsBetween(timezone, clamped(from), clamped(to));
  const last = offsets.at(-1)?.minutes ?? 0;
  const cases = offsets
    .slice(0, -1)
    .map(({ until, minutes }) => `WHEN time < ${timestamp(until)} THEN ${minutes}`);
  return cases.length > 0 ? `CASE ${cases.join(" ")} ELSE ${last} END` : String(last);
}

function clamped(time: number): number {
  return Math.min(Math.max(time, OFFSETS_FROM), OFFSETS_TO);
}

function timestamp(time: number): string {
  return `TIMESTAMP '${new Date(time).toISOString().slice(0, 19).replace("T", " ")}'`;
}

/** Moments between which the request's days are, whatever the zone. */
function widestSpan({ from, to, dateTimezone }: ReportRequest): { from: number; to: number } {
  const margin = dateTimezone === "UTC" ? 0 : FURTHEST_MS;
  return {
    from: Date.parse(`${from}T00:00:00Z`) - margin,
    to: Date.parse(`${to}T00:00:00Z`) + DAY_MS + margin,
  };
}

/** What must hold for a fact to be summed. */
function conditions(request: ReportRequest, scope: Scope, parameters: Parameter[]): string[] {
  const bind = (value: Parameter) => `$${parameters.push(value)}`;
  const bindDay = (day: string) => `CAST(${bind(day)} AS DATE)`;
  const within = (column: string, values: readonly (string | number)[]) =>
    values.length > 0 ? `${column} IN (${values.map(bind).join(", ")})` : "false";
  const span = widestSpan(request);
  const mine = [
    within(`${request.role}_id`, scope.accounts),
    `time >= ${bind(new Date(span.from))}`,
    `time < ${bind(new Date(span.to))}`,
    // The bounds above let the database pass over most of the table; for UTC they are exact.
    ...(request.dateTimezone === "UTC"
      ? []
      : [`${localDate(request)} BETWEEN ${bindDay(request.from)} AND ${bindDay(request.to)}`]),
  ];
  const asked = Object.entries(request.filter).flatMap(([key, value]) => {
    switch (FILTERS[key as FilterKey].form) {
      case "adblock":
        return value === "all" ? [] : [`adblock = ${value === "adblock"}`];
      case "flag":
        return value === 1 ? notIn("campaign_id", scope.deletedCampaigns) : [];
      case "hours":
        return [within(localHour(request), value as number[])];
      default:
        return [within(key, value as (string | number)[])];
    }
  });
  const left = Object.entries(request.exclude ?? {}).map(([key, values]) => {
    const isHour = FILTERS[key as FilterKey].form === "hours";
    const column = isHour ? localHour(request) : key;
    return `(${column} IS NULL OR NOT ${within(column, values as (string | number)[])})`;
  });
  return [...mine, ...asked, ...left];
}

function notIn(column: string, ids: readonly number[]): string[] {
  return ids.length > 0 ? [`(${column} IS NULL OR ${column} NOT IN (${ids.join(", ")}))`] : [];
}

// ── Metrics ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The metrics that records carry: those asked for, without skipped queries where these are not shown. */
function shownMetrics({ projection, groupings, viewer }: ReportRequest) {
  const skippedShown = groupings.every((name) => (SKIPPED_GROUPINGS as readonly string[]).includes(name));
  const asked = Object.entries(projection) as [Block, string[]][];
  return asked.flatMap(([block, names]) => {
    const definitions = listMetrics(block, viewer);
    return names.flatMap((name) => {
      const definition = definitions[name];
      if (!definition || (!skippedShown && block === "rtb" && /(^|_)skipped(_ratio)?$/.test(name))) return [];
      return [{ block, name, unit: definition.unit, definition }];
    });
  });
}

/** The metric that an order field names; undefined when it names a grouping. */
function orderMetric(field: string, { viewer }: ReportRequest): MetricDefinition | undefined {
  if (!Object.hasOwn(ORDER_METRICS, field)) return listMetrics("goals", viewer)[field];
  const [block, name] = ORDER_METRICS[field as OrderMetric];
  return listMetrics(block, viewer)[name];
}

function listCounters(definitions: readonly MetricDefinition[], { role }: ReportRequest): string[] {
  const terms = definitions.flatMap(({ sum = [], of = [], per = [] }) => [...sum, ...of, ...per]);
  return [...new Set(terms.map((term) => resolveTerm(term, role).counter))];
}

/** A metric over the counters of a group. */
function formula(definition: MetricDefinition, { role }: ReportRequest): string {
  const add = (terms: readonly Term[]) => {
    const signed = terms
      .map((term) => resolveTerm(term, role))
      .map(({ counter, minus }) => (minus ? "- " : "+ ") + counter);
    return signed.join(" ").replace(/^\+ /, "");
  };
  const { sum, of = [], per = [], times = 1, whenZero = 0 } = definition;
  if (sum) return add(sum);
  const divisor = `CAST(${add(per)} AS DOUBLE)`;
  return `CASE WHEN ${add(per)} = 0 THEN ${whenZero} ELSE ${times} * CAST(${add(of)} AS DOUBLE) / ${divisor} END`;
}
