/** Kinds of entries that accounts manage, with their rights and owners. */

import { RIGHTS, type RightsByKind } from "../../protocol/management.ts";
import type { EntryNoun } from "../../protocol/problems.ts";
import type { Account, Catalogue, Zone } from "../catalogue/catalogue.ts";
import type { Entry } from "../catalogue/document.ts";
import { findNetwork } from "../catalogue/networks.ts";

/** Lists of the catalogue, which are also the last segments of their paths. */
export const KINDS = ["accounts", "sites", "zones", "campaigns"] as const;
export type Kind = (typeof KINDS)[number];

/** A kind of entry, with the rights to change it. */
export interface Changeable {
  /** Noun for messages. */
  noun: EntryNoun;
  rights: RightsByKind;
}

export interface Resource extends Changeable {
  /** Text fields that a search covers, in addition to the id. */
  searched: readonly string[];
}

export const RESOURCES: Record<Kind, Resource> = {
  accounts: { noun: "account", rights: RIGHTS.accounts, searched: ["name"] },
  sites: { noun: "site", rights: RIGHTS.sites, searched: ["name", "hostname"] },
  zones: { noun: "zone", rights: RIGHTS.zones, searched: ["name", "size", "note"] },
  campaigns: { noun: "campaign", rights: RIGHTS.campaigns, searched: ["name"] },
};

/** Creatives belong to a campaign; those that its advertiser adds or changes need the network's approval. */
export const CREATIVE: Changeable = { noun: "creative", rights: RIGHTS.creatives };

/** Lists the accounts that an account manages: its own, and for a network those of its members. */
export function listManagedAccounts(viewer: Account, { data }: Catalogue): Set<number> {
  const below = data.accounts.filter(({ network }) => viewer.role === "network" && network === viewer.id);
  return new Set([viewer, ...below].map(({ id }) => id));
}

/**
 * Lists the zones in use on which campaigns of the account's network can run; for a publisher, only the publisher's own
 * zones.
 */
export function listReachableZones(viewer: Account, catalogue: Catalogue): Zone[] {
  const { data, sites, accounts } = catalogue;
  const isReachable = (site: number) => {
    const owner = accounts.get(sites.get(site)?.account ?? 0);
    if (!owner || viewer.role === "publisher") return owner?.id === viewer.id;
    return findNetwork(owner) === findNetwork(viewer);
  };
  return data.zones.filter(({ site, deleted }) => !deleted && isReachable(site));
}

/**
 * Whether an entry belongs to one of the accounts of `listManagedAccounts`. All other entries are treated as unknown.
 */
export function isManaged(
  kind: Kind,
  entry: Entry,
  accounts: ReadonlySet<number>,
  catalogue: Catalogue,
): boolean {
  if (kind === "accounts") return accounts.has(entry.id);
  const owner = kind === "zones" ? catalogue.sites.get(Number(entry.site))?.account : entry.account;
  return accounts.has(Number(owner));
}
