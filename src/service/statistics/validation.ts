/** What the schemas of this folder share beyond the schema library's own, and how their problems are written. */
import * as v from "valibot";
import { formatPath, MISSING_FIELD, type Problems, UNEXPECTED_FIELD } from "../../protocol/validation.ts";
import { isObject } from "../values/object.ts";

/** Names that the schema library passes over in every object. */
const UNSEEN_NAMES = ["__proto__", "constructor", "prototype"];

interface Issue {
  message: string;
  path?: [v.IssuePathItem, ...v.IssuePathItem[]];
}

/** Entries past a list's bound, and unknown fields, that are looked at: all that a person writes, not all that fit. */
const LOOKED_AT = 100;

/**
 * An object whose unknown fields are each reported. An empty list passes as an empty object, as PHP writes it:
 * https://www.php.net/manual/en/function.json-encode.php
 */
export function strictObject<E extends v.ObjectEntries>(entries: E, expected = "Expected an object.") {
  const schema = v.objectWithRest(entries, v.never(UNEXPECTED_FIELD), (issue) =>
    issue.path ? MISSING_FIELD : expected,
  );
  const run: (typeof schema)["~run"] = (given, config) => {
    const value = Array.isArray(given.value) ? (given.value.length > 0 ? null : {}) : given.value;
    const names = isObject(value) ? Object.keys(value) : [];
    const unknown = names.filter((name) => !Object.hasOwn(entries, name));
    const unseen = UNSEEN_NAMES.filter((name) => unknown.includes(name));
    const issues = unseen.map((name) => ({ message: UNEXPECTED_FIELD, path: createPath(name) }));
    const skipped = new Set(unknown.slice(LOOKED_AT));
    if (skipped.size === 0) return addIssues(schema["~run"]({ ...given, value }, config), issues);
    const kept = Object.fromEntries(Object.entries(Object(value)).filter(([name]) => !skipped.has(name)));
    const more = { message: `And ${skipped.size} more fields that were not expected.` };
    return addIssues(schema["~run"]({ ...given, value: kept }, config), [...issues, more]);
  };
  return { ...schema, "~run": run };
}

/** One of two schemas, as `first` decides; a plain union would only say that neither fits. */
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

/** A list of `least` to `most` entries. A check takes no longer for one that is longer than any that a person writes. */
export function boundedList<I extends v.GenericSchema>(item: I, what: string, most: number, least = 1) {
  const tooMany = `Expected at most ${most} ${what}.`;
  const schema = v.array(item, `Expected a list of ${what}.`);
  const run: (typeof schema)["~run"] = (dataset, config) => {
    const { value } = dataset;
    if (!Array.isArray(value) || value.length <= most) return schema["~run"](dataset, config);
    const result = schema["~run"]({ ...dataset, value: value.slice(0, most + LOOKED_AT) }, config);
    return addIssues(result, [{ message: tooMany }]);
  };
  return v.pipe(
    { ...schema, "~run": run },
    v.minLength(least, `Expected a list of at least one of the ${what}.`),
    v.maxLength(most, tooMany),
  );
}

/** A check of a list that refuses an entry whose text an earlier one has, also where entries have problems of their own. */
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

/** A path for an issue that a check adds. */
export function createPath(
  first: string | number,
  ...rest: (string | number)[]
): [v.IssuePathItem, ...v.IssuePathItem[]] {
  return [createPathItem(first), ...rest.map(createPathItem)];
}

function createPathItem(key: string | number): v.UnknownPathItem {
  return { type: "unknown", origin: "value", input: {}, key, value: {} };
}

function addIssues<R extends { issues?: readonly unknown[] | undefined }>(
  result: R,
  issues: readonly Issue[],
): R {
  if (issues.length === 0) return result;
  return { ...result, issues: [...(result.issues ?? []), ...issues] };
}

/** Most problems that one answer lists. */
const MAX_PROBLEMS = 100;

/** Every issue once, in the order found. */
export function listProblems(issues: readonly v.BaseIssue<unknown>[]): Problems {
  const problems = new Map<string, Record<string, string>>();
  for (const { path = [], message } of issues) {
    const at = formatPath(path.map(({ key }) => key));
    problems.set(`${at} ${message}`, { [at]: message });
  }
  const list = [...problems.values()];
  if (list.length <= MAX_PROBLEMS) return list;
  return [...list.slice(0, MAX_PROBLEMS), { "[body]": `And ${list.length - MAX_PROBLEMS} problems more.` }];
}
