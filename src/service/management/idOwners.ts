/**
 * Finds ids in a catalogue's file that belonged to another account or site before: their new owner would see the
 * statistics of the earlier one.
 */
import { type CatalogueDocument, type Entry, listVariations } from "../catalogue/document.ts";
import type { Dimension } from "../facts/factTable.ts";
import { type Facts, sumFacts } from "../facts/sumFacts.ts";

/** Ids per lookup. */
const LOOKED_UP = 2000;
const TIMEOUT = 60_000;
const ALL_TIME = { from: 0, until: Date.UTC(2100, 0, 1) };

/** Known ids and their owners. */
interface KnownIds {
  facts?: Facts | undefined;
  /** The live catalogue. */
  document?: CatalogueDocument | undefined;
}

/** An id with its owner. */
interface Owned {
  /** Path of the field that names the owner. */
  path: string;
  id: number;
  owner: number;
}

/** Kind of entries with an owner, and the fact columns with the ids of both. */
interface OwnedKind {
  noun: string;
  ownerNoun: string;
  columns: readonly [Dimension, Dimension];
  list(document: CatalogueDocument): Owned[];
}

const KINDS: readonly OwnedKind[] = [
  {
    noun: "site",
    ownerNoun: "account",
    columns: ["site_id", "publisher_id"],
    list: ({ sites }) => sites.map((entry, at) => toOwned(entry, `sites[${at}]`, "account")),
  },
  {
    noun: "zone",
    ownerNoun: "site",
    columns: ["zone_id", "site_id"],
    list: ({ zones }) => zones.map((entry, at) => toOwned(entry, `zones[${at}]`, "site")),
  },
  {
    noun: "campaign",
    ownerNoun: "account",
    columns: ["campaign_id", "advertiser_id"],
    list: ({ campaigns }) => campaigns.map((entry, at) => toOwned(entry, `campaigns[${at}]`, "account")),
  },
  {
    noun: "creative",
    ownerNoun: "campaign",
    columns: ["variation_id", "campaign_id"],
    list: ({ campaigns }) =>
      campaigns.flatMap((campaign, at) =>
        listVariations(campaign).map(({ id }, place) => {
          return { path: `campaigns[${at}].variations[${place}].id`, id, owner: campaign.id };
        }),
      ),
  },
];

/** Fact columns with the accounts of each role. */
const ROLES = { advertiser: "advertiser_id", publisher: "publisher_id" } as const;

/**
 * Warns of ids that belonged to another owner, one line each with the path in the file: `zones[3].site: warning: zone 7
 * has statistics of site 2`.
 */
export async function warnOfOwners(
  file: CatalogueDocument,
  { facts, document }: KnownIds,
): Promise<string[]> {
  const warnings: string[] = [];
  const signal = AbortSignal.timeout(TIMEOUT);
  for (const { noun, ownerNoun, columns, list } of KINDS) {
    const owned = list(file);
    const counted = facts ? await queryOwners(facts, columns, listIds(owned), signal) : new Map();
    const known = new Map(document && list(document).map(({ id, owner }) => [id, owner]));
    for (const { path, id, owner } of owned) {
      const owners: ReadonlySet<number> = counted.get(id) ?? new Set();
      const [other] = owners;
      if (other !== undefined && !owners.has(owner))
        warnings.push(`${path}: warning: ${noun} ${id} has statistics of ${ownerNoun} ${other}`);
      else if ((known.get(id) ?? owner) !== owner)
        warnings.push(`${path}: warning: ${noun} ${id} belongs to ${ownerNoun} ${known.get(id)} so far`);
    }
  }
  return facts ? [...(await warnOfRoles(file, facts, signal)), ...warnings] : warnings;
}

async function warnOfRoles(
  { accounts }: CatalogueDocument,
  facts: Facts,
  signal: AbortSignal,
): Promise<string[]> {
  const warnings: string[] = [];
  for (const [role, column] of Object.entries(ROLES)) {
    const counted = await queryOwners(facts, [column, column], listIds(accounts), signal);
    for (const [at, account] of accounts.entries())
      if (account.role !== role && counted.has(account.id))
        warnings.push(`accounts[${at}].role: warning: account ${account.id} has statistics as ${role}`);
  }
  return warnings;
}

/** Reads the owners of ids that have facts. */
async function queryOwners(
  facts: Facts,
  [id, owner]: readonly [Dimension, Dimension],
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Map<number, Set<number>>> {
  const owners = new Map<number, Set<number>>();
  for (let at = 0; at < ids.length; at += LOOKED_UP) {
    const conditions = [{ value: { column: id }, within: ids.slice(at, at + LOOKED_UP) }];
    const groups = [{ column: id }, { column: owner }];
    const query = { ...ALL_TIME, conditions, groups, counters: ["ad_requests"] as const };
    for (const [found, its] of await sumFacts(facts, query, signal)) {
      // Imports may lack the owner.
      if (!(Number(its) > 0)) continue;
      const known = owners.get(Number(found)) ?? new Set();
      owners.set(Number(found), known.add(Number(its)));
    }
  }
  return owners;
}

function toOwned(entry: Entry, path: string, field: string): Owned {
  return { path: `${path}.${field}`, id: entry.id, owner: Number(entry[field]) };
}

function listIds(entries: readonly { id: number }[]): number[] {
  return entries.map(({ id }) => id);
}
