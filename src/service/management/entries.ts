/** The catalogue's entries as an account sees them: found, searched, shown with the version of what was seen. */
import { createHash } from "node:crypto";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { ChangeRefused } from "./refusal.ts";
import {
  type Entry,
  isManaged,
  type Kind,
  listManagedAccounts,
  RESOURCES,
  type Resource,
} from "./resources.ts";

/** An entry as it is shown, and the version that a change of it names. */
export interface Shown {
  entry: Entry;
  version: string;
}

export function listEntries({ data }: Catalogue, kind: Kind): Entry[] {
  return data[kind];
}

export function listCreatives({ data }: Catalogue): Entry[] {
  return data.campaigns.flatMap(({ variations }) => variations);
}

/** The creatives of the campaign at a place of its list. */
export function listCreativesAt({ data }: Catalogue, campaign: number): Entry[] {
  return data.campaigns[campaign]?.variations ?? [];
}

export function findEntry(catalogue: Catalogue, kind: Kind, id: number, viewer: Account) {
  const entries = listEntries(catalogue, kind);
  const at = entries.findIndex((entry) => entry.id === id);
  const entry = entries[at];
  if (!entry || !isManaged(kind, entry, listManagedAccounts(viewer, catalogue), catalogue))
    throw new ChangeRefused(404, `There is no ${RESOURCES[kind].noun} ${id}.`);
  return { entry, at };
}

export function findCreative(catalogue: Catalogue, campaign: number, id: number, viewer: Account) {
  const { at } = findEntry(catalogue, "campaigns", campaign, viewer);
  const creatives = listCreativesAt(catalogue, at);
  const place = creatives.findIndex((creative) => creative.id === id);
  const creative = creatives[place];
  if (!creative) throw new ChangeRefused(404, `Campaign ${campaign} has no creative ${id}.`);
  return { entry: creative, campaign: at, at: place };
}

export function matchesSearch(entry: Entry, { searched }: Resource, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (wanted === "" || String(entry.id) === wanted) return true;
  return searched.some((field) =>
    String(entry[field] ?? "")
      .toLowerCase()
      .includes(wanted),
  );
}

export function showEntry(entry: Entry): Shown {
  return { entry: hideSecrets(entry), version: computeVersion(entry) };
}

export function hideSecrets(entry: Entry): Entry {
  const shown = { ...entry };
  for (const secret of SECRETS) if (secret in shown) shown[secret] = undefined;
  return "password" in shown || "apiTokens" in shown
    ? { ...shown, hasPassword: entry.password !== undefined }
    : shown;
}

/** The same for the same content, whoever wrote it and how. */
export function computeVersion(entry: Entry): string {
  return createHash("sha256").update(JSON.stringify(entry)).digest("base64url").slice(0, 16);
}

export function requireVersion(version: string | undefined, entry: Entry): void {
  if (version === undefined)
    throw new ChangeRefused(428, "Name the version that you saw, in the header If-Match.");
  if (version !== "*" && version !== computeVersion(entry))
    throw new ChangeRefused(409, "Somebody else changed this meanwhile. Load it again, then change it.");
}

/** What nobody reads again: secrets are known to have changed, and no more. */
const SECRETS = ["password", "apiTokens"];

export function nextId(entries: readonly Entry[]): number {
  return entries.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
}
