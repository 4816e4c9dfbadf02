/** Merge patches, https://www.rfc-editor.org/rfc/rfc7396: an object whose fields replace those of another, and whose nulls take fields out. */
import type { JSONPath } from "jsonc-parser";
import { isObject } from "../values/object.ts";
import { setValue } from "./editText.ts";

/** Writes a merge patch of the object at a path into a JSON text, leaf by leaf. */
export function patchText(text: string, path: JSONPath, current: unknown, patch: object): string {
  let result = text;
  for (const [key, value] of Object.entries(patch)) {
    const inner = isObject(current) ? current[key] : undefined;
    const at = [...path, key];
    if (value === null) result = setValue(result, at, undefined);
    else if (isObject(value) && isObject(inner)) result = patchText(result, at, inner, value);
    else result = setValue(result, at, dropNulls(value));
  }
  return result;
}

/** What a merge patch puts where nothing was: its nulls mean nothing there. */
function dropNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([key, inner]) => [key, dropNulls(inner)]));
}
