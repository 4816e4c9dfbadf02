/** Finds contradictions between the lists of a catalogue. */

import { hasKey, listKeys } from "../../protocol/tables.ts";
import { TARGETING } from "../../protocol/targeting.ts";
import { quote } from "../../protocol/validation.ts";
import { groupBy } from "../values/groupBy.ts";
import { flatMapSliced, forEachSliced, mapByIdSliced, type Sliced } from "../values/slices.ts";
import { LISTS } from "./document.ts";
import { findNetwork } from "./networks.ts";
import type { Account, CatalogueData } from "./schema.ts";

/**
 * Finds duplicate ids, references to missing entries, and periods that end before they begin, with their paths. Stops
 * shortly after `maxProblems` missing references.
 */
export function* findContradictions(
  data: CatalogueData,
  maxProblems = Number.POSITIVE_INFINITY,
): Sliced<string[]> {
  const repeated: string[][] = [];
  for (const list of LISTS) repeated.push(yield* findRepeated(list, data[list]));
  return [
    ...repeated.flat(),
    ...findRepeatedNames(data),
    ...(yield* findRepeatedVariations(data)),
    ...(yield* findLostReferences(data, maxProblems)),
    ...(yield* findWrongOwners(data)),
    ...findWrongNetworks(data),
    ...(yield* findWrongDays(data)),
  ];
}

function findWrongDays({ campaigns }: CatalogueData): Sliced<string[]> {
  return flatMapSliced(campaigns, ({ from, to }, at) =>
    from && to && to < from ? [`campaigns[${at}].to: expected a day not before from, ${from}`] : [],
  );
}

/** Nouns for the entries of each list, for messages. */
const ENTRY = {
  accounts: "account",
  sites: "site",
  zones: "zone",
  categories: "category",
  regions: "region",
  offers: "offer",
  offerLandingPages: "landing page",
};

type List = keyof typeof ENTRY;

/** Lists that targeting can reference. */
const TARGETED = listKeys(ENTRY).filter((list) => hasKey(TARGETING, list));

/** Lists that all networks share. */
const SHARED: readonly List[] = ["categories", "regions"];

/** Networks of the entries by id, for each list; undefined for shared entries and for those with a wrong owner. */
type NetworksById = Record<List, ReadonlyMap<number, number | undefined>>;

function* listNetworks(data: CatalogueData): Sliced<NetworksById> {
  const shared = (entries: readonly { id: number }[]) => mapByIdSliced(entries, () => undefined);
  const networks = new Set(data.accounts.filter(({ role }) => role === "network").map(({ id }) => id));
  const isRight = ({ network }: Account) => network === undefined || networks.has(network);
  const accounts = yield* mapByIdSliced(data.accounts, (account) =>
    isRight(account) ? findNetwork(account) : undefined,
  );
  const owned = (entries: readonly { id: number; account: number }[]) =>
    mapByIdSliced(entries, ({ account }) => accounts.get(account));
  const sites = yield* owned(data.sites);
  const offers = yield* owned(data.offers);
  return {
    accounts,
    sites,
    offers,
    categories: yield* shared(data.categories),
    regions: yield* shared(data.regions),
    zones: yield* mapByIdSliced(data.zones, ({ site }) => sites.get(site)),
    offerLandingPages: yield* mapByIdSliced(data.offerLandingPages, ({ offer }) => offers.get(offer)),
  };
}

function* findLostReferences(data: CatalogueData, maxProblems: number): Sliced<string[]> {
  const networks = yield* listNetworks(data);
  const problems: string[] = [];
  /**
   * `account`: owner of the referencing entry. Entries of another network get the message of missing ones, which
   * reveals nothing.
   */
  const expect = (path: string, id: number | undefined, list: List, account?: number) => {
    if (id === undefined) return;
    const network = account === undefined ? undefined : networks.accounts.get(account);
    const owner = networks[list].get(id);
    const isForeign = network !== undefined && owner !== undefined && owner !== network;
    if (networks[list].has(id) && !isForeign) return;
    const whose = account === undefined || SHARED.includes(list) ? "" : " of its network";
    problems.push(`${path}: no ${ENTRY[list]}${whose} has the id ${id}`);
  };
  const expectAll = (path: string, wanted: readonly number[], list: List, account?: number) => {
    for (const [at, id] of wanted.entries()) {
      if (problems.length > maxProblems) return;
      expect(`${path}[${at}]`, id, list, account);
    }
  };
  for (const [at, { network }] of data.accounts.entries())
    expect(`accounts[${at}].network`, network, "accounts");
  yield* forEachSliced(data.sites, ({ account, category, blockedAdvertisers }, at) => {
    expect(`sites[${at}].account`, account, "accounts");
    expect(`sites[${at}].category`, category, "categories");
    expectAll(`sites[${at}].blockedAdvertisers`, blockedAdvertisers, "accounts", account);
  });
  yield* forEachSliced(data.zones, ({ site }, at) => expect(`zones[${at}].site`, site, "sites"));
  yield* forEachSliced(data.offers, ({ account }, at) =>
    expect(`offers[${at}].account`, account, "accounts"),
  );
  yield* forEachSliced(data.offerLandingPages, ({ offer }, at) =>
    expect(`offerLandingPages[${at}].offer`, offer, "offers"),
  );
  yield* forEachSliced(data.campaigns, ({ account, offer, offerLandingPage, targeting }, at) => {
    const path = `campaigns[${at}]`;
    expect(`${path}.account`, account, "accounts");
    expect(`${path}.offer`, offer, "offers", account);
    expect(`${path}.offerLandingPage`, offerLandingPage, "offerLandingPages", account);
    for (const list of TARGETED)
      if (targeting[list].length > 0) expectAll(`${path}.targeting.${list}`, targeting[list], list, account);
  });
  return problems;
}

/** Refuses campaigns of publishers: publishers pay nothing, so their cost would be in no report. */
function findWrongOwners({ accounts, campaigns }: CatalogueData): Sliced<string[]> {
  const publishers = new Set(accounts.filter(({ role }) => role === "publisher").map(({ id }) => id));
  return flatMapSliced(campaigns, ({ account }, at) =>
    publishers.has(account)
      ? [`campaigns[${at}].account: ${account} is a publisher, and campaigns belong to advertisers`]
      : [],
  );
}

function findWrongNetworks({ accounts }: CatalogueData): string[] {
  const others = new Set(accounts.filter(({ role }) => role !== "network").map(({ id }) => id));
  return accounts.flatMap(({ network }, at) =>
    network !== undefined && others.has(network)
      ? [`accounts[${at}].network: ${network} is no account of the role network`]
      : [],
  );
}

function findRepeated(list: string, entries: readonly { id: number }[]): Sliced<string[]> {
  const seen = new Set<number>();
  return flatMapSliced(entries, ({ id }, at) => {
    if (seen.has(id)) return [`${list}[${at}].id: ${id} is used twice`];
    seen.add(id);
    return [];
  });
}

/** Reports each account with a duplicate name, so that the sent one is included whichever comes first. */
function findRepeatedNames({ accounts }: CatalogueData): string[] {
  const holders = groupBy(accounts.keys(), (at) => accounts[at]?.username);
  holders.delete(undefined);
  return [...holders].flatMap(([username = "", places]) =>
    places.length < 2
      ? []
      : places.map((at) => `accounts[${at}].username: ${JSON.stringify(quote(username))} is used twice`),
  );
}

function findRepeatedVariations({ campaigns }: CatalogueData): Sliced<string[]> {
  const seen = new Set<number>();
  return flatMapSliced(campaigns, ({ variations }, campaign) =>
    variations.flatMap(({ id }, at) => {
      if (seen.has(id)) return [`campaigns[${campaign}].variations[${at}].id: ${id} is used twice`];
      seen.add(id);
      return [];
    }),
  );
}
