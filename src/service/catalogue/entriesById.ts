/** The catalogue's entries by id, and how a change replaces some of them. */

import type { Sliced } from "../runtime/slices.ts";
import type { ById } from "../values/byId.ts";
import { LISTS, type ListName } from "./document.ts";
import { findById, indexPositions, replaceEntries } from "./entryList.ts";
import { Positions } from "./positions.ts";
import type { Campaign, CatalogueData, Variation } from "./schema.ts";

type Lists = { [L in ListName]: ById<CatalogueData[L][number]> };

/** Validated lists with their entries by id. Immutable: a change creates a new one. */
export interface EntriesById extends Lists {
  data: CatalogueData;
  variations: ById<{ variation: Variation; campaign: Campaign }>;
}

const variationPositions = new Positions<Campaign>(({ variations }) => variations.map(({ id }) => id));

export function* indexById(data: CatalogueData): Sliced<EntriesById> {
  for (const list of LISTS) yield* indexPositions(data[list]);
  yield* variationPositions.read(data.campaigns);
  return findEntriesIn(data);
}

function findEntriesIn(data: CatalogueData): EntriesById {
  const find = <E extends { id: number }>(entries: readonly E[]) => createById((id) => findById(entries, id));
  const { campaigns } = data;
  return {
    data,
    accounts: find(data.accounts),
    categories: find(data.categories),
    carriers: find(data.carriers),
    regions: find(data.regions),
    offers: find(data.offers),
    offerLandingPages: find(data.offerLandingPages),
    sites: find(data.sites),
    zones: find(data.zones),
    campaigns: find(campaigns),
    variations: createById((id) => findVariation(campaigns, id)),
  };
}

function createById<V>(get: (id: number) => V | undefined): ById<V> {
  return { get, has: (id) => get(id) !== undefined };
}

function findVariation(campaigns: readonly Campaign[], id: number) {
  const campaign = campaigns[variationPositions.locate(campaigns, id) ?? campaigns.length];
  const variation = campaign?.variations.find((one) => one.id === id);
  return campaign && variation && { variation, campaign };
}

/** Adds entries to a list, or replaces entries with the same ids; all other entries stay the same objects. */
export function replaceInList<E extends EntriesById>(
  before: E,
  list: ListName,
  entries: readonly { id: number }[],
): E {
  const { after, changed } = replaceEntries<{ id: number }>(before.data[list], entries);
  const data: CatalogueData = { ...before.data, [list]: after };
  variationPositions.share(before.data.campaigns, data.campaigns, list === "campaigns" ? changed : []);
  return { ...before, ...findEntriesIn(data) };
}

/** An entry with its position in its list. */
export type Placed<E> = readonly [at: number, entry: E];

/**
 * Lists the entries of a list that are new or replaced since `before`; all entries without `before`. A change leaves
 * entries at their positions and adds new ones at the end.
 */
export function listChanged<E>(after: readonly E[], before: readonly E[] = []): Placed<E>[] {
  const changed: Placed<E>[] = [];
  if (after === before) return changed;
  after.forEach((entry, at) => {
    if (entry !== before[at]) changed.push([at, entry]);
  });
  return changed;
}
