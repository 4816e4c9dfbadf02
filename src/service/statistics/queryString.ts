/** The parameters of a GET request, in bracket notation, in the form that a JSON body has. */
import qs from "qs";
import { FILTERS, MAX_FILTER_VALUES } from "../../protocol/statistics.ts";
import { isObject } from "../object.ts";

const NUMERIC_FORMS = ["ids", "integers", "hours", "flag"];
const NUMBERS = new Set<string>([
  ...["count", "detailed", "totals", "limit", "offset"],
  ...Object.entries(FILTERS).flatMap(([key, { form }]) => (NUMERIC_FORMS.includes(form) ? [key] : [])),
]);
const SINGLE_FORMS = ["date", "adblock", "flag"];
const LISTS = new Set<string>([
  "group_by",
  ...Object.entries(FILTERS).flatMap(([key, { form }]) => (SINGLE_FORMS.includes(form) ? [] : [key])),
]);

/** `filter[zone_id][]=101&group_by=date` as `{ filter: { zone_id: [101] }, group_by: ["date"] }`. */
export function fromQueryString(search: string): Record<string, unknown> {
  const parsed = qs.parse(search.replace(/^\?/, ""), {
    depth: 4,
    arrayLimit: MAX_FILTER_VALUES,
    parameterLimit: 10_000,
  });
  const { filter, projection } = parsed;
  return {
    ...typed(parsed),
    ...(isObject(filter) && { filter: typed(filter) }),
    ...(projection !== undefined && { projection: listed(projection) }),
  };
}

/** Blocks, or metrics by block, where one alone may stand for a list of one. */
function listed(projection: unknown): unknown {
  if (typeof projection === "string") return [projection];
  if (!isObject(projection)) return projection;
  const metrics = Object.entries(projection);
  return Object.fromEntries(
    metrics.map(([block, names]) => [block, typeof names === "string" ? [names] : names]),
  );
}

/** A query string knows only texts: gives numbers and lists of one the form that a body has. */
function typed(values: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(values).map(([key, value]) => {
    const list = LISTS.has(key) && typeof value === "string" ? [value] : value;
    return [key, NUMBERS.has(key) ? numeric(list) : list];
  });
  return Object.fromEntries(entries);
}

/** What is no number stays as it is and fails validation by its own words. */
function numeric(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(numeric);
  return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
