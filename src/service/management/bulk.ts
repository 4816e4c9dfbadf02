/** Changes many entries by one patch: all, or none. */
import * as v from "valibot";
import { type BulkKind, MAX_BULK } from "../../protocol/management.ts";
import type { Problem } from "../../protocol/problems.ts";
import { formatPath } from "../../protocol/validation.ts";
import type { Account, Catalogue, CatalogueError } from "../catalogue/catalogue.ts";
import { omitFolders } from "../catalogue/creatives.ts";
import type { CatalogueDocument, Put } from "../catalogue/document.ts";
import { flatMapSliced, type Sliced } from "../runtime/slices.ts";
import type { FieldProblem } from "../values/problemList.ts";
import { asMessage, list, listProblems, strictObject } from "../values/schemas.ts";
import { listManaged, refuseUnknown } from "./entries.ts";
import { requireVersion } from "./entryVersion.ts";
import { explainCatalogueError } from "./explainProblems.ts";
import { mergePatch } from "./mergePatch.ts";
import { ChangeRefused, refuseField } from "./refusal.ts";
import { RESOURCES } from "./resources.ts";
import { pickFields, refuseEarlyDays, refuseRaise } from "./rules.ts";

/** Maximum characters of a version. */
const MAX_VERSION = 512;

/** Maximum bytes of the patch times the number of entries: each of them stores the patch. */
const MAX_PATCHED = 8_000_000;

const IDS = asMessage({ code: "bulk-ids", most: MAX_BULK });
const VERSIONS = { code: "bulk-versions" } as const;
const EXPECTED_VERSIONS = asMessage(VERSIONS);

export const bulkSchema = strictObject({
  ids: v.pipe(
    list(v.pipe(v.number(IDS), v.integer(IDS), v.minValue(1, IDS)), IDS, MAX_BULK, IDS),
    v.check((ids) => ids.length > 0 && new Set(ids).size === ids.length, IDS),
  ),
  versions: list(
    v.pipe(v.string(EXPECTED_VERSIONS), v.maxLength(MAX_VERSION, EXPECTED_VERSIONS)),
    EXPECTED_VERSIONS,
    MAX_BULK,
    EXPECTED_VERSIONS,
  ),
  patch: v.unknown(),
});

interface BulkChange {
  ids: readonly number[];
  /** Version of each entry that the caller read, in the order of the ids. */
  versions: readonly string[];
  patch: Record<string, unknown>;
}

/** Reads the change from a body. Throws `ChangeRefused`. */
export function validateBulkChange(viewer: Account, kind: BulkKind, input: unknown): BulkChange {
  const read = v.safeParse(bulkSchema, input);
  if (!read.success) throw new ChangeRefused(400, { code: "change-refused" }, listProblems(read.issues));
  const { ids, versions, patch } = read.output;
  if (ids.length !== versions.length) throw refuseField("versions", VERSIONS);
  if (ids.length * Buffer.byteLength(JSON.stringify(patch) ?? "") > MAX_PATCHED)
    throw refuseField("patch", { code: "bulk-large", count: ids.length });
  const resource = RESOURCES[kind];
  return { ids, versions, patch: pickFields(patch, resource, resource.rights[viewer.role]?.change) };
}

/** Patches the entries. Throws `ChangeRefused` with the reason for each entry that cannot be changed. */
export function* patchEntries(
  viewer: Account,
  kind: BulkKind,
  { ids, versions, patch }: BulkChange,
  { document, catalogue }: { document: CatalogueDocument; catalogue: Catalogue },
): Sliced<Put[]> {
  const managed = yield* listManaged(catalogue, kind, viewer);
  const problems: FieldProblem[] = [];
  const patchOne = (id: number, at: number): Put[] => {
    try {
      const found = managed.get(id);
      if (!found) throw refuseUnknown(kind, id);
      requireVersion(versions[at], found.entry);
      if (viewer.role !== "network") refuseRaise(found.entry, patch);
      refuseEarlyDays(found.entry, patch);
      return [{ list: kind, entry: { ...mergePatch(document[kind][found.at], patch), id } }];
    } catch (error) {
      if (!(error instanceof ChangeRefused)) throw error;
      problems.push({
        path: formatPath(["ids", at]),
        problem: error.problems?.[0]?.problem ?? error.problem,
      });
      return [];
    }
  };
  // A campaign can have hundreds of creatives, all of which its version hashes.
  const puts = yield* flatMapSliced(ids, patchOne, 1);
  if (problems.length > 0) throw refuseEntries(problems);
  return puts;
}

/** Finds the patched entries that the catalogue refuses, with the reasons. */
export function explainEach(
  error: CatalogueError,
  kind: BulkKind,
  { ids }: BulkChange,
  document: CatalogueDocument,
): ChangeRefused {
  const reasons = new Map<unknown, Problem>();
  for (const { keys, problem } of error.found) {
    const [list, at, ...field] = keys;
    const id = list === kind ? document[kind][Number(at)]?.id : undefined;
    if (id !== undefined && !reasons.has(id))
      reasons.set(id, { ...omitFolders(problem), field: formatPath(field) });
  }
  const problems = ids.flatMap((id, at) => {
    const problem = reasons.get(id);
    return problem ? [{ path: formatPath(["ids", at]), problem }] : [];
  });
  return problems.length > 0 ? refuseEntries(problems) : explainCatalogueError(error, []);
}

function refuseEntries(entries: readonly FieldProblem[]): ChangeRefused {
  return new ChangeRefused(409, { code: "bulk-refused" }, undefined, { entries });
}
