/** Changes a live catalogue to the content of a file, as one change. */
import { isDeepStrictEqual } from "node:util";
import { quote } from "../../protocol/validation.ts";
import { flatMapSliced, forEachSliced, runInSlices, type Sliced } from "../runtime/slices.ts";
import { isObject } from "../values/object.ts";
import { changeCatalogue, parseCatalogueSliced } from "./catalogue.ts";
import {
  type CatalogueDocument,
  COMPARED_PER_STEP,
  createFinder,
  createIdCounter,
  type Entry,
  type FindEntry,
  type FindIds,
  type FreeFrom,
  findHighestId,
  LISTS,
  type ListName,
  listVariations,
  type Numbered,
  type Put,
  toDocument,
} from "./document.ts";
import type { LiveCatalogue } from "./liveCatalogue.ts";
import type { ChangeAuthor } from "./liveCollection.ts";
import { hasSignIn, type SignInTaker, withoutSignIns } from "./signIns.ts";

export interface ApplyOptions {
  author: ChangeAuthor;
  /** Checks and describes the change without making it. */
  isDryRun?: boolean | undefined;
  /** Expected number of the last change; the file is refused when the number differs. */
  sequence?: number | undefined;
  /** Receives the sign-ins of accounts, which the catalogue does not store. */
  signIns: SignInTaker;
  /** Finds ids for entries without one. */
  findIds: FindIds;
}

/**
 * Changes the catalogue to `value`, a parsed file. Returns a line for each changed entry, archived ones first. Rejects
 * like `LiveCatalogue.change`.
 */
export async function applyFile(
  live: LiveCatalogue,
  value: unknown,
  { author, isDryRun, sequence, signIns, findIds }: ApplyOptions,
): Promise<string[]> {
  let lines: string[] = [];
  let signingIn: Entry[] = [];
  const ids = await findMissingIds(value, findIds);
  await live.change(async (document, catalogue, last) => {
    if (sequence !== undefined && sequence !== last)
      throw new Error(
        "The catalogue was changed meanwhile. Export it again, then apply your changes to that.",
      );
    const wanted = await runInSlices(parseWanted(numberEntries(document, value, ids)));
    signingIn = wanted.accounts.filter(hasSignIn);
    const find = createFinder(document);
    const puts = await runInSlices(planApply(document, find, withoutSignIns(wanted)));
    lines = [...(await runInSlices(describePuts(find, puts))), ...signIns.describe(signingIn)];
    if (!isDryRun) return puts;
    await runInSlices(changeCatalogue(catalogue, puts, live.creatives));
    return [];
  }, author);
  if (!isDryRun) await signIns.take(signingIn, author);
  return lines;
}

/** Approval of a creative, kept from the catalogue unless the file contains `review`. */
const APPROVAL = ["review", "sentAt", "reason"];
/** Lists whose entries can be archived. Names and accounts stay, because statistics refer to them. */
const ARCHIVED: readonly ListName[] = ["campaigns", "zones", "sites"];

/** Reads the lists of a parsed file. Throws `CatalogueError` for an invalid file. */
function* parseWanted(wanted: unknown): Sliced<CatalogueDocument> {
  yield* parseCatalogueSliced(wanted);
  return toDocument(wanted);
}

/** Lists the puts that turn `document` into `wanted`. Puts that archive entries missing in `wanted` come first. */
function* planApply(document: CatalogueDocument, find: FindEntry, wanted: CatalogueDocument): Sliced<Put[]> {
  const puts = ARCHIVED.flatMap((list) => archiveOthers(list, document, wanted));
  for (const list of LISTS) {
    const toPut = (entry: Entry) => puts.push({ list, entry: keepRest(list, find, entry) });
    yield* forEachSliced(wanted[list], toPut, COMPARED_PER_STEP);
  }
  return puts;
}

/** Free ids per kind, for the kinds with entries that lack an id. */
type IdsByKind = ReadonlyMap<Numbered, FreeFrom>;

async function findMissingIds(value: unknown, findIds: FindIds): Promise<IdsByKind> {
  const find = async (kind: Numbered, entries: readonly unknown[]) => {
    const count = entries.filter(lacksId).length;
    if (count > 0) ids.set(kind, await findIds(kind, { above: findHighestId(entries), count }));
  };
  const ids = new Map<Numbered, FreeFrom>();
  for (const list of LISTS) await find(list, getList(value, list) ?? []);
  await find("creatives", (getList(value, "campaigns") ?? []).flatMap(listVariations));
  return ids;
}

/** Reads a list of the file; undefined when it is missing. */
function getList(value: unknown, list: ListName): readonly unknown[] | undefined {
  const entries = isObject(value) ? value[list] : undefined;
  return Array.isArray(entries) ? entries : undefined;
}

function numberEntries(document: CatalogueDocument, value: unknown, ids: IdsByKind): unknown {
  if (!isObject(value)) return value;
  const lists = LISTS.flatMap((list) => {
    const entries = getList(value, list);
    if (!entries) return [];
    const next = createIdCounter([...document[list], ...entries], ids.get(list));
    return [[list, entries.map((entry) => addId(entry, next))]];
  });
  const numbered: Record<string, unknown> = { ...value, ...Object.fromEntries(lists) };
  return { ...numbered, ...numberCreatives(document, numbered, ids) };
}

function numberCreatives(
  document: CatalogueDocument,
  value: unknown,
  ids: IdsByKind,
): { campaigns?: unknown[] } {
  const campaigns = getList(value, "campaigns");
  if (!campaigns) return {};
  const creatives = [...document.campaigns, ...campaigns].flatMap(listVariations);
  const next = createIdCounter(creatives, ids.get("creatives"));
  return {
    campaigns: campaigns.map((campaign) =>
      isObject(campaign) && Array.isArray(campaign.variations)
        ? { ...campaign, variations: campaign.variations.map((one) => addId(one, next)) }
        : campaign,
    ),
  };
}

function addId(entry: unknown, next: () => number): unknown {
  return lacksId(entry) ? { id: next(), ...entry } : entry;
}

function lacksId(entry: unknown): entry is object {
  return isObject(entry) && entry.id === undefined;
}

function archiveOthers(list: ListName, document: CatalogueDocument, named: CatalogueDocument): Put[] {
  const ids = new Set(named[list].map(({ id }) => id));
  return document[list]
    .filter(({ id, deleted }) => !ids.has(id) && deleted !== true)
    .map((entry) => ({ list, entry: { ...entry, deleted: true } }));
}

/** Keeps approvals and creatives that the file omits. Omitted creatives are paused. */
function keepRest(list: ListName, find: FindEntry, entry: Entry): Entry {
  const before = list === "campaigns" ? find(list, entry.id) : undefined;
  if (!before) return entry;
  const named = new Map(listVariations(entry).map((one) => [one.id, one]));
  const earlier = new Map(listVariations(before).map((one) => [one.id, one]));
  const variations = [...named.values()].map((one) => keepApproval(earlier.get(one.id), one));
  for (const [id, one] of earlier) if (!named.has(id)) variations.push({ ...one, active: false });
  return { ...entry, variations };
}

function keepApproval(before: Entry | undefined, creative: Entry): Entry {
  const fields = "review" in creative ? ["pending"] : ["pending", ...APPROVAL];
  return before ? keepMissing(fields, before, creative) : creative;
}

function keepMissing(fields: readonly string[], before: Entry, entry: Entry): Entry {
  const kept = fields.filter((field) => field in before);
  return { ...Object.fromEntries(kept.map((field) => [field, before[field]])), ...entry };
}

/** Describes each changed entry in a line: `archive campaigns 7 "Shoes"`, `change zones 4 "Top": name, size`. */
function describePuts(find: FindEntry, puts: readonly Put[]): Sliced<string[]> {
  const describe = ({ list, entry }: Put) => {
    const before = find(list, entry.id);
    const name = `${list} ${entry.id} ${JSON.stringify(quote(String(entry.name)))}`;
    if (!before) return [`add ${name}`];
    const fields = listDifferentFields(before, entry);
    if (fields.length === 0) return [];
    if (fields.join() === "deleted" && entry.deleted === true) return [`archive ${name}`];
    return [`change ${name}: ${fields.join(", ")}`];
  };
  return flatMapSliced(puts, describe, COMPARED_PER_STEP);
}

/** Lists the names of the fields that differ. */
function listDifferentFields(a: Entry, b: Entry): string[] {
  const fields = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...fields].filter((field) => !isDeepStrictEqual(a[field], b[field]));
}
