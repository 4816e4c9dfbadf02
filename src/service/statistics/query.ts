/** A request as one SQL statement over the facts: what is asked for is summed, and nothing else. */
import {
  type Block,
  counterOf,
  FILTERS,
  type FilterKey,
  type Grouping,
  type MetricDefinition,
  metricsOf,
  ORDER_METRICS,
  type OrderMetric,
  SKIPPED_GROUPINGS,
  type Term,
  type Unit,
} from "../../protocol/statistics.ts";
import type { Parameter } from "../store/store.ts";
import type { ReportRequest } from "./request.ts";
import { offsetsBetween } from "./timezones.ts";

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
  if (request.count) {
    const distinct = `SELECT DISTINCT ${keys.join(", ")} FROM facts WHERE ${where}`;
    return { sql: `SELECT count(*) AS ${RECORDS} FROM (${distinct})`, parameters, groups, metrics: [] };
  }
  const metrics = shownMetrics(request).map((metric, index) => ({ ...metric, column: `m${index}` }));
  const orders = request.orders.map(({ field, order }, index) => {
    return { definition: orderMetric(field, request), field, column: `o${index}`, order };
  });
  const summed = [...metrics, ...orders].flatMap(({ definition }) => definition ?? []);
  const sums = countersOf(summed, request).map((counter) => `coalesce(sum(${counter}), 0) AS ${counter}`);
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
  const sql = `WITH grouped AS MATERIALIZED (
  SELECT ${[...keys, ...sums].join(", ")} FROM facts WHERE ${where} GROUP BY ${groups.map((_, at) => at + 1).join(", ")}
), total AS (
  SELECT ${[RECORDS, ...(request.totals ? values(TOTAL) : [])].join(", ")}
  FROM (SELECT ${[`count(*) AS ${RECORDS}`, ...(request.totals ? sums : [])].join(", ")} FROM grouped)
), page AS (
  SELECT ${[...groups.map(({ column }) => column), ...values(""), ...ordering].join(", ")}
  FROM grouped ORDER BY ${sorted} LIMIT ${request.limit} OFFSET ${request.offset}
)
SELECT * FROM total LEFT JOIN page ON true ORDER BY ${sorted}`;
  return { sql, parameters, groups, metrics: metrics.map(({ definition: _, ...metric }) => metric) };
}

// ── Groups and filters ──────────────────────────────────────────────────────────────────────────────────────────────

function groupValue(grouping: Grouping, request: ReportRequest): string {
  switch (grouping) {
    case "date":
      return "CAST(time AS DATE)";
    case "week":
    case "month":
    case "quarter":
      return `date_trunc('${grouping}', CAST(time AS DATE))`;
    case "year":
      return "year(time)";
    case "hour":
      return hourOf(request);
    default:
      return grouping;
  }
}

/** Spans outside this one take the offset at its edge. */
const OFFSETS_FROM = Date.UTC(2000, 0, 1);
const OFFSETS_TO = Date.UTC(2100, 0, 1);

/** The hour that a clock in the request's zone shows. A sum is many times faster here than the database's time zones. */
function hourOf(request: ReportRequest): string {
  const from = clamped(startOf(request.from));
  const offsets = offsetsBetween(request.timezone, from, Math.max(from, clamped(endOf(request.to))));
  const last = offsets.at(-1)?.minutes ?? 0;
  const cases = offsets
    .slice(0, -1)
    .map(({ until, minutes }) => `WHEN time < ${timestamp(until)} THEN ${minutes}`);
  const offset = cases.length > 0 ? `CASE ${cases.join(" ")} ELSE ${last} END` : String(last);
  return `(epoch_ms(time) // 60000 + ${offset}) // 60 % 24`;
}

function clamped(time: number): number {
  return Math.min(Math.max(time, OFFSETS_FROM), OFFSETS_TO);
}

function timestamp(time: number): string {
  return `TIMESTAMP '${new Date(time).toISOString().slice(0, 19).replace("T", " ")}'`;
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function endOf(day: string): number {
  return startOf(day) + 86_400_000;
}

/** What must hold for a fact to be summed. */
function conditions(request: ReportRequest, scope: Scope, parameters: Parameter[]): string[] {
  const bind = (value: Parameter) => `$${parameters.push(value)}`;
  const within = (column: string, values: readonly (string | number)[]) =>
    values.length > 0 ? `${column} IN (${values.map(bind).join(", ")})` : "false";
  const mine = [
    within(`${request.role}_id`, scope.accounts),
    `time >= ${bind(new Date(startOf(request.from)))}`,
    `time < ${bind(new Date(endOf(request.to)))}`,
  ];
  const asked = Object.entries(request.filter).flatMap(([key, value]) => {
    switch (FILTERS[key as FilterKey].form) {
      case "adblock":
        return value === "all" ? [] : [`adblock = ${value === "adblock"}`];
      case "flag":
        return value === 1 ? notIn("campaign_id", scope.deletedCampaigns) : [];
      case "hours":
        return [within(hourOf(request), value as number[])];
      default:
        return [within(key, value as (string | number)[])];
    }
  });
  return [...mine, ...asked];
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
    const definitions = metricsOf(block, viewer);
    return names.flatMap((name) => {
      const definition = definitions[name];
      if (!definition || (!skippedShown && block === "rtb" && /(^|_)skipped(_ratio)?$/.test(name))) return [];
      return [{ block, name, unit: definition.unit, definition }];
    });
  });
}

/** The metric that an order field names; undefined when it names a grouping. */
function orderMetric(field: string, { viewer }: ReportRequest): MetricDefinition | undefined {
  if (!Object.hasOwn(ORDER_METRICS, field)) return metricsOf("goals", viewer)[field];
  const [block, name] = ORDER_METRICS[field as OrderMetric];
  return metricsOf(block, viewer)[name];
}

function countersOf(definitions: readonly MetricDefinition[], { role }: ReportRequest): string[] {
  const terms = definitions.flatMap(({ sum = [], of = [], per = [] }) => [...sum, ...of, ...per]);
  return [...new Set(terms.map((term) => counterOf(term, role).counter))];
}

/** A metric over the counters of a group. */
function formula(definition: MetricDefinition, { role }: ReportRequest): string {
  const add = (terms: readonly Term[]) => {
    const signed = terms
      .map((term) => counterOf(term, role))
      .map(({ counter, minus }) => (minus ? "- " : "+ ") + counter);
    return signed.join(" ").replace(/^\+ /, "");
  };
  const { sum, of = [], per = [], times = 1, whenZero = 0 } = definition;
  if (sum) return add(sum);
  const divisor = `CAST(${add(per)} AS DOUBLE)`;
  return `CASE WHEN ${add(per)} = 0 THEN ${whenZero} ELSE ${times} * CAST(${add(of)} AS DOUBLE) / ${divisor} END`;
}
