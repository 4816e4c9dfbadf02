/** Normalizes unambiguous variants of a request to the form that is validated. */
import { resolveGrouping, type Side } from "../../protocol/aliases.ts";
import { FILTERS, type FilterForms, MAX_FILTER_VALUES } from "../../protocol/statistics.ts";
import { hasKey, listKeys } from "../../protocol/tables.ts";
import { isObject } from "../values/object.ts";

type Fields = Record<string, unknown>;

const SINGLE_FORMS: readonly (keyof FilterForms)[] = ["date", "adblock", "flag"];
const FLAGS = ["count", "detailed", "totals"];
const NUMBERS = ["limit", "offset"];
const FIELDS = [
  ...FLAGS,
  ...NUMBERS,
  ...["filter", "exclude", "metrics", "group_by", "order_by", "projection", "output_csv_fields"],
];
const FILTER_KEYS = listKeys(FILTERS);
const ORDER_FIELDS = ["field", "order"];
/** Maximum names that are normalized; larger than the number of all blocks or metrics. */
const MAX_NAMES = 100;

/**
 * Converts `true` and `false` to 1 and 0, flags and digits to a number where one is expected, a scalar to a list where one is
 * expected, aliases of groupings to their names, and enumerations to the letter case of the tables. Validation reports
 * all other problems.
 */
export function normalizeRequest(input: unknown, viewer: Side): unknown {
  if (!isObject(input)) return input;
  const rename = (name: unknown) => renameGrouping(name, viewer);
  return mapFields(input, FIELDS, (value, key) => {
    if (FLAGS.includes(key)) return normalizeFlag(value);
    if (NUMBERS.includes(key)) return normalizeNumber(value);
    switch (key) {
      case "filter":
      case "exclude":
        return isObject(value) ? mapFields(value, FILTER_KEYS, normalizeFilter) : value;
      case "metrics":
        return isObject(value) ? lowerNames(value, (bounds) => bounds) : value;
      case "group_by":
        return mapList(asList(value), rename);
      case "output_csv_fields":
        return listNames(value);
      case "order_by":
        return mapList(isObject(value) ? [value] : value, (order) =>
          isObject(order)
            ? mapFields(order, ORDER_FIELDS, (name, field) => renameOrder(name, field, viewer))
            : order,
        );
      case "projection":
        return isObject(value) ? lowerNames(value, listNames) : listNames(value);
      default:
        return value;
    }
  });
}

/** Whether a filter takes a list of values. */
export function isListFilter(key: string): boolean {
  return hasKey(FILTERS, key) && !SINGLE_FORMS.includes(FILTERS[key].form);
}

function normalizeFilter(value: unknown, key: string): unknown {
  const normalize = hasKey(FILTERS, key) ? FORMS[FILTERS[key].form] : undefined;
  if (isListFilter(key)) return normalize ? mapList(asList(value), normalize) : asList(value);
  return normalize ? normalize(value) : value;
}

/** Normalizes values of filter forms that can be written in several ways. */
const FORMS: Partial<Record<keyof FilterForms, (value: unknown) => unknown>> = {
  adblock: toLowerCase,
  flag: normalizeFlag,
  countries: (value) => (typeof value === "string" ? value.toUpperCase() : value),
  ids: normalizeNumber,
  integers: normalizeNumber,
  hours: normalizeNumber,
};

function toLowerCase(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

function listNames(value: unknown): unknown {
  return mapList(asList(value), toLowerCase);
}

function normalizeFlag(value: unknown): unknown {
  return typeof value === "boolean" || value === "0" || value === "1" ? Number(value) : value;
}

/** Converts `"50"` to a number: parameters of addresses are text, and so are some ids in answers. */
function normalizeNumber(value: unknown): unknown {
  const number = typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) ? number : value;
}

function lowerNames(fields: Fields, change: (value: unknown) => unknown): Fields {
  const entries = Object.entries(fields);
  // Too many names are left unchanged; validation refuses them.
  if (entries.length > MAX_NAMES) return fields;
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), change(value)]));
}

function renameGrouping(name: unknown, { role, kind }: Side): unknown {
  if (typeof name !== "string") return name;
  const known = name.toLowerCase();
  return resolveGrouping(known, role, kind) ?? known;
}

function renameOrder(value: unknown, field: string, viewer: Side): unknown {
  return field === "field" ? renameGrouping(value, viewer) : toLowerCase(value);
}

function asList(value: unknown): unknown {
  return typeof value === "string" || typeof value === "number" ? [value] : value;
}

/** Changes the entries of a list. A list that is too long stays unchanged and is refused by validation. */
function mapList(value: unknown, change: (entry: unknown) => unknown): unknown {
  return Array.isArray(value) && value.length <= MAX_FILTER_VALUES ? value.map(change) : value;
}

/** Changes the fields with these names. Names such as `__proto__` stay own fields. */
function mapFields(
  fields: Fields,
  names: readonly string[],
  change: (value: unknown, key: string) => unknown,
): Fields {
  const mapped = { ...fields };
  for (const name of names) if (Object.hasOwn(fields, name)) mapped[name] = change(fields[name], name);
  return mapped;
}
