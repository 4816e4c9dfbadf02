/** Schemas of request bodies, in addition to `schemas.ts`. */
import * as v from "valibot";
import type { ListNoun } from "../../protocol/problems.ts";
import { asMessage, createPath, list, strictObject } from "./schemas.ts";

/**
 * Schema of an object that reports each unknown field. An empty list is accepted as an empty object, as PHP writes it:
 * https://www.php.net/manual/en/function.json-encode.php
 */
export function requestObject<E extends v.ObjectEntries>(entries: E, expected?: string) {
  const schema = strictObject(entries, expected);
  const run: (typeof schema)["~run"] = (dataset, config) => {
    const isEmptyList = Array.isArray(dataset.value) && dataset.value.length === 0;
    return schema["~run"](isEmptyList ? { value: {} } : dataset, config);
  };
  return { ...schema, "~run": run };
}

/** One of two schemas, chosen by `first`; a plain union would only report that neither fits. */
export function either<A extends v.GenericSchema, B extends v.GenericSchema>(
  first: (input: unknown) => boolean,
  a: A,
  b: B,
) {
  const union = v.union([a, b]);
  const run: (typeof union)["~run"] = (dataset, config) =>
    (first(dataset.value) ? a : b)["~run"](dataset, config) as ReturnType<(typeof union)["~run"]>;
  return { ...union, "~run": run };
}

/** Schema of a list with `least` to `most` entries. */
export function boundedList<I extends v.GenericSchema>(item: I, what: ListNoun, most: number, least = 1) {
  const tooMany = asMessage({ code: "list-of-most", most, what });
  return v.pipe(
    list(item, asMessage({ code: "list-of", what }), most, tooMany),
    v.minLength(least, asMessage({ code: "list-of-least-one", what })),
    v.maxLength(most, tooMany),
  );
}

/** Check that refuses a list entry with the text of an earlier one, even if entries have other problems. */
export function distinct<T>(readText: (entry: T) => unknown, message: string) {
  return v.rawCheck<T[]>(({ dataset, addIssue }) => {
    if (!Array.isArray(dataset.value)) return;
    const seen = new Set<unknown>();
    for (const [index, entry] of (dataset.value as T[]).entries()) {
      const text = readText(entry);
      if (typeof text === "string" && seen.has(text)) addIssue({ message, path: createPath(index) });
      seen.add(text);
    }
  });
}
