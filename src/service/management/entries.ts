/** Finds, searches and shows entries of the catalogue, with their versions, as an account sees them. */
import type { Account, Catalogue, Variation } from "../catalogue/catalogue.ts";
import type { Entry } from "../catalogue/document.ts";
import { findPosition } from "../catalogue/entryList.ts";
import { withoutSignIn } from "../catalogue/signIns.ts";
import { forEachSliced, mapSliced, type Sliced } from "../runtime/slices.ts";
import { computeVersion } from "./entryVersion.ts";
import type { Page } from "./listAnswer.ts";
import { ChangeRefused } from "./refusal.ts";
import { isManaged, type Kind, listManagedAccounts, RESOURCES, type Resource } from "./resources.ts";

/** A shown entry, with the version that a change must send. */
export interface Shown {
  entry: Entry;
  version: string;
}

export interface ListOptions extends Page {
  search?: string;
  /** Whether to include archived entries. */
  deleted?: boolean;
}

function listEntries({ data }: Catalogue, kind: Kind): Entry[] {
  return data[kind];
}

export function listCreatives({ data }: Catalogue): Variation[] {
  return data.campaigns.flatMap(({ variations }) => variations);
}

/** Lists the creatives of the campaign at a position of the list. */
export function listCreativesAt({ data }: Catalogue, campaign: number): Variation[] {
  return data.campaigns[campaign]?.variations ?? [];
}

export function findEntry(catalogue: Catalogue, kind: Kind, id: number, viewer: Account) {
  const entries = listEntries(catalogue, kind);
  const at = findPosition(entries, id) ?? entries.length;
  const entry = entries[at];
  if (!entry || !isManaged(kind, entry, listManagedAccounts(viewer, catalogue), catalogue))
    throw refuseUnknown(kind, id);
  return { entry, at };
}

/** Lists the entries of a kind that an account manages, by id, with their positions. */
export function* listManaged(
  catalogue: Catalogue,
  kind: Kind,
  viewer: Account,
): Sliced<ReadonlyMap<number, { entry: Entry; at: number }>> {
  const accounts = listManagedAccounts(viewer, catalogue);
  const managed = new Map<number, { entry: Entry; at: number }>();
  yield* forEachSliced(listEntries(catalogue, kind), (entry, at) => {
    if (isManaged(kind, entry, accounts, catalogue)) managed.set(entry.id, { entry, at });
  });
  return managed;
}

export function findCreative(catalogue: Catalogue, campaign: number, id: number, viewer: Account) {
  const { at } = findEntry(catalogue, "campaigns", campaign, viewer);
  const creatives = listCreativesAt(catalogue, at);
  const place = creatives.findIndex((creative) => creative.id === id);
  const creative = creatives[place];
  if (!creative) throw new ChangeRefused(404, { code: "creative-unknown", campaign, id });
  return { entry: creative, campaign: at, at: place };
}

/** Lists the entries that an account manages. */
export function* listPage(
  catalogue: Catalogue,
  kind: Kind,
  viewer: Account,
  { search = "", limit, offset, deleted }: ListOptions,
): Sliced<{ count: number; entries: Shown[] }> {
  const resource = RESOURCES[kind];
  const accounts = listManagedAccounts(viewer, catalogue);
  const found: Entry[] = [];
  yield* forEachSliced(listEntries(catalogue, kind), (entry) => {
    const isListed = isManaged(kind, entry, accounts, catalogue) && (deleted || entry.deleted !== true);
    if (isListed && matchesSearch(entry, resource, search)) found.push(entry);
  });
  // A campaign can have hundreds of creatives, all of which its version hashes.
  const entries = yield* mapSliced(found.slice(offset, offset + limit), showEntry, 1);
  return { count: found.length, entries };
}

function matchesSearch(entry: Entry, { searched }: Resource, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (wanted === "" || String(entry.id) === wanted) return true;
  return searched.some((field) =>
    String(entry[field] ?? "")
      .toLowerCase()
      .includes(wanted),
  );
}

export function showEntry(entry: Entry): Shown {
  return { entry: withoutSignIn(entry), version: computeVersion(entry) };
}

/** Refuses an entry that does not exist, or that the account does not manage. */
export function refuseUnknown(kind: Kind, id: number): ChangeRefused {
  return new ChangeRefused(404, { code: "entry-unknown", what: RESOURCES[kind].noun, id });
}
