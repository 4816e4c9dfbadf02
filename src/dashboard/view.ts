/** What the dashboard shows, and the address that says so: everything in it can be shared, bookmarked and gone back to. */
import {
  FILTERS,
  type FilterKey,
  GROUPINGS,
  type Grouping,
  MAX_GROUPINGS,
  namesFor,
  type Role,
} from "../protocol/statistics.ts";
import { type Period, readPeriod, writePeriod } from "./period.ts";

export type FilterValue = string | number;
export type Filters = Partial<Record<FilterKey, FilterValue[]>>;
export interface Sort {
  /** A metric (`base.impressions`) or a grouping. */
  field: string;
  order: "asc" | "desc";
}

export interface View {
  role: Role;
  period: Period;
  /** Beside the period before. */
  compare: boolean;
  timezone: string;
  groupings: Grouping[];
  filters: Filters;
  sort: Sort;
  /** From 1. */
  page: number;
  rows: number;
  /** Columns, as `base.impressions`. */
  metrics: string[];
  /** The metric in the chart. */
  figure: string;
}

export const ROW_COUNTS = [25, 50, 100, 250] as const;

/** Figures in the headline, by role. */
export const HEADLINE: Record<Role, readonly string[]> = {
  publisher: ["base.revenue", "base.impressions", "base.clicks", "base.ctr", "base.cpm", "base.fill_rate"],
  advertiser: ["base.cost", "base.impressions", "base.clicks", "base.ctr", "base.cpm", "base.cpc"],
};

/** What a click on a row leads to: the first of these that is not settled yet. */
export const DRILL: Record<Role, readonly Grouping[]> = {
  publisher: ["site_id", "zone_id", "country_iso", "device_type_id", "browser_id", "date"],
  advertiser: ["campaign_id", "variation_id", "site_id", "country_iso", "device_type_id", "date"],
};

export function defaultView(role: Role, timezone: string): View {
  const [money = ""] = HEADLINE[role];
  return {
    role,
    period: "7d",
    compare: true,
    timezone,
    groupings: [role === "publisher" ? "site_id" : "campaign_id"],
    filters: {},
    sort: { field: "base.impressions", order: "desc" },
    page: 1,
    rows: 50,
    metrics: ["base.impressions", "base.clicks", money, "base.cpm", "base.ctr"],
    figure: money,
  };
}

/** What a part of an address means, or undefined where it means nothing. */
type Readers = {
  [K in keyof Omit<View, "role" | "filters">]: (text: string, role: Role) => View[K] | undefined;
};

const READ: Readers = {
  period: readPeriod,
  compare: (text) => (text === "on" || text === "off" ? text === "on" : undefined),
  timezone: (text) => (isTimezone(text) ? text : undefined),
  groupings: (text, role) => {
    const names = text.split(",") as Grouping[];
    const known = names.every((name) => namesFor(GROUPINGS, role).includes(name as never));
    return known && names.length <= MAX_GROUPINGS && new Set(names).size === names.length ? names : undefined;
  },
  sort: (text) => {
    const field = text.replace(/^-/, "");
    return /^[\w.]+$/.test(field) ? { field, order: text.startsWith("-") ? "desc" : "asc" } : undefined;
  },
  page: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
  rows: (text) => ROW_COUNTS.find((count) => String(count) === text),
  metrics: (text) => (/^\w+\.\w+(,\w+\.\w+)*$/.test(text) ? text.split(",") : undefined),
  figure: (text) => (/^\w+\.\w+$/.test(text) ? text : undefined),
};

/** Names in the address. */
const KEYS: Record<keyof Readers, string> = {
  period: "period",
  compare: "compare",
  timezone: "tz",
  groupings: "by",
  sort: "sort",
  page: "page",
  rows: "rows",
  metrics: "metrics",
  figure: "chart",
};

export interface ReadView {
  view: View;
  /** Parts of the address that mean nothing here; shown, and left out. */
  unknown: string[];
}

/** Reads an address. `roles` are the sides that the account has; `timezone` is used where the address names none. */
export function readView(search: string, roles: readonly Role[], timezone: string): ReadView {
  const parameters = new URLSearchParams(search);
  const unknown: string[] = [];
  const asked = parameters.get("role");
  const role = roles.find((each) => each === asked) ?? roles[0] ?? "publisher";
  if (asked !== null && asked !== role) unknown.push(`role=${asked}`);
  const view = defaultView(role, timezone);
  for (const [name, key] of Object.entries(KEYS) as [keyof Readers, string][]) {
    const text = parameters.get(key);
    if (text === null) continue;
    const value = READ[name](text, role);
    if (value === undefined) unknown.push(`${key}=${text}`);
    else Object.assign(view, { [name]: value });
  }
  for (const [key, text] of parameters) {
    if (!key.startsWith("f.")) continue;
    const values = readFilter(key.slice(2), text, role);
    if (values) Object.assign(view.filters, values);
    else unknown.push(`${key}=${text}`);
  }
  return { view, unknown };
}

function readFilter(key: string, text: string, role: Role): Filters | undefined {
  const keys: string[] = namesFor(FILTERS, role);
  if (!keys.includes(key) || key.startsWith("date_") || !text) return undefined;
  const { form } = FILTERS[key as FilterKey];
  const values = text.split(",");
  if (form === "ids" || form === "hours" || form === "integers") {
    const whole = form === "integers" ? /^-?\d{1,15}$/ : /^\d{1,15}$/;
    return values.every((value) => whole.test(value)) ? { [key]: values.map(Number) } : undefined;
  }
  return { [key]: values };
}

/** The query string of a view. What is as usual is left out, except for the time zone: a colleague's may differ. */
export function writeView(view: View): string {
  const usual = defaultView(view.role, view.timezone);
  const parts: [string, string][] = [["role", view.role]];
  const write: Record<keyof Readers, (from: View) => string> = {
    period: ({ period }) => writePeriod(period),
    compare: ({ compare }) => (compare ? "on" : "off"),
    timezone: ({ timezone }) => timezone,
    groupings: ({ groupings }) => groupings.join(","),
    sort: ({ sort }) => (sort.order === "desc" ? `-${sort.field}` : sort.field),
    page: ({ page }) => String(page),
    rows: ({ rows }) => String(rows),
    metrics: ({ metrics }) => metrics.join(","),
    figure: ({ figure }) => figure,
  };
  for (const [name, key] of Object.entries(KEYS) as [keyof Readers, string][]) {
    const text = write[name](view);
    if (name === "period" || name === "timezone" || text !== write[name](usual)) parts.push([key, text]);
  }
  for (const [key, values] of Object.entries(view.filters)) {
    if (values?.length) parts.push([`f.${key}`, values.join(",")]);
  }
  // Commas and slashes are plain in a query; percent signs would only make the address hard to read.
  const encode = (text: string) => encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%2F", "/");
  return `?${parts.map(([key, text]) => `${key}=${encode(text)}`).join("&")}`;
}

export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A change that shows other records starts at the first page. */
export function change(view: View, changes: Partial<View>): View {
  const next = { ...view, page: 1, ...changes };
  const sorts = [...next.metrics, ...next.groupings];
  if (!sorts.includes(next.sort.field)) {
    const field = next.metrics.includes("base.impressions") ? "base.impressions" : (next.groupings[0] ?? "");
    next.sort = { field, order: "desc" };
  }
  return next;
}

/** The same for another side, as far as it goes there. */
export function changeRole(view: View, role: Role): View {
  const usual = defaultView(role, view.timezone);
  return { ...usual, period: view.period, compare: view.compare, rows: view.rows };
}

/** Narrowed to one value of a grouping, which then needs no column; with none left, by what comes next. */
export function drill(view: View, grouping: Grouping, value: FilterValue | Period): View {
  const rest = view.groupings.filter((each) => each !== grouping);
  if (typeof value === "object" || GROUPINGS[grouping].kind === "time") {
    if (grouping === "hour") return narrowed(view, rest, { ...view.filters, hour: [value as number] });
    return { ...narrowed(view, rest, view.filters), period: value as Period };
  }
  return narrowed(view, rest, { ...view.filters, [grouping]: [value] });
}

function narrowed(view: View, rest: Grouping[], filters: Filters): View {
  const settled = (each: Grouping) => each in filters;
  const next = DRILL[view.role].find((each) => !settled(each)) ?? "date";
  return change(view, { filters, groupings: rest.length ? rest : [next] });
}
