/** State of the report page, all of it in the address: it can be shared, bookmarked and returned to. */
import type { SharedPeriod } from "../../protocol/account.ts";
import {
  type AccountKind,
  EXCLUDABLE_FORMS,
  FILTERS,
  type FilterForms,
  type FilterKey,
  GROUPINGS,
  type Grouping,
  listNames,
  MAX_GROUPINGS,
  type Role,
} from "../../protocol/statistics.ts";
import { type Comparison, findComparedSpan, parseComparison } from "./comparedPeriod.ts";
import type { FilterValue } from "./groups.ts";
import { clipSpan, findSpan, isWithin, type Period, parsePeriod, type Span, writePeriod } from "./period.ts";

export type Filters = Partial<Record<FilterKey, FilterValue[]>>;
interface Sort {
  /** A metric (`base.impressions`), its change (`change.base.impressions`) or a grouping. */
  field: string;
  order: "asc" | "desc";
}

export interface View {
  role: Role;
  period: Period;
  compare: Comparison;
  groupings: Grouping[];
  filters: Filters;
  /** Excluded values. */
  excluded: Filters;
  sort: Sort;
  /** From 1. */
  page: number;
  rows: number;
  /** Columns, such as `base.impressions`. */
  metrics: string[];
  /** The metric in the chart. */
  figure: string;
  /** A second metric in the chart. */
  second: string | undefined;
  /** Whether a column shows the change against the compared days. */
  hasChanges: boolean;
}

export const ROW_COUNTS = [25, 50, 100, 250] as const;

/** Figures in the headline, the ones about money first. */
export function listHeadline(role: Role, kind: AccountKind): [string, ...string[]] {
  const rest = ["base.impressions", "base.clicks", "base.ctr", "base.cpm"];
  if (kind === "network") return ["base.cost", "base.network_revenue", "base.margin", ...rest.slice(0, 3)];
  return role === "publisher"
    ? ["base.revenue", ...rest, "base.fill_rate"]
    : ["base.cost", ...rest, "base.cpc"];
}

/** Grouping after drilling into a row: the first one without a filter, else date. */
const DRILL: Record<Role, readonly Grouping[]> = {
  publisher: ["site_id", "zone_id", "country_iso", "device_type_id", "browser_id"],
  advertiser: ["campaign_id", "variation_id", "site_id", "country_iso", "device_type_id"],
};

/** Groupings that have only one value within a value of another: a table by them would have a single row. */
const IMPLIED: Partial<Record<string, readonly Grouping[]>> = {
  date: ["week", "month", "quarter", "year"],
  month: ["quarter", "year"],
  quarter: ["year"],
  zone_id: ["site_id", "site_hostname", "size", "category_id", "publisher_id"],
  site_id: ["site_hostname", "category_id", "publisher_id"],
  variation_id: ["campaign_id", "size", "advertiser_id"],
  campaign_id: ["advertiser_id"],
};

const CHANGE = "change.";

/** Returns the sort field of a metric's change. */
export function sortByChange(metric: string): string {
  return CHANGE + metric;
}

export function isSortedByChange({ sort }: Pick<View, "sort">): boolean {
  return sort.field.startsWith(CHANGE);
}

/** Finds the metric whose change has a column; undefined without one. */
export function findChanged({ hasChanges, compare, sort, metrics }: View): string | undefined {
  if (!hasChanges || compare === "off") return undefined;
  const field = sort.field.replace(CHANGE, "");
  return metrics.includes(field) ? field : metrics[0];
}

/** Sorts by time if the first grouping is one of time, else by impressions. */
function findUsualSort({ groupings: [first] }: Pick<View, "groupings">): Sort {
  if (first && GROUPINGS[first].kind === "time") return { field: first, order: "asc" };
  return { field: "base.impressions", order: "desc" };
}

export function createView(role: Role, kind: AccountKind): View {
  const [money] = listHeadline(role, kind);
  const network = ["base.cost", "base.network_revenue", "base.margin", "base.cpm"];
  const columns = kind === "network" ? network : [money, "base.cpm", "base.ctr"];
  return {
    role,
    period: "7d",
    compare: "previous",
    groupings: [role === "publisher" ? "site_id" : "campaign_id"],
    filters: {},
    excluded: {},
    sort: { field: "base.impressions", order: "desc" },
    page: 1,
    rows: 50,
    metrics: ["base.impressions", "base.clicks", ...columns],
    figure: money,
    second: undefined,
    hasChanges: false,
  };
}

// ── The address ─────────────────────────────────────────────────────────────────────────────────────────────────────

type Field = Exclude<keyof View, "role" | "filters" | "excluded">;

interface Part<K extends Field> {
  /** Its name in the address. */
  key: string;
  /** Parses a text; undefined if it is invalid. */
  read(text: string, role: Role, kind: AccountKind): View[K] | undefined;
  write(value: View[K]): string;
}

const METRIC = /^\w+\.\w+$/;

const PARTS: { [K in Field]: Part<K> } = {
  period: { key: "period", read: parsePeriod, write: writePeriod },
  compare: { key: "compare", read: parseComparison, write: writePeriod },
  groupings: { key: "by", read: readGroupings, write: (names) => names.join(",") },
  sort: {
    key: "sort",
    read: (text) => {
      const field = text.replace(/^-/, "");
      return /^[\w.]+$/.test(field) ? { field, order: text.startsWith("-") ? "desc" : "asc" } : undefined;
    },
    write: ({ field, order }) => (order === "desc" ? `-${field}` : field),
  },
  metrics: {
    key: "metrics",
    read: (text) => (text.split(",").every((key) => METRIC.test(key)) ? text.split(",") : undefined),
    write: (keys) => keys.join(","),
  },
  figure: { key: "chart", read: readMetricKey, write: String },
  second: { key: "chart2", read: readMetricKey, write: String },
  hasChanges: {
    key: "changes",
    read: (text) => (text === "on" || text === "off" ? text === "on" : undefined),
    write: (isOn) => (isOn ? "on" : "off"),
  },
  page: {
    key: "page",
    read: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
    write: String,
  },
  rows: { key: "rows", read: (text) => ROW_COUNTS.find((count) => String(count) === text), write: String },
};
const FIELDS: readonly Field[] = [
  ...(["period", "compare", "groupings", "sort", "page", "rows", "metrics"] as const),
  ...(["figure", "second", "hasChanges"] as const),
];

function readMetricKey(text: string): string | undefined {
  return METRIC.test(text) ? text : undefined;
}

function readGroupings(text: string, role: Role, kind: AccountKind): Grouping[] | undefined {
  const known: readonly Grouping[] = listNames(GROUPINGS, role, kind);
  const names = text.split(",");
  const groupings = names.flatMap((name) => known.find((each) => each === name) ?? []);
  const isValid = groupings.length === names.length && names.length <= MAX_GROUPINGS;
  return isValid && new Set(names).size === names.length ? groupings : undefined;
}

export interface ReadView {
  view: View;
  /** Parts of the address that were not understood; shown to the user, otherwise ignored. */
  unknown: string[];
}

/** Properties of the account that an address is read for. */
export interface Reader {
  roles: readonly Role[];
  kind: AccountKind;
  /** Whether the account has no data before today: the last seven days, which end yesterday, would be empty. */
  isNew?: boolean;
}

export function readView(search: string, { roles, kind, isNew }: Reader): ReadView {
  const parameters = new URLSearchParams(search);
  const unknown: string[] = [];
  const asked = parameters.get("role");
  const role = roles.find((each) => each === asked) ?? roles[0] ?? "publisher";
  if (asked !== null && asked !== role) unknown.push(`role=${asked}`);
  // A page that the account does not have.
  const place = parameters.get("place");
  if (place !== null) unknown.push(`place=${place}`);
  const view = createView(role, kind);
  if (isNew) view.period = "today";
  for (const field of FIELDS) {
    const text = parameters.get(PARTS[field].key);
    if (text !== null && !readPart(view, field, text, kind)) unknown.push(`${PARTS[field].key}=${text}`);
  }
  if (!parameters.has(PARTS.sort.key)) view.sort = findUsualSort(view);
  for (const [key, text] of parameters) {
    const target = LISTS.get(key.slice(0, 2));
    if (!target) continue;
    const filter = readFilter(target, key.slice(2), text, role, kind);
    if (filter) Object.assign(view[target], filter);
    else unknown.push(`${key}=${text}`);
  }
  return { view, unknown };
}

function readPart<K extends Field>(view: View, field: K, text: string, kind: AccountKind): boolean {
  const value = PARTS[field].read(text, view.role, kind);
  if (value !== undefined) Object.assign(view, { [field]: value });
  return value !== undefined;
}

/** Prefixes of filters and exclusions in the address. */
const LISTS = new Map<string, List>([
  ["f.", "filters"],
  ["x.", "excluded"],
]);
type List = "filters" | "excluded";

/** Whether a report can leave out values of a filter. */
export function isExcludable(key: FilterKey): boolean {
  const forms: readonly string[] = EXCLUDABLE_FORMS;
  return forms.includes(FILTERS[key].form);
}

export function hasFilters({ filters, excluded }: View): boolean {
  return Object.keys(filters).length + Object.keys(excluded).length > 0;
}

export function isFilterKey(key: string): key is FilterKey {
  return Object.hasOwn(FILTERS, key);
}

function readFilter(
  list: List,
  name: string,
  text: string,
  role: Role,
  kind: AccountKind,
): Filters | undefined {
  const known: readonly FilterKey[] = listNames(FILTERS, role, kind);
  const key = known.find((each) => each === name);
  if (!key || !text || (list === "excluded" && !isExcludable(key))) return undefined;
  const values = readValues(text, FILTERS[key].form);
  return values && { [key]: values };
}

function readValues(text: string, form: keyof FilterForms): FilterValue[] | undefined {
  const values = text.split(",");
  switch (form) {
    // The period selects the days.
    case "date":
      return undefined;
    case "ids":
    case "hours":
      return values.every((value) => /^\d{1,15}$/.test(value)) ? values.map(Number) : undefined;
    case "integers":
      return values.every((value) => /^-?\d{1,15}$/.test(value)) ? values.map(Number) : undefined;
    default:
      return values;
  }
}

/** Writes the query string of a view; omits default values. */
export function writeView(view: View, kind: AccountKind): string {
  const usual = { ...createView(view.role, kind), sort: findUsualSort(view) };
  const parts: [string, string][] = [["role", view.role]];
  for (const field of FIELDS) {
    const text = writePart(view, field);
    const isWritten = field === "period" || text !== writePart(usual, field);
    if (isWritten) parts.push([PARTS[field].key, text]);
  }
  for (const [prefix, target] of LISTS)
    for (const [key, values] of Object.entries(view[target]))
      if (values?.length) parts.push([prefix + key, values.join(",")]);
  // Commas and slashes are plain in a query; percent signs would only make the address hard to read.
  const encode = (text: string) => encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%2F", "/");
  return `?${parts.map(([key, text]) => `${key}=${encode(text)}`).join("&")}`;
}

function writePart<K extends Field>(view: View, field: K): string {
  return PARTS[field].write(view[field]);
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Changes the view. Other records start at the first page; a new first grouping of time is sorted by time. */
export function changeView(view: View, changes: Partial<View>): View {
  const next = { ...view, page: 1, ...changes };
  const changed = next.hasChanges ? next.metrics.map(sortByChange) : [];
  const isSorted = [...next.metrics, ...next.groupings, ...changed].includes(next.sort.field);
  const isRegrouped = next.groupings[0] !== view.groupings[0];
  const usual = findUsualSort(next);
  return isSorted && !(isRegrouped && usual.field === next.groupings[0]) ? next : { ...next, sort: usual };
}

/** Switches to the other side, and keeps what both sides have. */
export function changeRole(view: View, role: Role, kind: AccountKind): View {
  const { period, compare, rows } = view;
  return { ...createView(role, kind), period, compare, rows };
}

/** Removes metrics that the account does not have. */
export function keepMetrics(view: View, kind: AccountKind, isKnown: (key: string) => boolean): View {
  const columns = view.metrics.filter(isKnown);
  const usual = listHeadline(view.role, kind).find(isKnown) ?? "base.impressions";
  const figure = isKnown(view.figure) ? view.figure : usual;
  return {
    ...view,
    metrics: columns.length ? columns : ["base.impressions"],
    figure,
    second: view.second && isKnown(view.second) && view.second !== figure ? view.second : undefined,
  };
}

/** Limits the view to the days of a shared link; the service refuses others. */
export function keepDays(view: View, limit: Span | undefined, today: string): View {
  if (!limit) return view;
  const span = findSpan(view.period, today);
  const period = isWithin(span, limit) ? view.period : clipSpan(span, limit);
  const compared = findComparedSpan(period, view.compare, today);
  return { ...view, period, compare: !compared || isWithin(compared, limit) ? view.compare : "off" };
}

/** Shows the only days of a shared link with their comparison, or some of these days without one. */
export function keepPeriod(view: View, only: SharedPeriod | undefined, today: string): View {
  if (!only) return view;
  const { compared, ...period } = only;
  const span = findSpan(view.period, today);
  const isPart = isWithin(span, period) && !isWithin(period, span);
  return isPart ? { ...view, compare: "off" } : { ...view, period, compare: compared ?? "off" };
}

/**
 * Filters by one group, and removes its grouping and those that it implies. If none is left, adds the next grouping.
 */
export function drill(view: View, grouping: Grouping, value: FilterValue | Span): View {
  const rest = view.groupings.filter((each) => each !== grouping && !IMPLIED[grouping]?.includes(each));
  if (typeof value === "object") return { ...groupByNext(view, rest, view.filters), period: value };
  return groupByNext(view, rest, { ...view.filters, [grouping]: [value] });
}

function groupByNext(view: View, rest: Grouping[], filters: Filters): View {
  const known = Object.keys(filters).flatMap((key) => [key, ...(IMPLIED[key] ?? [])]);
  const next = DRILL[view.role].find((each) => !known.includes(each)) ?? "date";
  return changeView(view, { filters, groupings: rest.length ? rest : [next] });
}

/** Replaces the included or excluded values of a filter; removes the filter when there are none. */
export function changeFilter(
  view: View,
  key: FilterKey,
  values: readonly FilterValue[],
  isExcluded = false,
): View {
  const { [key]: _, ...filters } = view.filters;
  const { [key]: __, ...excluded } = view.excluded;
  const changed = values.length ? { [key]: [...values] } : {};
  return changeView(view, {
    filters: isExcluded ? filters : { ...filters, ...changed },
    excluded: isExcluded ? { ...excluded, ...changed } : excluded,
  });
}
