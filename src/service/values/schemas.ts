/**
 * Schemas of objects, lists and records that stop validating after the maximum number of listed problems, and report
 * every key. The schemas of valibot silently skip `__proto__`, `constructor` and `prototype`.
 */
import * as v from "valibot";
import {
  formatPath,
  MAX_PROBLEMS,
  MAX_QUOTED,
  MISSING_FIELD,
  type Problems,
  quote,
  UNEXPECTED_FIELD,
} from "../../protocol/validation.ts";
import { hasControls } from "../../protocol/visibleText.ts";
import { isObject } from "./object.ts";
import { ProblemList } from "./problemList.ts";

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

const UNEXPECTED = v.never(UNEXPECTED_FIELD);
const MISSING = v.never(MISSING_FIELD);

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
export function listProblems(issues: readonly Issue[]): Problems {
  const problems = new ProblemList();
  for (const issue of issues) {
    const text = describeIssue(issue);
    // Other messages are sentences, or start with the name of a field.
    const sentence = text.startsWith("expected ") ? writeSentence(text) : text;
    problems.add(formatPath(issue.path?.map(({ key }) => key) ?? []), sentence);
  }
  return problems.list();
}

/** Starts the text with a capital letter and ends it with a full stop. */
export function writeSentence(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Describes an issue: by its own message, or by words for the rule. Long texts from the request are truncated. */
export function describeIssue(issue: Issue): string {
  const { message, received } = issue;
  if (isDefault(message)) return describeRule(issue);
  return received?.length > MAX_QUOTED ? message.replace(received, () => quote(received)) : message;
}

/** Whether a message is valibot's own, such as "Invalid length: Expected >=1 but received 0". */
function isDefault(message: string): boolean {
  return /^Invalid [\w ]+: (Expected .+ but r|R)eceived /s.test(message);
}

/** Words for the rules of schemas that have no message of their own. */
const RULES: Readonly<Record<string, (issue: Issue) => string>> = {
  array: () => "expected a list",
  boolean: () => "expected true or false",
  integer: () => "expected a whole number",
  literal: listExpected,
  max_length: (issue) => `expected at most ${nameLength(issue)}`,
  max_value: ({ requirement }: { requirement?: unknown }) => `expected at most ${requirement}`,
  min_length: (issue) => `expected at least ${nameLength(issue)}`,
  min_value: ({ requirement }: { requirement?: unknown }) => `expected at least ${requirement}`,
  nullable: () => "expected another value, or null",
  number: () => "expected a number",
  object: () => "expected an object",
  picklist: listExpected,
  record: () => "expected an object",
  safe_integer: () => "expected a whole number",
  strict_object: () => "expected an object",
  string: () => "expected a text",
  variant: (issue) => (issue.expected === "Object" ? "expected an object" : listExpected(issue)),
};

function describeRule(issue: Issue): string {
  return RULES[issue.type]?.(issue) ?? "expected another value";
}

function nameLength({ input, requirement }: { input: unknown; requirement?: unknown }): string {
  if (typeof input === "string") return requirement === 1 ? "one character" : `${requirement} characters`;
  return requirement === 1 ? "one entry" : `${requirement} entries`;
}

/** Lists the allowed values, which valibot writes as `("cpm" | "cpc")`. */
function listExpected({ expected }: Issue): string {
  const values = (expected ?? "").replace(/^\(|\)$/g, "").split(" | ");
  return values.length > 1 ? `expected one of: ${values.join(", ")}` : `expected ${values[0]}`;
}

/** Schema of an object that reports each unknown field. */
export function strictObject<E extends v.ObjectEntries>(entries: E, message = "expected an object") {
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
  return list(item, undefined, most, `expected at most ${most} entries`);
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
  const schema = v.record(key, value, "expected an object");
  const longKey = v.never(`expected a key of at most ${maxKeyLength} characters`);
  return withRun(schema, (given, config) => {
    if (!isObject(given)) return undefined;
    const output: Record<string, unknown> = Object.create(null);
    const dataset: Dataset = { typed: true, value: output };
    const entries = Object.entries(given);
    if (entries.length > most) return addIssue(dataset, `expected at most ${most} keys`);
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

export const NO_CONTROLS = "Expected a text without control characters.";

/** Refuses control characters in names, which are printed on terminals and into lists. */
export const withoutControls = v.check((text: string) => !hasControls(text), NO_CONTROLS);
