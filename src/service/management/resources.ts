/** What can be managed, and by whom: each kind of entry of the catalogue, and its owner. */
import { RIGHTS, type RightsByKind } from "../../protocol/management.ts";
import type { Account, Catalogue, Zone } from "../catalogue/catalogue.ts";

/** Lists of the catalogue, which are also the last segments of their addresses. */
export const KINDS = ["accounts", "sites", "zones", "campaigns"] as const;
export type Kind = (typeof KINDS)[number];

/** What is changed, and by whom. */
export interface Changeable {
  /** For messages. */
  noun: string;
  rights: RightsByKind;
}

export interface Resource extends Changeable {
  /** Fields whose text a search looks into, beside the id. */
  searched: readonly string[];
}

export const RESOURCES: Record<Kind, Resource> = {
  accounts: { noun: "account", rights: RIGHTS.accounts, searched: ["name", "username"] },
  sites: { noun: "site", rights: RIGHTS.sites, searched: ["name", "hostname"] },
  zones: { noun: "zone", rights: RIGHTS.zones, searched: ["name", "size"] },
  campaigns: { noun: "campaign", rights: RIGHTS.campaigns, searched: ["name"] },
};

/** Creatives belong to a campaign; one that its advertiser adds or changes waits for the network's approval. */
export const CREATIVE: Changeable = { noun: "creative", rights: RIGHTS.creatives };

/** The accounts that an account manages: its own, and as a network those below it. */
export function listManagedAccounts(viewer: Account, { data }: Catalogue): Set<number> {
  const below = data.accounts.filter(({ network }) => viewer.role === "network" && network === viewer.id);
  return new Set([viewer, ...below].map(({ id }) => id));
}

/**
 * Zones that are served and that campaigns of an account may come to: those of its network, or of everybody where it has
 * none; of a publisher its own.
 */
export function listReachableZones(viewer: Account, catalogue: Catalogue): Zone[] {
  const { data, sites, accounts } = catalogue;
  const own = listManagedAccounts(viewer, catalogue);
  const isReachable = (owner: number) => {
    if (viewer.role !== "advertiser") return own.has(owner);
    return viewer.network === undefined || accounts.get(owner)?.network === viewer.network;
  };
  return data.zones.filter(({ site, deleted }) => !deleted && isReachable(sites.get(site)?.account ?? 0));
}

/**
 * Whether an entry is one of the accounts', as `listManagedAccounts` gives them. What is another's is answered as if it did
 * not exist.
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

/** An entry of one of the catalogue's lists. */
export interface Entry {
  id: number;
  [field: string]: unknown;
}
