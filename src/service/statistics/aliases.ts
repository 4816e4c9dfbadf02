/** Gives a request the one form that is validated, where what was sent can mean only one thing. */
import { resolveGrouping } from "../../protocol/aliases.ts";
import { FILTERS, type FilterForms, type Viewer } from "../../protocol/statistics.ts";
import { hasKey } from "../../protocol/tables.ts";
import { isObject } from "../values/object.ts";

type Fields = Record<string, unknown>;

const SINGLE_FORMS: readonly (keyof FilterForms)[] = ["date", "adblock", "flag"];
const FLAGS = ["count", "detailed", "totals"];

/**
 * `true` and `false` become 1 and 0, a scalar where a list is expected becomes a list of one, and other names of
 * groupings become ours. Everything else stays as it is, for validation to say what is wrong with it.
 */
export function normalizeRequest(input: unknown, viewer: Viewer): unknown {
  if (!isObject(input)) return input;
  const rename = (name: unknown) => renameGrouping(name, viewer);
  return mapFields(input, (value, key) => {
    if (FLAGS.includes(key)) return normalizeFlag(value);
    switch (key) {
      case "filter":
        return isObject(value) ? mapFields(value, normalizeFilter) : value;
      case "group_by":
        return mapList(asList(value), rename);
      case "order_by":
        return mapList(isObject(value) ? [value] : value, (order) =>
          isObject(order) ? mapFields(order, rename) : order,
        );
      case "projection":
        return isObject(value) ? mapFields(value, asList) : asList(value);
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
  return isListFilter(key) ? asList(value) : normalizeFlag(value);
}

function normalizeFlag(value: unknown): unknown {
  return typeof value === "boolean" ? Number(value) : value;
}

function renameGrouping(name: unknown, { role, kind }: Viewer): unknown {
  return typeof name === "string" ? (resolveGrouping(name, role, kind) ?? name) : name;
}

function asList(value: unknown): unknown {
  return typeof value === "string" || typeof value === "number" ? [value] : value;
}

function mapList(value: unknown, change: (entry: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(change) : value;
}

/** Names such as `__proto__` stay fields of their own. */
function mapFields(fields: Fields, change: (value: unknown, key: string) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, change(value, key)]));
}
