/**
 * Converts the parameters of a GET request to the form of a JSON body, from bracket notation or the flat form of older
 * clients.
 */
import qs from "qs";
import { flatten, resolveFilter, type Side } from "../../protocol/aliases.ts";
import { MAX_FILTER_VALUES } from "../../protocol/statistics.ts";
import { isNestedDeeper, isObject, mapValues } from "../values/object.ts";
import { isListFilter } from "./aliases.ts";

type Fields = Record<string, unknown>;

const FIELDS = [
  ...["count", "detailed", "timezone", "totals", "filter", "exclude", "metrics"],
  ...["group_by", "order_by", "projection", "limit", "offset", "output_csv_fields"],
];
const FLAGS = new Set(["count", "detailed", "totals", "exclude_deleted"]);
const FLAG_VALUES = new Map([
  ["0", 0],
  ["1", 1],
  ["false", 0],
  ["true", 1],
]);
/** Names of fields in the flat form, without the hyphens and underscores, which are optional there. */
const FIELD_NAMES = new Map(FIELDS.map((name) => [flatten(name), name]));
/** Fields that are lists of names. */
const LISTS: readonly string[] = ["group_by", "output_csv_fields"];
const DATES: readonly string[] = ["date_from", "date_to"];
/** Maximum levels of a parameter, such as `metrics[ctr][min]`. */
const MAX_DEPTH = 4;

/**
 * Converts `filter[zone_id][]=101&group_by=date`, with lists also as JSON, or the flat
 * `date-from=2026-11-01&zoneid=101&include=totals` to a request. `named`: grouping in the address, to which
 * `additional_group_by` adds.
 */
export function parseQueryString(search: string, named: string | undefined, viewer: Side): Fields {
  const texts = qs.parse(search, {
    ignoreQueryPrefix: true,
    depth: MAX_DEPTH,
    arrayLimit: MAX_FILTER_VALUES,
    parameterLimit: 10_000,
  });
  const parsed = mapValues<string, unknown, unknown>(texts, parseJsonValues);
  const request: Fields = {};
  const filter: Fields = {};
  const additional: string[] = [];
  for (const [key, value] of Object.entries(parsed)) {
    const field = FIELD_NAMES.get(flatten(key));
    const filterKey = field === undefined ? resolveFilter(key, viewer) : undefined;
    if (key === "include") Object.assign(request, parseFlags(value));
    else if (flatten(key) === "additionalgroupby") additional.push(...split(value).filter(Boolean));
    else if (key === "order") continue;
    else if (filterKey) addFilter(filter, filterKey, parseFilter(filterKey, value));
    else set(request, field ?? key, parseField(field ?? key, value, parsed.order, viewer));
  }
  if (additional.length > 0) {
    const groupings = request.group_by ?? (named === undefined ? [] : [named]);
    request.group_by = Array.isArray(groupings) ? [...groupings, ...additional] : groupings;
  }
  const { filter: nested = {} } = request;
  if (Object.keys(filter).length === 0 || !isObject(nested)) return request;
  return { ...request, filter: { ...nested, ...filter } };
}

/** Reads lists and objects that clients made of the OpenAPI document write as JSON: `filter[zone_id]=[101]` */
function parseJsonValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.flatMap(parseJsonValues);
  if (isObject(value)) return mapValues(value, parseJsonValues);
  if (typeof value !== "string" || !/^[[{]/.test(value)) return value;
  try {
    const json: unknown = JSON.parse(value);
    return isNestedDeeper(json, MAX_DEPTH) ? value : json;
  } catch {
    return value;
  }
}

/** Sets an own field, even one named `__proto__`. */
function set(fields: Fields, name: string, value: unknown): void {
  Object.defineProperty(fields, name, { value, enumerable: true, writable: true });
}

/** Adds values to a filter, which can occur under several names. */
function addFilter(filter: Fields, name: string, value: unknown): void {
  const before = Object.hasOwn(filter, name) ? filter[name] : undefined;
  set(
    filter,
    name,
    Array.isArray(before) && Array.isArray(value) ? [...new Set([...before, ...value])] : value,
  );
}

/** Reads `include`. `count` has no effect, because the metadata of every answer has the number of records. */
function parseFlags(value: unknown): Fields {
  return Object.fromEntries(
    split(value)
      .filter((flag) => flag !== "count")
      .map((flag) => [flag, 1]),
  );
}

function parseField(name: string, value: unknown, order: unknown, viewer: Side): unknown {
  if (LISTS.includes(name)) return parseList(value);
  if (name === "projection") return isObject(value) ? mapValues(value, parseList) : parseList(value);
  if (name === "order_by") return parseOrders(value, order);
  if (name === "metrics") return parseBounds(value);
  if (!isObject(value)) return parseFlag(name, value);
  // Only `filter` and `exclude` may be objects; validation refuses any other, whatever its content.
  const fields: Fields = {};
  for (const [key, each] of Object.entries(value)) {
    const filterKey = resolveFilter(key, viewer) ?? key;
    addFilter(fields, filterKey, parseFilter(filterKey, each));
  }
  return fields;
}

/** Reads orders: objects, or names of fields. */
function parseOrders(value: unknown, order: unknown): unknown {
  const orders = parseList(value);
  if (!Array.isArray(orders)) return orders;
  return orders.map((each) => (typeof each === "string" ? parseOrder(each, order) : each));
}

/** Reads an order: `d:revenue` is descending. */
function parseOrder(text: string, order: unknown): Fields {
  const [, direction, field] = /^([ad]):(.*)$/.exec(text) ?? [];
  if (field === undefined) return { field: text, order: order ?? "asc" };
  return { field, order: direction === "d" ? "desc" : "asc" };
}

/** Reads bounds of metrics: `metrics[ctr][min]=0.5` */
function parseBounds(value: unknown): unknown {
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, parseBounds(each)]));
  return typeof value === "string" && /^-?\d{1,16}(\.\d{1,16})?$/.test(value) ? Number(value) : value;
}

function parseFilter(name: string, value: unknown): unknown {
  if (DATES.includes(name) && typeof value === "string")
    return value.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  return isListFilter(name) ? parseList(value) : parseFlag(name, value);
}

/** Reads a flag; a query string has only texts. */
function parseFlag(name: string, value: unknown): unknown {
  return FLAGS.has(name) && typeof value === "string" ? (FLAG_VALUES.get(value) ?? value) : value;
}

/** Splits texts at commas, also those in a list. Validation refuses everything but texts and numbers. */
function parseList(value: unknown): unknown {
  const read = (part: unknown) => (typeof part === "string" ? part.split(",") : part);
  return Array.isArray(value) ? value.flatMap(read) : read(value);
}

function split(value: unknown): string[] {
  return [value].flat().flatMap((text) => (typeof text === "string" ? text.split(",") : []));
}
