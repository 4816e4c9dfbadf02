/** A statistics request as it is validated: every problem together, by path, in words that say what is allowed. */
import * as v from "valibot";
import {
  BLOCKS,
  type Block,
  blocksOf,
  DEFAULT_LIMIT,
  DEFAULT_TIMEZONE,
  FILTERS,
  type FilterForms,
  GROUPINGS,
  type Grouping,
  MAX_FILTER_VALUES,
  MAX_GROUPINGS,
  MAX_LIMIT,
  MAX_ORDERS,
  metricsOf,
  namesFor,
  ORDER_METRICS,
  orderGroupingsOf,
  type Role,
  RTB_PREFIXES,
  type Viewer,
} from "../../protocol/statistics.ts";
import { knownCountry } from "../countries.ts";
import { isDay } from "../day.ts";
import { isTimezone } from "./timezones.ts";
import { always, either, object, type Problems, pathOf, problemsOf } from "./validation.ts";

function list(item: v.GenericSchema, most: number, what: string) {
  return v.pipe(
    v.array(item, `Expected a list of ${what}.`),
    v.minLength(1, `Expected a list of at least one of the ${what}.`),
    always(v.maxLength<unknown[], number, string>(most, `Expected at most ${most} ${what}.`)),
  );
}

/** One of the names. It stays a string when it is none, so that what follows is still checked. */
function oneOf(names: readonly string[], hint: (name: string) => string = () => "") {
  const message = ({ input }: { input: unknown }) =>
    `${typeof input === "string" ? hint(input) : ""}Expected one of: ${names.join(", ")}.`;
  return v.pipe(v.string(message), v.values(names, message));
}

/** Refuses a text that an earlier entry has. */
function once(textOf: (entry: unknown) => unknown, message: string) {
  const isFirst = (entry: unknown, index: number, entries: unknown[]) => {
    const text = textOf(entry);
    return typeof text !== "string" || entries.findIndex((other) => textOf(other) === text) === index;
  };
  return always(v.checkItems<unknown[], string>(isFirst, message));
}

function whole(least: number, most: number) {
  const message = `Expected a whole number from ${least} to ${most}.`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
}

function text(form: RegExp, message: string) {
  return v.pipe(v.string(message), v.regex(form, message));
}

const FLAG = v.pipe(v.number("Expected 0 or 1."), v.values([0, 1], "Expected 0 or 1."));

const TIMEZONE = v.pipe(
  v.string("Expected the name of a time zone."),
  v.check(isTimezone, "There is no such time zone; /collections/timezones lists them."),
  v.examples([DEFAULT_TIMEZONE]),
);

const DAY = v.pipe(
  v.string("Expected a day as YYYY-mm-dd."),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, "Expected a day as YYYY-mm-dd."),
  v.check((day) => !/^\d{4}-\d{2}-\d{2}$/.test(day) || isDay(day), "There is no such day."),
  v.metadata({ format: "date" }),
);

const COUNTRY = v.pipe(
  v.string("Expected a three-letter country code."),
  v.check(knownCountry, ({ input }) => `"${input}" is not the iso3 of a country in /collections/countries.`),
  v.examples(["USA"]),
);

/** A schema for each form of filter. */
const FORMS = {
  date: DAY,
  adblock: oneOf(["adblock", "all", "standard"]),
  flag: FLAG,
  countries: list(COUNTRY, MAX_FILTER_VALUES, "three-letter country codes"),
  ids: list(whole(0, Number.MAX_SAFE_INTEGER), MAX_FILTER_VALUES, "ids"),
  integers: list(whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), MAX_FILTER_VALUES, "whole numbers"),
  hours: list(whole(0, 23), 24, "hours"),
  hostnames: list(
    text(/^[a-z0-9.-]+$/, "Expected letters a-z, digits, hyphens and dots."),
    MAX_FILTER_VALUES,
    "hostnames",
  ),
  sizes: list(text(/^\d+x\d+$/, "Expected a size as WIDTHxHEIGHT."), MAX_FILTER_VALUES, "sizes"),
} satisfies Record<keyof FilterForms, v.GenericSchema>;

function filterOf(role: Role) {
  const keys = namesFor(FILTERS, role);
  const entries = Object.fromEntries(keys.map((key) => [key, v.optional(FORMS[FILTERS[key].form])]));
  return v.pipe(
    object(entries),
    v.rawCheck(({ dataset, addIssue }) => {
      const filter = dataset.value as { date_from?: unknown; date_to?: unknown };
      const { date_from: from, date_to: to } = filter ?? {};
      if (typeof from !== "string" || typeof to !== "string" || !isDay(from) || !isDay(to) || from <= to)
        return;
      addIssue({
        message: `Expected a day not before date_from, ${from}.`,
        path: pathOf("date_to"),
      });
    }),
  );
}

function groupBy(role: Role) {
  return v.pipe(
    list(oneOf(namesFor(GROUPINGS, role)), MAX_GROUPINGS, "groupings"),
    once((grouping) => grouping, "This grouping is named twice."),
  );
}

function orderBy(viewer: Viewer) {
  const fields = [...Object.keys(ORDER_METRICS), ...orderGroupingsOf(viewer.role), ...goalsOf(viewer)];
  const hint = (name: string) => (isGoal(name) && viewer.goals === 0 ? `${GOALS_NEED_TRACKING} ` : "");
  const entry: v.GenericSchema = object({ field: oneOf(fields, hint), order: oneOf(["asc", "desc"]) });
  return v.pipe(
    v.array(entry, "Expected a list of objects with field and order."),
    always(v.maxLength<unknown[], number, string>(MAX_ORDERS, `Expected at most ${MAX_ORDERS} orders.`)),
    once((order) => (order as { field?: unknown } | null)?.field, "This field is named twice."),
  );
}

const GOALS_NEED_TRACKING = "Goals exist only for accounts with conversion tracking.";

function goalsOf(viewer: Viewer): string[] {
  return viewer.role === "advertiser" ? Object.keys(metricsOf("goals", viewer)) : [];
}

function isGoal(name: string): boolean {
  return /^(g|ecpa)\d+$/.test(name) || name === "goals";
}

function projection(viewer: Viewer) {
  const blocks = blocksOf(viewer);
  const hint = (name: string) =>
    isGoal(name) && viewer.role === "advertiser" ? `${GOALS_NEED_TRACKING} ` : "";
  const names = list(oneOf(blocks, hint), Object.keys(BLOCKS).length, "blocks");
  const entries = Object.fromEntries(blocks.map((block) => [block, v.optional(metricsIn(block, viewer))]));
  const metrics = v.pipe(
    object(entries, "Expected a list of blocks, or an object with a list of metrics for each block."),
    v.check((value) => Object.keys(value).length > 0, `Expected at least one of: ${blocks.join(", ")}.`),
  );
  return either(Array.isArray, names, metrics);
}

function metricsIn(block: Block, viewer: Viewer) {
  const names = Object.keys(metricsOf(block, viewer));
  return list(
    oneOf(names, (name) => otherwise(block, name)),
    names.length,
    "metrics",
  );
}

/** Says who may see a metric that the viewer may not. */
function otherwise(block: Block, name: string): string {
  const plain =
    block === "rtb" ? name.replace(new RegExp(`^(${Object.keys(RTB_PREFIXES).join("|")})`), "") : name;
  const metric = metricsOf(block, { kind: "network", role: "advertiser", goals: 0 })[plain];
  if (!metric) return "";
  const kinds = plain === name ? metric.accounts : ["network"];
  return `${name} is only for ${kinds.join(" and ")} accounts. `;
}

type RequestSchema = ReturnType<typeof requestSchema>;

/** By viewer and grouping, since making one takes longer than checking a request with it. */
const schemas = new Map<string, RequestSchema>();

function schemaFor(viewer: Viewer, named?: Grouping): RequestSchema {
  const key = `${viewer.kind} ${viewer.role} ${viewer.goals} ${named}`;
  const schema = schemas.get(key) ?? requestSchema(viewer, named);
  schemas.set(key, schema);
  return schema;
}

/**
 * The schema of the requests that a viewer may send. Without `group_by` the grouping that the address names counts, if
 * it names one.
 */
export function requestSchema(viewer: Viewer, named?: Grouping) {
  return v.pipe(
    object({
      count: v.optional(FLAG, 0),
      detailed: v.optional(FLAG, 0),
      timezone: v.optional(TIMEZONE, DEFAULT_TIMEZONE),
      totals: v.optional(FLAG, 0),
      filter: v.optional(filterOf(viewer.role), {}),
      group_by: named ? v.optional(groupBy(viewer.role), [named]) : groupBy(viewer.role),
      order_by: v.optional(orderBy(viewer), []),
      projection: v.optional(projection(viewer), blocksOf(viewer)),
      limit: v.optional(whole(1, MAX_LIMIT), DEFAULT_LIMIT),
      offset: v.optional(whole(0, Number.MAX_SAFE_INTEGER), 0),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      const { order_by: orders, group_by: groupings } = (dataset.value ?? {}) as Record<string, unknown>;
      if (!Array.isArray(orders) || !Array.isArray(groupings)) return;
      for (const [index, order] of orders.entries()) {
        const field = order?.field;
        if (!orderGroupingsOf(viewer.role).includes(field) || groupings.includes(field)) continue;
        const path = pathOf("order_by", index, "field");
        addIssue({ message: `To order by ${field}, name it in group_by as well.`, path });
      }
    }),
  );
}

/** Metrics asked for, by block. */
export type Projection = Partial<Record<Block, string[]>>;

/** A valid request with every default filled in. */
export interface ReportRequest {
  role: Role;
  viewer: Viewer;
  groupings: Grouping[];
  /** First day, and the last one; YYYY-mm-dd. */
  from: string;
  to: string;
  filter: Record<string, unknown>;
  orders: { field: string; order: string }[];
  projection: Projection;
  timezone: string;
  count: boolean;
  detailed: boolean;
  totals: boolean;
  limit: number;
  offset: number;
}

/** Reads what a viewer sent; `now` decides the default dates. */
export function readRequest(
  input: unknown,
  viewer: Viewer,
  named: Grouping | undefined,
  now: Date,
): { request: ReportRequest } | { errors: Problems } {
  const read = v.safeParse(schemaFor(viewer, named), input);
  if (!read.success) return { errors: problemsOf(read.issues) };
  const { filter, group_by, order_by, projection: asked, timezone, limit, offset } = read.output;
  const { date_from, date_to, ...others } = filter as { date_from?: string; date_to?: string };
  const { count, detailed, totals } = read.output;
  return {
    request: {
      role: viewer.role,
      viewer,
      groupings: group_by as Grouping[],
      ...period(date_from, date_to, now),
      filter: others,
      orders: order_by as ReportRequest["orders"],
      projection: metricsAsked(asked as Block[] | Projection, viewer),
      timezone,
      count: count === 1,
      detailed: detailed === 1,
      totals: totals === 1,
      limit,
      offset,
    },
  };
}

/** Without dates: the current month up to today. With one of them: the other end is where that month or today puts it. */
function period(from: string | undefined, to: string | undefined, now: Date): { from: string; to: string } {
  const today = now.toISOString().slice(0, 10);
  const last = to ?? (from && from > today ? from : today);
  return { from: from ?? `${last.slice(0, 7)}-01`, to: last };
}

function metricsAsked(asked: readonly Block[] | Projection, viewer: Viewer): Projection {
  if (!Array.isArray(asked)) return asked as Projection;
  return Object.fromEntries(asked.map((block: Block) => [block, Object.keys(metricsOf(block, viewer))]));
}
