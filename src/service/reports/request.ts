/** Validates statistics requests. Reports the first problems together, by path, with the allowed values. */
import * as v from "valibot";
import {
  BLOCKS,
  type Block,
  DEFAULT_LIMIT,
  DEFAULT_TIMEZONE,
  EXCLUDABLE_FORMS,
  FILTERS,
  type FilterForms,
  type FilterKey,
  GROUPINGS,
  type Grouping,
  listBlocks,
  listDefaultMetrics,
  listMetrics,
  listNames,
  listOrderGroupings,
  listOrderMetrics,
  MAX_CSV_FIELDS,
  MAX_FILTER_VALUES,
  MAX_GROUPINGS,
  MAX_LIMIT,
  MAX_ORDERS,
  type MetricBounds,
  ORDER_METRICS,
  type Order,
  type Role,
  RTB_PREFIXES,
  type Viewer,
} from "../../protocol/statistics.ts";
import { hasKey, isOneOf, listKeys } from "../../protocol/tables.ts";
import { quote } from "../../protocol/validation.ts";
import { isCountry } from "../net/countries.ts";
import { isDay } from "../values/day.ts";
import { isObject } from "../values/object.ts";
import type { FieldProblem } from "../values/problemList.ts";
import { boundedList, distinct, either, requestObject } from "../values/requestSchemas.ts";
import { asMessage, createPath, listProblems } from "../values/schemas.ts";
import { isTimezone, localDay } from "../values/timezones.ts";
import { normalizeRequest } from "./aliases.ts";

/** Schema of one of the names. An unknown name stays a string, so that the rest of the request is still validated. */
function oneOf(values: readonly string[], explain: (name: string) => Reason = () => undefined) {
  const message = ({ input }: { input: unknown }) => {
    const reason = typeof input === "string" ? explain(input) : undefined;
    return asMessage({ code: "one-of", ...reason, values });
  };
  return v.pipe(v.string(message), v.values(values, message));
}

/** Why a name is not accepted; undefined for a name that no account may use. */
type Reason =
  | { code: "goals-need-tracking" }
  | { code: "accounts-only"; name: string; accounts: readonly string[] }
  | undefined;

function whole(least: number, most: number) {
  const message = asMessage({ code: "whole-number-range", least, most });
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
}

function text(form: RegExp, message: string) {
  return v.pipe(v.string(message), v.regex(form, message));
}

const EXPECTED_FLAG = asMessage({ code: "flag" });
const FLAG = v.pipe(v.number(EXPECTED_FLAG), v.values([0, 1], EXPECTED_FLAG));

const TIMEZONE = v.pipe(
  v.string(asMessage({ code: "timezone-name" })),
  v.check(isTimezone, asMessage({ code: "timezone-unknown" })),
  v.examples([DEFAULT_TIMEZONE]),
);

const DAY_FORM = asMessage({ code: "day-form", form: "YYYY-mm-dd" });
const DAY = v.pipe(
  v.string(DAY_FORM),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, DAY_FORM),
  v.check((day) => !/^\d{4}-\d{2}-\d{2}$/.test(day) || isDay(day), asMessage({ code: "day-unknown" })),
  v.metadata({ format: "date" }),
);

const COUNTRY = v.pipe(
  v.string(asMessage({ code: "country-code" })),
  v.check(isCountry, ({ input }) => asMessage({ code: "country-unknown", name: quote(input) })),
  v.examples(["USA"]),
);

/** A schema for each form of filter. */
const FORMS = {
  date: DAY,
  adblock: oneOf(["adblock", "all", "standard"]),
  flag: FLAG,
  countries: boundedList(COUNTRY, "three-letter country codes", MAX_FILTER_VALUES),
  ids: boundedList(whole(0, Number.MAX_SAFE_INTEGER), "ids", MAX_FILTER_VALUES),
  integers: boundedList(
    whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    "whole numbers",
    MAX_FILTER_VALUES,
  ),
  hours: boundedList(whole(0, 23), "hours", 24),
  hostnames: boundedList(
    text(/^[a-z0-9.-]+$/, asMessage({ code: "hostname-characters" })),
    "hostnames",
    MAX_FILTER_VALUES,
  ),
  sizes: boundedList(text(/^\d+x\d+$/, asMessage({ code: "size-form" })), "sizes", MAX_FILTER_VALUES),
} satisfies Record<keyof FilterForms, v.GenericSchema>;

function listFilters({ role, kind, link }: Viewer): FilterKey[] {
  const own: readonly string[] = listNames(FILTERS, role, kind);
  return listKeys(FILTERS).filter((key) => own.includes(key) || link?.filters.includes(key));
}

function describeFilter(viewer: Viewer) {
  const keys = listFilters(viewer);
  const entries = Object.fromEntries(keys.map((key) => [key, v.optional(FORMS[FILTERS[key].form])]));
  return v.pipe(
    requestObject(entries),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!isObject(dataset.value)) return;
      const { date_from: from, date_to: to } = dataset.value;
      if (typeof from !== "string" || typeof to !== "string" || !isDay(from) || !isDay(to) || from <= to)
        return;
      addIssue({ message: asMessage({ code: "days-order" }), path: createPath("date_to") });
    }),
  );
}

function describeExclusion(viewer: Viewer) {
  const keys = listFilters(viewer).filter((key) => isOneOf(EXCLUDABLE_FORMS, FILTERS[key].form));
  return requestObject(Object.fromEntries(keys.map((key) => [key, v.optional(FORMS[FILTERS[key].form])])));
}

function describeGroupings({ role, kind }: Viewer) {
  const names: Grouping[] = listNames(GROUPINGS, role, kind);
  return v.pipe(
    boundedList(oneOf(names, explainGrouping), "groupings", MAX_GROUPINGS, 0),
    distinct((grouping) => grouping, asMessage({ code: "named-twice", what: "grouping" })),
  );
}

function explainGrouping(name: string): Reason {
  if (!hasKey(GROUPINGS, name)) return undefined;
  const grouping = GROUPINGS[name];
  return "accounts" in grouping ? { code: "accounts-only", name, accounts: grouping.accounts } : undefined;
}

function describeOrders(viewer: Viewer) {
  const fields = [...listOrderMetrics(viewer), ...listOrderGroupings(viewer.role, viewer.kind)];
  const entry = requestObject({ field: oneOf(fields, explainOrder(viewer)), order: oneOf(["asc", "desc"]) });
  return v.pipe(
    boundedList(entry, "orders", MAX_ORDERS, 0),
    distinct(
      (order) => (isObject(order) ? order.field : undefined),
      asMessage({ code: "named-twice", what: "field" }),
    ),
  );
}

const BOUND_MESSAGE = asMessage({
  code: "number-range",
  least: -Number.MAX_SAFE_INTEGER,
  most: Number.MAX_SAFE_INTEGER,
});
const BOUND = v.pipe(
  v.number(BOUND_MESSAGE),
  v.minValue(-Number.MAX_SAFE_INTEGER, BOUND_MESSAGE),
  v.maxValue(Number.MAX_SAFE_INTEGER, BOUND_MESSAGE),
);

/** Describes bounds by metric; the metrics have the names of order fields. */
function describeBounds(viewer: Viewer) {
  const bounds = v.pipe(
    requestObject({ min: v.optional(BOUND), max: v.optional(BOUND) }, asMessage({ code: "min-or-max" })),
    v.check((value) => Object.keys(value).length > 0, asMessage({ code: "min-or-max" })),
    v.rawCheck(({ dataset, addIssue }) => {
      const { min, max }: { min?: unknown; max?: unknown } = Object(dataset.value);
      if (typeof min !== "number" || typeof max !== "number" || min <= max) return;
      addIssue({ message: asMessage({ code: "min-above-max", min }), path: createPath("max") });
    }),
  );
  return requestObject(
    Object.fromEntries(listOrderMetrics(viewer).map((name) => [name, v.optional(bounds)])),
  );
}

/** Explains why the viewer may not use an existing order field. */
function explainOrder(viewer: Viewer) {
  return (name: string): Reason => {
    if (isGoal(name)) return viewer.goals === 0 ? { code: "goals-need-tracking" } : undefined;
    if (!hasKey(ORDER_METRICS, name)) return explainGrouping(name);
    const [block, metric] = ORDER_METRICS[name];
    return explainMetric(block, metric);
  };
}

function isGoal(name: string): boolean {
  return /^((g|ecpa)\d+|total|goals)$/.test(name);
}

function describeProjection(viewer: Viewer) {
  const blocks = listBlocks(viewer);
  const explain = (name: string): Reason =>
    isGoal(name) && viewer.role === "advertiser" ? { code: "goals-need-tracking" } : undefined;
  const names = boundedList(oneOf(blocks, explain), "blocks", Object.keys(BLOCKS).length);
  const entries = Object.fromEntries(
    blocks.map((block) => [block, v.optional(describeMetrics(block, viewer))]),
  );
  const metrics = v.pipe(
    requestObject(entries, asMessage({ code: "projection" })),
    v.check((value) => Object.keys(value).length > 0, asMessage({ code: "one-or-more-of", values: blocks })),
  );
  return either(Array.isArray, names, metrics);
}

function describeMetrics(block: Block, viewer: Viewer) {
  const names = Object.keys(listMetrics(block, viewer));
  return boundedList(
    oneOf(names, (name) => explainMetric(block, name)),
    "metrics",
    names.length,
  );
}

const RTB_PREFIX = new RegExp(`^(${Object.keys(RTB_PREFIXES).join("|")})`);

/** Explains which accounts may see a metric. */
function explainMetric(block: Block, name: string): Reason {
  const plain = block === "rtb" ? name.replace(RTB_PREFIX, "") : name;
  const metrics = listMetrics(block, { kind: "network", role: "advertiser", goals: 0 });
  const metric = Object.hasOwn(metrics, plain) ? metrics[plain] : undefined;
  if (!metric) return undefined;
  const kinds = plain === name ? metric.accounts : ["network"];
  return { code: "accounts-only", name, accounts: kinds };
}

type RequestSchema = ReturnType<typeof requestSchema>;

/** The valid names depend on the rest of the request; `plan.ts` checks them for a CSV file. */
const COLUMNS = boundedList(
  v.pipe(
    v.string(asMessage({ code: "column-name" })),
    v.maxLength(100, asMessage({ code: "most-characters", most: 100 })),
  ),
  "names of columns",
  MAX_CSV_FIELDS,
);

/** Schemas by viewer and grouping, cached because creating one takes longer than validating a request. */
const schemas = new Map<string, RequestSchema>();

function findSchema(viewer: Viewer, named?: Grouping): RequestSchema {
  // Only filters beyond the kind's own matter, of which there are two.
  const filters = listFilters(viewer).filter((name) => "accounts" in FILTERS[name]);
  const key = `${viewer.kind} ${viewer.role} ${viewer.goals} ${named} ${filters.join()}`;
  const schema = schemas.get(key) ?? requestSchema(viewer, named);
  schemas.set(key, schema);
  return schema;
}

/**
 * Returns the schema of the requests that a viewer may send. Without `group_by`, the grouping in the address is used.
 */
export function requestSchema(viewer: Viewer, named?: Grouping) {
  const orderable: readonly unknown[] = listOrderGroupings(viewer.role, viewer.kind);
  return v.pipe(
    requestObject({
      count: v.optional(FLAG, 0),
      detailed: v.optional(FLAG, 0),
      timezone: v.optional(TIMEZONE, DEFAULT_TIMEZONE),
      totals: v.optional(FLAG, 0),
      filter: v.optional(describeFilter(viewer), {}),
      exclude: v.optional(describeExclusion(viewer), {}),
      metrics: v.optional(describeBounds(viewer), {}),
      group_by: named ? v.optional(describeGroupings(viewer), [named]) : describeGroupings(viewer),
      order_by: v.optional(describeOrders(viewer), []),
      projection: v.optional(describeProjection(viewer), listBlocks(viewer)),
      limit: v.optional(whole(1, MAX_LIMIT), DEFAULT_LIMIT),
      offset: v.optional(whole(0, Number.MAX_SAFE_INTEGER), 0),
      output_csv_fields: v.optional(COLUMNS),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!isObject(dataset.value)) return;
      const { order_by: orders, group_by: groupings } = dataset.value;
      if (!Array.isArray(orders) || !Array.isArray(groupings)) return;
      for (const [index, order] of orders.entries()) {
        const field = order?.field;
        if (!orderable.includes(field) || groupings.includes(field)) continue;
        const path = createPath("order_by", index, "field");
        addIssue({ message: asMessage({ code: "order-needs-grouping", name: field }), path });
      }
    }),
  );
}

/** Values of filters, each in its form. */
export type Filters = { readonly [K in FilterKey]?: FilterForms[keyof FilterForms] };

/** Requested metrics by block. */
type Projection = Partial<Record<Block, string[]>>;

/** Bounds of metrics, by order field. */
type MetricFilters = Partial<Record<string, MetricBounds>>;

/** A valid request with every default filled in. */
export interface ReportRequest {
  role: Role;
  viewer: Viewer;
  /** Groupings; empty: a single record without groups. */
  groupings: Grouping[];
  /** First and last day, YYYY-mm-dd. */
  from: string;
  to: string;
  /** Time zone of the day boundaries. */
  dateTimezone: string;
  filter: Filters;
  /** Excluded values by filter. */
  exclude: Filters;
  /** Bounds that the metrics of a record must be within. */
  bounds: MetricFilters;
  orders: readonly Order[];
  projection: Projection;
  /** Time zone of hours. */
  timezone: string;
  count: boolean;
  detailed: boolean;
  totals: boolean;
  /** Maximum records; Infinity: all records. */
  limit: number;
  offset: number;
  /** Columns of a CSV file, in this order; absent: all. */
  csvFields?: readonly string[] | undefined;
}

/** Context for reading a request, in addition to its body. */
export interface ReadingContext {
  viewer: Viewer;
  /** Grouping in the address. */
  named?: Grouping | undefined;
  /** Current time for the default dates, milliseconds since 1970. */
  now: number;
  /** IANA name of the account's zone. */
  dateTimezone: string;
  /** Whether a request without a limit returns all records. */
  allRecords?: boolean;
}

/** Request after validation, with defaults. */
interface CheckedRequest {
  count: number;
  detailed: number;
  totals: number;
  timezone: string;
  filter: Filters & { date_from?: string; date_to?: string };
  exclude: Filters;
  metrics: MetricFilters;
  group_by: Grouping[];
  order_by: Order[];
  projection: Block[] | Projection;
  limit: number;
  offset: number;
  output_csv_fields?: string[];
}

/** Reads a viewer's request. */
export function parseReportRequest(
  input: unknown,
  { viewer, named, now, dateTimezone, allRecords = false }: ReadingContext,
): { request: ReportRequest } | { errors: FieldProblem[] } {
  const read = v.safeParse(findSchema(viewer, named), normalizeRequest(input, viewer));
  if (!read.success) return { errors: listProblems(read.issues) };
  // Schemas built from lists of names lose the types of the names.
  const output = read.output as CheckedRequest;
  const { filter, exclude, metrics, group_by, order_by, projection, timezone, limit, offset } = output;
  const { count, detailed, totals, output_csv_fields } = output;
  const { date_from, date_to, ...others } = filter;
  return {
    request: {
      role: viewer.role,
      viewer,
      groupings: group_by,
      ...completePeriod(date_from, date_to, localDay(now, dateTimezone)),
      dateTimezone,
      filter: others,
      exclude,
      bounds: metrics,
      orders: order_by,
      projection: completeProjection(projection, viewer, detailed === 1),
      timezone,
      count: count === 1,
      detailed: detailed === 1,
      totals: totals === 1,
      limit: allRecords && !Object.hasOwn(Object(input), "limit") ? Number.POSITIVE_INFINITY : limit,
      offset,
      csvFields: output_csv_fields && unique(output_csv_fields),
    },
  };
}

/**
 * Completes the period. Without dates: the current month up to today. With one date: up to today, or from the start of
 * its month.
 */
function completePeriod(
  from: string | undefined,
  to: string | undefined,
  today: string,
): { from: string; to: string } {
  const last = to ?? (from && from > today ? from : today);
  return { from: from ?? `${last.slice(0, 7)}-01`, to: last };
}

/** Keeps each name once, as an answer has it. */
function unique<T>(names: readonly T[]): T[] {
  return [...new Set(names)];
}

function completeProjection(asked: Block[] | Projection, viewer: Viewer, detailed: boolean): Projection {
  if (!Array.isArray(asked))
    return Object.fromEntries(Object.entries(asked).map(([block, metrics]) => [block, unique(metrics)]));
  return Object.fromEntries(asked.map((block) => [block, listDefaultMetrics(block, viewer, detailed)]));
}

/** Names a downloaded report by its role, groupings and days, which are all plain ASCII. */
export function nameReportFile({ role, groupings, from, to }: ReportRequest): string {
  return [role, ...groupings, from, to].join("-");
}
