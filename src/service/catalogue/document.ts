/** The catalogue as its owner wrote it: lists of entries without the defaults that validation adds. */
import { groupBy } from "../values/groupBy.ts";
import { isObject } from "../values/object.ts";
import { findById, replaceEntries } from "./entryList.ts";
import type { CatalogueData } from "./schema.ts";

export type ListName = Exclude<keyof CatalogueData, "$schema">;

/** Entries compared per step: a campaign may have many creatives. */
export const COMPARED_PER_STEP = 20;

/** Each list comes after the lists that its entries may reference. */
export const LISTS = [
  ...(["accounts", "categories", "carriers", "regions", "offers", "offerLandingPages"] as const),
  ...(["sites", "zones", "campaigns"] as const),
] as const satisfies readonly ListName[];

/** An entry of one of the lists. */
export interface Entry {
  id: number;
  [field: string]: unknown;
}

/** Lists of a collection by their names. */
export type ListsOfEntries = Readonly<Record<string, readonly Entry[]>>;
export type CatalogueDocument = Readonly<Record<ListName, readonly Entry[]>>;

/** An entry to add, or to replace the one with its id. */
export interface Put<L extends string = ListName> {
  list: L;
  entry: Entry;
  /** Id of the changed creative; absent when the change concerns more than one creative. */
  creative?: number | undefined;
}

/** Returns a validated value with its missing lists added. */
export function toDocument(value: unknown): CatalogueDocument {
  return pickLists(value, LISTS);
}

/** Returns the lists of a collection; missing ones are empty. */
export function pickLists<L extends string>(
  value: unknown,
  names: readonly L[],
): Readonly<Record<L, readonly Entry[]>> {
  const lists = names.map((list) => [list, Reflect.get(Object(value), list) ?? []]);
  return Object.fromEntries(lists);
}

/** Whether a put belongs to one of these lists. */
export function isPutOf<L extends string>(names: readonly L[], put: Put<string>): put is Put<L> {
  return names.some((name) => name === put.list);
}

/** Lists all entries of a document as the puts that would create it. */
export function listEntries(document: ListsOfEntries): Put<string>[] {
  return Object.entries(document).flatMap(([list, entries]) => entries.map((entry) => ({ list, entry })));
}

/**
 * Returns the document with entries added or replaced; all other entries stay the same objects. New entries come last.
 */
export function putEntries<D extends ListsOfEntries>(document: D, puts: readonly Put<string>[]): D {
  const lists = [...groupBy(puts, ({ list }) => list)].map(([list, changed]) => [
    list,
    replaceEntries(
      document[list] ?? [],
      changed.map(({ entry }) => entry),
    ).after,
  ]);
  return { ...document, ...Object.fromEntries(lists) };
}

/** Kinds of entries; an id is unique within its kind. */
export type Numbered = ListName | "creatives";

/** Ids for new entries: all from `start` on, except the `used` ones. */
export interface FreeFrom {
  start: number;
  used: ReadonlySet<number>;
}

const ALL_IDS: FreeFrom = { start: 1, used: new Set() };

/** Creates a function whose calls return the free ids above the highest id of the entries, in order. */
export function createIdCounter(entries: readonly unknown[], { start, used } = ALL_IDS): () => number {
  let last = Math.max(start - 1, findHighestId(entries));
  return () => {
    do last += 1;
    while (used.has(last));
    return last;
  };
}

/** Returns the highest id of the entries; 0 without one. */
export function findHighestId(entries: readonly unknown[]): number {
  let highest = 0;
  for (const entry of entries) {
    const id = isObject(entry) ? Number(entry.id) : 0;
    if (id > highest && Number.isSafeInteger(id)) highest = id;
  }
  return highest;
}

/** Requests `count` free ids above the id `above`. */
interface WantedIds {
  above?: number;
  count?: number;
}

/** Finds ids that no entry ever had. */
export type FindIds = (kind: Numbered, wanted?: WantedIds) => Promise<FreeFrom>;

/** Returns the creatives of a campaign without validation. */
export function listVariations(campaign: unknown): readonly Entry[] {
  return isObject(campaign) && Array.isArray(campaign.variations) ? campaign.variations : [];
}

/** Finds an entry by its id. */
export type FindEntry = (list: string, id: unknown) => Entry | undefined;

export function createFinder(document: ListsOfEntries): FindEntry {
  return (list, id) => (typeof id === "number" ? findById(document[list] ?? [], id) : undefined);
}

/** Returns the id of the account that an entry belongs to; 0 for shared names. */
export function findOwner({ list, entry }: Put<string>, find: FindEntry): number {
  if (list === "accounts") return entry.id;
  const site = list === "zones" ? find("sites", entry.site) : undefined;
  return Number((site ?? entry).account ?? 0);
}
