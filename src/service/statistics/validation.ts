/** What the schemas of this folder share, and how their problems are told. */
import * as v from "valibot";

const UNEXPECTED = "This field was not expected.";
const MISSING = "This field is missing.";

/** Names that the schema library passes over, whatever the entries. */
const OVERLOOKED = ["__proto__", "constructor", "prototype"];

/** An object whose unknown fields are each reported. An empty list passes as an empty object, as PHP writes it. */
export function object<E extends v.ObjectEntries>(entries: E, expected = "Expected an object.") {
  const schema = v.objectWithRest(entries, v.never(UNEXPECTED), (issue) => (issue.path ? MISSING : expected));
  const run: (typeof schema)["~run"] = (given, config) => {
    // To the schema library a list is an object, whose `filter` is the one that every list has.
    const dataset = Array.isArray(given.value)
      ? { ...given, value: given.value.length > 0 ? null : {} }
      : given;
    const overlooked = OVERLOOKED.filter((name) => Object.hasOwn(Object(dataset.value), name));
    const result = schema["~run"](dataset, config);
    if (overlooked.length === 0) return result;
    const issues = overlooked.map((name) => ({ message: UNEXPECTED, path: pathOf(name) }));
    return { ...result, issues: [...(result.issues ?? []), ...issues] } as typeof result;
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

type ListCheck = v.BaseValidation<unknown[], unknown[], v.BaseIssue<unknown>>;

/** A check of a list that runs even when entries have problems of their own, so that all are told together. */
export function always(check: ListCheck): ListCheck {
  const run: ListCheck["~run"] = (dataset, config) => {
    if (!Array.isArray(dataset.value)) return dataset;
    const { issues } = check["~run"]({ typed: true, value: dataset.value }, config);
    if (!issues) return dataset;
    return { ...dataset, issues: [...(dataset.issues ?? []), ...issues] } as typeof dataset;
  };
  return { ...check, "~run": run };
}

/** A path for an issue that a check adds. */
export function pathOf(...keys: [string, ...(string | number)[]]): [v.IssuePathItem, ...v.IssuePathItem[]] {
  const items = keys.map((key) => ({ type: "unknown", origin: "value", input: {}, key, value: {} }) as const);
  return items as unknown as [v.IssuePathItem, ...v.IssuePathItem[]];
}

/** Problems by path, such as `{ "[filter][date_from]": "…" }`. */
export type Problems = Record<string, string>[];

/** Most problems that one answer lists. */
const MAX_PROBLEMS = 100;

/** Every issue once, in the order found. */
export function problemsOf(issues: readonly v.BaseIssue<unknown>[]): Problems {
  const problems = new Map<string, Record<string, string>>();
  for (const { path = [], message } of issues) {
    const at = path.map(({ key }) => `[${String(key)}]`).join("") || "[body]";
    problems.set(`${at} ${message}`, { [at]: message });
  }
  const list = [...problems.values()];
  if (list.length <= MAX_PROBLEMS) return list;
  return [...list.slice(0, MAX_PROBLEMS), { "[body]": `And ${list.length - MAX_PROBLEMS} problems more.` }];
}
