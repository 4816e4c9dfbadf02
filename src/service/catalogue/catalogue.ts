/**
 * The catalogue: accounts, sites, zones and campaigns, read from one JSON file and checked as a whole.
 */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type * as v from "valibot";
import type { Problem } from "../../protocol/problems.ts";
import { listKeys } from "../../protocol/tables.ts";
import { MAX_PROBLEMS } from "../../protocol/validation.ts";
import { flatMapSliced, mapSliced, runAtOnce, runInSlices, type Sliced } from "../runtime/slices.ts";
import { groupBy } from "../values/groupBy.ts";
import { isObject, mapValues } from "../values/object.ts";
import { check, readIssue } from "../values/schemas.ts";
import { findContradictions } from "./contradictions.ts";
import { findWrongAddresses, findWrongMacros } from "./creativeAddresses.ts";
import { findMissingCreatives } from "./creatives.ts";
import { findUnknownCurrencies } from "./currencies.ts";
import { isPutOf, LISTS, type ListName, type Numbered, type Put } from "./document.ts";
import { type EntriesById, indexById, listChanged, type Placed, replaceInList } from "./entriesById.ts";
import { describeFileProblem, parseJsonTextSliced } from "./jsonText.ts";
import { type FoundProblem, formatProblem, type Keys } from "./problemPath.ts";
import { type CatalogueData, catalogueSchema, variationSchema } from "./schema.ts";

export type { Account, Campaign, CatalogueData, Named, Region, Site, Variation, Zone } from "./schema.ts";
export { catalogueSchema } from "./schema.ts";

/** Validated catalogue with its entries by id. */
export interface Catalogue extends EntriesById {
  /** File that contains the catalogue, and a digest of its text; absent when the service owns the catalogue. */
  declared?: { file: string; digest: string };
}

/** Problems of a catalogue. */
export class CatalogueError extends Error {
  /** Problems of entries, with their paths. */
  readonly found: readonly FoundProblem[];
  /** A line for each problem; also for problems of the file. */
  readonly problems: string[];
  constructor(problems: readonly (FoundProblem | string)[]) {
    const lines = problems.map((problem) => (typeof problem === "string" ? problem : formatProblem(problem)));
    super(lines.join("\n"));
    this.name = "CatalogueError";
    this.found = problems.filter((problem) => typeof problem !== "string");
    this.problems = lines;
  }

  /** Returns the same error with a file's name before each problem. */
  nameFile(file: string): CatalogueError {
    return new CatalogueError(this.problems.map((problem) => `${file}: ${problem}`));
  }
}

/**
 * Reads and validates a file, and checks that the served images are in the folders `creatives`. Rejects with
 * `CatalogueError`, whose lines start with the file's name.
 */
export async function loadCatalogue(file: string, creatives: readonly string[] = []): Promise<Catalogue> {
  const { value, digest } = await parseFile(file);
  try {
    const catalogue = await runInSlices(parseCatalogueSliced(value, creatives));
    return { ...catalogue, declared: { file, digest } };
  } catch (error) {
    throw error instanceof CatalogueError ? error.nameFile(file) : error;
  }
}

async function parseFile(file: string): Promise<{ value: unknown; digest: string }> {
  try {
    const text = await readFile(file, "utf8");
    const value = await runInSlices(parseJsonTextSliced(text));
    return { value, digest: createHash("sha256").update(text).digest("hex") };
  } catch (error) {
    throw new CatalogueError([describeFileProblem(file, error)]);
  }
}

/** Checks a parsed catalogue. Throws `CatalogueError`. */
export function parseCatalogue(value: unknown): Catalogue {
  return runAtOnce(parseCatalogueSliced(value));
}

/** Like `parseCatalogue`. `creatives`: folders of the served images; without any, images are not checked. */
export function* parseCatalogueSliced(value: unknown, creatives: readonly string[] = []): Sliced<Catalogue> {
  const catalogue = yield* indexById(yield* checkForm(value));
  const contradictions = yield* findContradictions(catalogue);
  if (contradictions.length > 0) throw new CatalogueError(contradictions);
  const missing = yield* findMissingCreatives(catalogue, creatives);
  if (missing.length > 0) throw new CatalogueError(missing);
  return catalogue;
}

/** Entries validated per step: an entry may have many creatives. */
const CHECKED_PER_STEP = 20;

/** Validates the schema and fills in defaults. Throws `CatalogueError` with all problems. */
function* checkForm(value: unknown): Sliced<CatalogueData> {
  const lists = LISTS.filter((list) => isObject(value) && Array.isArray(value[list]));
  const rest = isObject(value) ? { ...value, ...Object.fromEntries(lists.map((list) => [list, []])) } : value;
  const result = check(catalogueSchema, rest, Number.POSITIVE_INFINITY, true);
  const problems = "issues" in result ? result.issues.map((issue) => findProblem(issue)) : [];
  const checked: Partial<Record<ListName, unknown[]>> = {};
  for (const list of lists) {
    const checkEntry = (entry: unknown, at: number) => {
      const found = check(SCHEMAS[list], entry, Number.POSITIVE_INFINITY, true);
      if ("output" in found) return found.output;
      problems.push(...found.issues.map((issue) => findProblem(issue, [list, at])));
      return undefined;
    };
    checked[list] = yield* mapSliced(Reflect.get(Object(value), list), checkEntry, CHECKED_PER_STEP);
  }
  if (!("output" in result) || problems.length > 0) throw new CatalogueError(problems);
  return { ...result.output, ...(checked as Partial<CatalogueData>) };
}

/**
 * Returns the catalogue with entries added or replaced; all other entries stay the same objects. New images must be in
 * one of the folders `creatives`. Throws `CatalogueError`.
 */
export function* changeCatalogue(
  before: Catalogue,
  puts: readonly Put[],
  creatives: readonly string[],
): Sliced<Catalogue> {
  const after = yield* putInCatalogue(before, puts);
  yield* checkChange(before, after, creatives);
  return after;
}

/**
 * Returns the catalogue with entries added or replaced, and validates only the schema of these entries. All other
 * entries stay the same objects. Throws `CatalogueError`.
 */
export function* putInCatalogue(before: Catalogue, puts: readonly Put<string>[]): Sliced<Catalogue> {
  const problems: FoundProblem[] = [];
  const checkPut = (put: Put<string>) => {
    if (!isPutOf(LISTS, put)) throw new CatalogueError([describeUnsupported(put.list)]);
    const { list, entry } = put;
    const result = check(SCHEMAS[list], entry, MAX_PROBLEMS, true);
    if ("output" in result) return [{ list, entry: keepEqual(result.output, before[list].get(entry.id)) }];
    const entries = before.data[list];
    const at = entries.findIndex(({ id }) => id === entry.id);
    const path = [list, at < 0 ? entries.length : at];
    problems.push(...result.issues.map((issue) => findProblem(issue, path)));
    return [];
  };
  const checked = yield* flatMapSliced(puts, checkPut, CHECKED_PER_STEP);
  if (problems.length > 0) throw new CatalogueError(problems);
  let after = before;
  for (const [list, changed] of groupBy(checked, (one) => one.list))
    after = replaceInList(
      after,
      list,
      changed.map(({ entry }) => entry),
    );
  return after;
}

/**
 * Returns the entry with the earlier objects of all unchanged fields, so that values derived from them can be reused.
 */
function keepEqual<E extends { id: number }>(entry: E, before: Readonly<E> | undefined): E {
  const kept = { ...entry };
  for (const field of listKeys(entry))
    if (before && isDeepStrictEqual(entry[field], before[field])) kept[field] = before[field];
  return kept;
}

/**
 * Validates a change of a valid catalogue: checks only what the change can break. `isNew`: whether this node makes the
 * change. Throws `CatalogueError`.
 */
export function* checkChange(
  before: Catalogue,
  after: Catalogue,
  creatives: readonly string[],
  isNew = true,
): Sliced<void> {
  const problems = yield* findContradictions(after, before, MAX_PROBLEMS);
  if (isNew)
    problems.push(
      ...(yield* findLongLists(after, before)),
      ...(yield* findWrongAddresses(after, before)),
      ...(yield* findWrongMacros(after, before)),
      ...(yield* findUnknownCurrencies(after, before)),
    );
  if (problems.length === 0) problems.push(...(yield* findMissingCreatives(after, creatives, before)));
  if (problems.length > 0) throw new CatalogueError(problems);
}

/**
 * Finds lists over their maximum in changed entries. The service starts with older catalogues that have such lists, and
 * accepts them as long as they are not changed.
 */
function* findLongLists(after: Catalogue, before: Catalogue): Sliced<FoundProblem[]> {
  const problems: FoundProblem[] = [];
  for (const list of LISTS) {
    const { most } = LIST_OF[list];
    if (after.data[list].length > Math.max(most, before.data[list].length))
      problems.push({ keys: [list], problem: { code: "most-entries", most } });
    const find = ([at, entry]: Placed<{ id: number }>) => {
      const result = check(SCHEMAS[list], entry);
      if ("output" in result) return [];
      const earlier = before[list].get(entry.id);
      return result.issues
        .filter(({ path = [] }) => !isListKept(getField(entry, path), getField(earlier, path)))
        .map((issue) => findProblem(issue, [list, at]));
    };
    const changed = listChanged<{ id: number }>(after.data[list], before.data[list]);
    problems.push(...(yield* flatMapSliced(changed, find, CHECKED_PER_STEP)));
  }
  return problems;
}

function getField(entry: unknown, path: readonly { key: unknown }[]): unknown {
  return path.reduce((value, { key }) => Reflect.get(Object(value), String(key)), entry);
}

/** Whether a list has the values, or only creatives, that it had before. */
function isListKept(after: unknown, before: unknown): boolean {
  if (isDeepStrictEqual(after, before)) return true;
  if (!Array.isArray(after) || !Array.isArray(before)) return false;
  const ids = new Set(before.filter(isObject).map(({ id }) => id));
  return after.every((entry) => isObject(entry) && entry.id !== undefined && ids.has(entry.id));
}

const { $schema: _, ...LIST_SCHEMAS } = catalogueSchema.entries;
interface ListSchema {
  item: v.GenericSchema<unknown, { id: number }>;
  most: number;
}
/** The schema of each list. */
const LIST_OF = mapValues<ListName, ListSchema | { wrapped: ListSchema }, ListSchema>(
  LIST_SCHEMAS,
  (schema) => ("wrapped" in schema ? schema.wrapped : schema),
);
/** The schema of an entry of each list. */
const SCHEMAS = mapValues(LIST_OF, ({ item }) => item);

/** Validates the schema of a new entry. The paths of its problems name the entry as the first of its list. */
export function findFormProblems(kind: Numbered, entry: unknown): FoundProblem[] {
  const result = check(kind === "creatives" ? variationSchema : SCHEMAS[kind], entry);
  return "issues" in result ? result.issues.map((issue) => findProblem(issue, [kind, 0])) : [];
}

/** Finds the problem of an issue in an entry at a path. */
export function findProblem(issue: v.BaseIssue<unknown>, above: Keys = []): FoundProblem {
  const own = issue.path?.map(({ key }) => (typeof key === "number" ? key : String(key))) ?? [];
  const problem: Problem = issue.received === "undefined" ? { code: "field-missing" } : readIssue(issue);
  return { keys: [...above, ...own], problem };
}

/** Describes a list of a later version. */
export function describeUnsupported(list: string): FoundProblem {
  return { keys: [list], problem: { code: "list-unsupported" } };
}
