/** The catalogue's entries by id, and how a change replaces some of them. */
import { forEachSliced, mapByIdSliced, type Sliced } from "../values/slices.ts";
import { type ListName, replaceEntries } from "./document.ts";
import type { Account, Campaign, CatalogueData, Named, Region, Site, Variation, Zone } from "./schema.ts";

/** Validated lists with their entries by id. Immutable: a change creates a new one. */
export interface EntriesById {
  data: CatalogueData;
  accounts: ReadonlyMap<number, Account>;
  categories: ReadonlyMap<number, Named>;
  carriers: ReadonlyMap<number, Named>;
  regions: ReadonlyMap<number, Region>;
  offers: ReadonlyMap<number, CatalogueData["offers"][number]>;
  offerLandingPages: ReadonlyMap<number, CatalogueData["offerLandingPages"][number]>;
  sites: ReadonlyMap<number, Site>;
  zones: ReadonlyMap<number, Zone>;
  campaigns: ReadonlyMap<number, Campaign>;
  variations: ReadonlyMap<number, { variation: Variation; campaign: Campaign }>;
}

type VariationsById = Map<number, { variation: Variation; campaign: Campaign }>;

export function* indexById(data: CatalogueData): Sliced<EntriesById> {
  const index = <T extends { id: number }>(entries: readonly T[]) => mapByIdSliced(entries, (entry) => entry);
  const variations: VariationsById = new Map();
  yield* forEachSliced(data.campaigns, (campaign) => addVariations(variations, campaign));
  return {
    data,
    accounts: yield* index(data.accounts),
    categories: yield* index(data.categories),
    carriers: yield* index(data.carriers),
    regions: yield* index(data.regions),
    offers: yield* index(data.offers),
    offerLandingPages: yield* index(data.offerLandingPages),
    sites: yield* index(data.sites),
    zones: yield* index(data.zones),
    campaigns: yield* index(data.campaigns),
    variations,
  };
}

function addVariations(variations: VariationsById, campaign: Campaign): void {
  for (const variation of campaign.variations) variations.set(variation.id, { variation, campaign });
}

/** Adds entries to a list or replaces those with their ids; all other entries stay the same objects. */
export function replaceInList<E extends EntriesById>(
  before: E,
  list: ListName,
  entries: readonly { id: number }[],
): E {
  const byId = new Map<number, unknown>(before[list]);
  for (const entry of entries) byId.set(entry.id, entry);
  const data = { ...before.data, [list]: replaceEntries(before.data[list], entries) };
  const after = { ...before, data, [list]: byId };
  return list === "campaigns" ? { ...after, variations: replaceVariations(before, after, entries) } : after;
}

function replaceVariations(
  before: EntriesById,
  after: EntriesById,
  campaigns: readonly { id: number }[],
): VariationsById {
  const variations = new Map(before.variations);
  for (const { id } of campaigns)
    for (const variation of before.campaigns.get(id)?.variations ?? []) variations.delete(variation.id);
  for (const { id } of campaigns) {
    const campaign = after.campaigns.get(id);
    if (campaign) addVariations(variations, campaign);
  }
  return variations;
}

/** An entry with its position in its list. */
export type Placed<E> = readonly [at: number, entry: E];

/**
 * Lists the entries of a list that are new or replaced since `before`; without `before`, all. A change leaves entries at
 * their positions and adds new ones at the end.
 */
export function listChanged<E>(after: readonly E[], before: readonly E[] = []): Placed<E>[] {
  const changed: Placed<E>[] = [];
  if (after === before) return changed;
  after.forEach((entry, at) => {
    if (entry !== before[at]) changed.push([at, entry]);
  });
  return changed;
}
