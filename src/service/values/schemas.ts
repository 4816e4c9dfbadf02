/**
 * Schemas of objects, lists and records that stop validating after the maximum number of listed problems, and report
 * every key. The schemas of valibot silently skip `__proto__`, `constructor` and `prototype`.
 */
import * as v from "valibot";
import type { Problem } from "../../protocol/problems.ts";
import { formatPath, MAX_PROBLEMS } from "../../protocol/validation.ts";
import { hasControls, isVisible } from "../../protocol/visibleText.ts";
import { isObject } from "./object.ts";
import { type FieldProblem, ProblemList } from "./problemList.ts";

type Issue = v.BaseIssue<unknown>;

interface CheckConfig extends v.Config<Issue> {
  /** Number of problems after which validation stops. */
  maxProblems?: number;
  /** Whether lists over their maximum are accepted, as in data stored before the maximum existed. */
  areLongListsKept?: boolean;
}

interface Dataset {
  typed: boolean;
  value: unknown;
  issues?: Issue[];
}

const OBJECT = { code: "object" } as const;
const EXPECTED_OBJECT = asMessage(OBJECT);
const UNEXPECTED = v.never(asMessage({ code: "field-unexpected" }));
const MISSING = v.never(asMessage({ code: "field-missing" }));

/** Validates a value. With `maxProblems` Infinity it finds all problems, as for a file that its owner corrects. */
export function check<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  maxProblems = MAX_PROBLEMS,
  areLongListsKept = false,
): { output: v.InferOutput<S> } | { issues: Issue[] } {
  const config: CheckConfig = { maxProblems, areLongListsKept };
  const dataset = schema["~run"]({ value }, config);
  return dataset.issues ? { issues: dataset.issues } : { output: dataset.value };
}

/** Converts issues to the problems of a 400 response. */
export function listProblems(issues: readonly Issue[]): FieldProblem[] {
  const problems = new ProblemList();
  for (const issue of issues)
    problems.add(formatPath(issue.path?.map(({ key }) => key) ?? []), readIssue(issue));
  return problems.list();
}

/** Writes a problem as the message of a schema; valibot has only texts for messages. */
export function asMessage(problem: Problem): string {
  return JSON.stringify(problem);
}

/** Reads the problem of an issue: its own, or the one of a rule without a message of its own. */
export function readIssue(issue: Issue): Problem {
  if (issue.message.startsWith("{")) return JSON.parse(issue.message);
  return RULES[issue.type]?.(issue) ?? { code: "another-value" };
}

/** Problems of the rules of schemas that have no message of their own. */
const RULES: Readonly<Record<string, (issue: Issue & { requirement?: unknown }) => Problem>> = {
  array: () => ({ code: "list" }),
  boolean: () => ({ code: "boolean" }),
  integer: () => ({ code: "whole-number" }),
  literal: listExpected,
  max_length: ({ input, requirement }) => ({
    code: typeof input === "string" ? "most-characters" : "most-entries",
    most: Number(requirement),
  }),
  max_value: ({ requirement }) => ({ code: "most-number", most: Number(requirement) }),
  min_length: ({ input, requirement }) => ({
    code: typeof input === "string" ? "least-characters" : "least-entries",
    least: Number(requirement),
  }),
  min_value: ({ requirement }) => ({ code: "least-number", least: Number(requirement) }),
  nullable: () => ({ code: "another-value-or-null" }),
  number: () => ({ code: "number" }),
  object: () => OBJECT,
  picklist: listExpected,
  record: () => OBJECT,
  safe_integer: () => ({ code: "whole-number" }),
  strict_object: () => OBJECT,
  string: () => ({ code: "text" }),
  variant: (issue) => (issue.expected === "Object" ? OBJECT : listExpected(issue)),
};

/** Lists the allowed values, which valibot writes as `("cpm" | "cpc")`. */
function listExpected({ expected }: Issue): Problem {
  const [value = "", ...others] = (expected ?? "").replace(/[()"]/g, "").split(" | ");
  return others.length > 0 ? { code: "one-of", values: [value, ...others] } : { code: "only-value", value };
}

/** Schema of an object that reports each unknown field. */
export function strictObject<E extends v.ObjectEntries>(entries: E, message = EXPECTED_OBJECT) {
  const schema = v.strictObject(entries, message);
  return withRun(schema, (value, config) => {
    if (!isObject(value)) return undefined;
    const output: Record<string, unknown> = {};
    const dataset: Dataset = { typed: true, value: output };
    for (const [key, entry] of Object.entries(entries)) {
      const isThere = Object.hasOwn(value, key);
      const given = isThere ? value[key] : v.getDefault(entry);
      if (isThere || given !== undefined) output[key] = runChild(dataset, key, entry, given, config);
      else if (entry.type !== "optional") runChild(dataset, key, MISSING, undefined, config);
      if (isFull(dataset, config)) return dataset;
    }
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(entries, key)) runChild(dataset, key, UNEXPECTED, value[key], config);
      if (isFull(dataset, config)) return dataset;
    }
    return dataset;
  });
}

/** Schema of a list. If a list is longer than `most`, only a few further entries are validated. */
export function list<I extends v.GenericSchema>(
  item: I,
  message?: string,
  most = Number.POSITIVE_INFINITY,
  tooMany = "",
) {
  const schema = { ...v.array(item, message), most };
  return withRun(schema, (value, config) => {
    if (!Array.isArray(value)) return undefined;
    const output: unknown[] = [];
    const most = config.areLongListsKept ? Number.POSITIVE_INFINITY : schema.most;
    const dataset: Dataset = { typed: true, value: output };
    for (const [at, entry] of value.entries()) {
      if (at >= most + MAX_PROBLEMS) break;
      output.push(runChild(dataset, at, item, entry, config));
      if (isFull(dataset, config)) return dataset;
    }
    return value.length > most ? addIssue(dataset, tooMany) : dataset;
  });
}

/** Schema of a list of at most `most` entries. */
export function boundedList<I extends v.GenericSchema>(item: I, most: number) {
  return list(item, undefined, most, asMessage({ code: "most-entries", most }));
}

/** Schema of a list of at most `most` different values; drops repeated ones. */
export function distinctList<I extends v.GenericSchema>(item: I, most: number) {
  return v.pipe(boundedList(item, most), v.transform(dropRepeats));
}

/** Returns the list without repeated values; the same list if it has none. */
export function dropRepeats<V>(values: V[]): V[] {
  const byText = new Map(values.map((value) => [JSON.stringify(value), value]));
  return byText.size === values.length ? values : [...byText.values()];
}

/** Schema of an object with any keys. The output has no prototype, so no key has a special meaning. */
export function record<V extends v.GenericSchema>(
  value: V,
  { most, maxKeyLength }: { most: number; maxKeyLength: number },
) {
  const key = v.pipe(v.string(), v.maxLength(maxKeyLength));
  const schema = v.record(key, value, EXPECTED_OBJECT);
  const longKey = v.never(asMessage({ code: "key-length", most: maxKeyLength }));
  return withRun(schema, (given, config) => {
    if (!isObject(given)) return undefined;
    const output: Record<string, unknown> = Object.create(null);
    const dataset: Dataset = { typed: true, value: output };
    const entries = Object.entries(given);
    if (entries.length > most) return addIssue(dataset, asMessage({ code: "most-keys", most }));
    for (const [key, entry] of entries) {
      if (key.length > maxKeyLength) runChild(dataset, key, longKey, entry, config);
      else output[key] = runChild(dataset, key, value, entry, config);
      if (isFull(dataset, config)) return dataset;
    }
    return dataset;
  });
}

/**
 * Replaces the validation of a schema. When `run` returns undefined, the schema's own validation reports the wrong
 * type.
 */
function withRun<S extends v.GenericSchema>(
  schema: S,
  run: (value: unknown, config: CheckConfig) => Dataset | undefined,
): S {
  const own = schema["~run"].bind(schema);
  const checkValue: S["~run"] = (dataset, config) =>
    (run(dataset.value, config) as ReturnType<S["~run"]> | undefined) ??
    // valibot accepts an array as an object.
    own({ value: Array.isArray(dataset.value) ? null : dataset.value }, config);
  return { ...schema, "~run": checkValue };
}

/** Validates a value within another and returns its output; adds its problems to the parent's. */
function runChild(
  dataset: Dataset,
  key: string | number,
  schema: v.GenericSchema,
  value: unknown,
  config: CheckConfig,
): unknown {
  const result = schema["~run"]({ value }, config);
  const messages = new Set<string>();
  for (const issue of result.issues ?? []) {
    // Several rules of a value can have the same message.
    if (!issue.path && messages.has(issue.message)) continue;
    messages.add(issue.message);
    dataset.issues ??= [];
    dataset.issues.push(Object.assign(issue, { path: [...createPath(key), ...(issue.path ?? [])] }));
  }
  if (!result.typed) dataset.typed = false;
  return result.value;
}

function isFull({ issues = [] }: Dataset, { maxProblems = MAX_PROBLEMS }: CheckConfig): boolean {
  return issues.length > maxProblems;
}

function addIssue(dataset: Dataset, message: string): Dataset {
  const { issues = [] } = v.never(message)["~run"]({ value: dataset.value }, {});
  return { ...dataset, typed: false, issues: [...(dataset.issues ?? []), ...issues] };
}

/** Creates the path of an issue that a check adds. */
export function createPath(
  first: string | number,
  ...rest: (string | number)[]
): [v.IssuePathItem, ...v.IssuePathItem[]] {
  return [createPathItem(first), ...rest.map(createPathItem)];
}

function createPathItem(key: string | number): v.UnknownPathItem {
  return { type: "unknown", origin: "value", input: {}, key, value: {} };
}

const INVISIBLE = asMessage({ code: "name-invisible" });

/**
 * Schema of a name in a request. Trims it, and refuses one without a visible character, because its link could not be
 * clicked, and control characters, because names are printed on terminals and into lists.
 */
export function shownName(most: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, INVISIBLE),
    v.check(isVisible, INVISIBLE),
    v.maxLength(most, asMessage({ code: "text-length", most })),
    v.check((text) => !hasControls(text), asMessage({ code: "no-controls" })),
  );
}
