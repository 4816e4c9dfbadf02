/** Entries of the catalogue as an account sees them: finds, searches and shows them with their versions. */
import { createHash } from "node:crypto";
import type { Account, Catalogue, Variation } from "../catalogue/catalogue.ts";
import type { Entry } from "../catalogue/document.ts";
import { findPosition } from "../catalogue/entryList.ts";
import { FIELDS } from "../catalogue/schema.ts";
import { withoutSignIn } from "../catalogue/signIns.ts";
import { forEachSliced, mapSliced, type Sliced } from "../values/slices.ts";
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
    throw new ChangeRefused(404, `There is no ${RESOURCES[kind].noun} ${id}.`);
  return { entry, at };
}

/** Lists the entries of a kind that an account manages, by id, with their positions. */
export function listManaged(
  catalogue: Catalogue,
  kind: Kind,
  viewer: Account,
): ReadonlyMap<number, { entry: Entry; at: number }> {
  const accounts = listManagedAccounts(viewer, catalogue);
  const managed = new Map<number, { entry: Entry; at: number }>();
  for (const [at, entry] of listEntries(catalogue, kind).entries())
    if (isManaged(kind, entry, accounts, catalogue)) managed.set(entry.id, { entry, at });
  return managed;
}

export function findCreative(catalogue: Catalogue, campaign: number, id: number, viewer: Account) {
  const { at } = findEntry(catalogue, "campaigns", campaign, viewer);
  const creatives = listCreativesAt(catalogue, at);
  const place = creatives.findIndex((creative) => creative.id === id);
  const creative = creatives[place];
  if (!creative) throw new ChangeRefused(404, `Campaign ${campaign} has no creative ${id}.`);
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

const VERSION_LENGTH = 16;
const NAME_LENGTH = 3;
const VALUE_LENGTH = 3;
const FIELD = new RegExp(`(.{${NAME_LENGTH}})(.{${VALUE_LENGTH}})`, "g");

/**
 * Computes a version from the content. It has a part for each field, so that a conflict can name the fields that
 * differ.
 */
export function computeVersion(entry: Entry): string {
  const fields = Object.entries(entry).map(
    ([field, value]) => `${digest(field, NAME_LENGTH)}${digest([value], VALUE_LENGTH)}`,
  );
  return `${digest(entry, VERSION_LENGTH)}${fields.join("")}`;
}

function digest(value: unknown, length: number): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, length);
}

/**
 * Lists the fields that differ from the version, including missing and additional ones; undefined for a version of
 * another entry.
 */
function listChangedFields(version: string, entry: Entry): string[] | undefined {
  const parts = version.slice(VERSION_LENGTH).matchAll(FIELD);
  const known = new Map(Array.from(parts, ([, name = "", value = ""]) => [name, value]));
  const isChanged = (field: string) => {
    const value = field in entry ? digest([entry[field]], VALUE_LENGTH) : undefined;
    return known.get(digest(field, NAME_LENGTH)) !== value;
  };
  if (isChanged("id")) return undefined;
  return [...new Set([...Object.keys(entry), ...FIELDS])].filter(isChanged);
}

const NO_VERSION = "Name the version that you saw, in the header If-Match.";

export function requireVersion(version: string | undefined, entry: Entry): void {
  if (version === undefined) throw new ChangeRefused(428, NO_VERSION);
  if (version === "*" || version === computeVersion(entry)) return;
  const message = "Somebody else changed this meanwhile. Load it again, then change it.";
  throw new ChangeRefused(409, message, undefined, { fields: listChangedFields(version, entry) });
}

/** Requires a specific version for a decision; `*` is refused. */
export function requireSeenVersion(version: string | undefined, entry: Entry): void {
  requireVersion(version === "*" ? undefined : version, entry);
}
