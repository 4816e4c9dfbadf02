/** What the lists of a catalogue contradict each other in. */

import { listKeys } from "../../protocol/tables.ts";
import type { CatalogueData } from "./schema.ts";

/** Ids that occur twice, ids that lead nowhere, periods that end before they begin; each with its path. */
export function findContradictions(data: CatalogueData): string[] {
  return [
    ...LISTS.flatMap((list) => findRepeated(list, data[list])),
    ...findRepeatedNames(data),
    ...findRepeatedVariations(data),
    ...findLostReferences(data),
    ...findWrongOwners(data),
    ...data.campaigns.flatMap(({ from, to }, at) =>
      from && to && to < from ? [`campaigns[${at}].to: expected a day not before from, ${from}`] : [],
    ),
  ];
}

const LISTS = [
  ...(["accounts", "sites", "zones", "campaigns", "categories", "carriers", "regions"] as const),
  ...(["offers", "offerLandingPages"] as const),
];

/** What messages call an entry of each list. */
const ENTRY = {
  ...{ accounts: "account", sites: "site", zones: "zone", categories: "category", regions: "region" },
  ...{ offers: "offer", offerLandingPages: "landing page" },
};

function findLostReferences(data: CatalogueData): string[] {
  const lists = listKeys(ENTRY);
  const ids = new Map(lists.map((list) => [list, new Set(data[list].map(({ id }) => id))]));
  const problems: string[] = [];
  const expect = (path: string, id: number | undefined, list: keyof typeof ENTRY) => {
    if (id !== undefined && !ids.get(list)?.has(id))
      problems.push(`${path}: no ${ENTRY[list]} has the id ${id}`);
  };
  const expectAll = (path: string, wanted: readonly number[], list: keyof typeof ENTRY) => {
    for (const [at, id] of wanted.entries()) expect(`${path}[${at}]`, id, list);
  };
  for (const [at, { network }] of data.accounts.entries())
    expect(`accounts[${at}].network`, network, "accounts");
  for (const [at, { account, category, blockedAdvertisers }] of data.sites.entries()) {
    expect(`sites[${at}].account`, account, "accounts");
    expect(`sites[${at}].category`, category, "categories");
    expectAll(`sites[${at}].blockedAdvertisers`, blockedAdvertisers, "accounts");
  }
  for (const [at, { site }] of data.zones.entries()) expect(`zones[${at}].site`, site, "sites");
  for (const [at, { account }] of data.offers.entries()) expect(`offers[${at}].account`, account, "accounts");
  for (const [at, { offer }] of data.offerLandingPages.entries())
    expect(`offerLandingPages[${at}].offer`, offer, "offers");
  for (const [at, { account, offer, offerLandingPage, targeting }] of data.campaigns.entries()) {
    const path = `campaigns[${at}]`;
    expect(`${path}.account`, account, "accounts");
    expect(`${path}.offer`, offer, "offers");
    expect(`${path}.offerLandingPage`, offerLandingPage, "offerLandingPages");
    for (const list of ["sites", "zones", "categories", "regions"] as const)
      expectAll(`${path}.targeting.${list}`, targeting[list], list);
  }
  return problems;
}

/** A publisher pays for nothing: what its campaigns cost would be shown to nobody. */
function findWrongOwners({ accounts, campaigns }: CatalogueData): string[] {
  const publishers = new Set(accounts.filter(({ role }) => role === "publisher").map(({ id }) => id));
  return campaigns.flatMap(({ account }, at) =>
    publishers.has(account)
      ? [`campaigns[${at}].account: ${account} is a publisher, and campaigns belong to advertisers`]
      : [],
  );
}

function findRepeated(list: string, entries: readonly { id: number }[]): string[] {
  const seen = new Set<number>();
  return entries.flatMap(({ id }, at) => {
    if (seen.has(id)) return [`${list}[${at}].id: ${id} is used twice`];
    seen.add(id);
    return [];
  });
}

function findRepeatedNames({ accounts }: CatalogueData): string[] {
  const seen = new Set<string>();
  return accounts.flatMap(({ username }, at) => {
    if (username === undefined) return [];
    if (seen.has(username)) return [`accounts[${at}].username: ${JSON.stringify(username)} is used twice`];
    seen.add(username);
    return [];
  });
}

function findRepeatedVariations({ campaigns }: CatalogueData): string[] {
  const seen = new Set<number>();
  return campaigns.flatMap(({ variations }, campaign) =>
    variations.flatMap(({ id }, at) => {
      if (seen.has(id)) return [`campaigns[${campaign}].variations[${at}].id: ${id} is used twice`];
      seen.add(id);
      return [];
    }),
  );
}
