/** Finds contradictions between the lists of a catalogue. */

import { hasKey, listKeys } from "../../protocol/tables.ts";
import { TARGETING } from "../../protocol/targeting.ts";
import { quote } from "../../protocol/validation.ts";
import { flatMapSliced, forEachSliced, type Sliced } from "../runtime/slices.ts";
import type { ById } from "../values/byId.ts";
import { groupBy } from "../values/groupBy.ts";
import type { ListName } from "./document.ts";
import { type EntriesById, listChanged, type Placed } from "./entriesById.ts";
import { findNetwork } from "./networks.ts";
import type { FoundProblem, Keys } from "./problemPath.ts";
import { findRepeatedIds } from "./repeatedIds.ts";
import type { Account, CatalogueData } from "./schema.ts";

/**
 * Finds duplicate ids, references to missing entries and goals, and periods that end before they begin, with their
 * paths. Stops shortly after `maxProblems` missing references. `before`: an earlier catalogue without contradictions;
 * then only what a change can break is checked.
 */
export function* findContradictions(
  catalogue: EntriesById,
  before?: EntriesById,
  maxProblems = Number.POSITIVE_INFINITY,
): Sliced<FoundProblem[]> {
  const { data } = catalogue;
  const suspects = listSuspects(catalogue, before);
  return [
    ...(yield* findRepeatedIds(catalogue, before)),
    ...(data.accounts === before?.data.accounts ? [] : findRepeatedNames(data)),
    ...(yield* findLostReferences(catalogue, suspects, maxProblems)),
    ...(yield* findWrongOwners(catalogue, suspects)),
    ...findWrongNetworks(catalogue, suspects),
    ...findWrongGoals(suspects),
    ...findSuspendedNetworks(suspects),
    ...(yield* findWrongDays(suspects)),
  ];
}

/** Entries to check for contradictions, for each list whose entries reference others. */
type Suspects = { readonly [L in Referencing]: readonly Placed<CatalogueData[L][number]>[] };
type Referencing = Exclude<ListName, "categories" | "carriers" | "regions">;

/** Fields whose change can invalidate entries that reference the changed one. */
const RELATIONS: Readonly<Record<Referencing, readonly string[]>> = {
  accounts: ["role", "network"],
  sites: ["account"],
  zones: ["site"],
  offers: ["account"],
  offerLandingPages: ["offer"],
  campaigns: [],
};

/** Lists the changed entries; all entries when a changed entry differs in a field of `RELATIONS`. */
function listSuspects({ data }: EntriesById, before: EntriesById | undefined): Suspects {
  const listSince = (earlier?: CatalogueData): Suspects => ({
    accounts: listChanged(data.accounts, earlier?.accounts),
    sites: listChanged(data.sites, earlier?.sites),
    zones: listChanged(data.zones, earlier?.zones),
    offers: listChanged(data.offers, earlier?.offers),
    offerLandingPages: listChanged(data.offerLandingPages, earlier?.offerLandingPages),
    campaigns: listChanged(data.campaigns, earlier?.campaigns),
  });
  const changed = listSince(before?.data);
  const isRelated = (list: Referencing) =>
    changed[list].some(([, entry]) => {
      const earlier = before?.[list].get(entry.id);
      return (
        earlier && RELATIONS[list].some((field) => Reflect.get(earlier, field) !== Reflect.get(entry, field))
      );
    });
  return listKeys(RELATIONS).some(isRelated) ? listSince() : changed;
}

function findWrongDays({ campaigns }: Suspects): Sliced<FoundProblem[]> {
  return flatMapSliced(campaigns, ([at, { from, to }]) =>
    from && to && to < from ? [{ keys: ["campaigns", at, "to"], problem: { code: "days-order" } }] : [],
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
} as const;

type List = keyof typeof ENTRY;

/** Lists that targeting can reference. */
const TARGETED = listKeys(ENTRY).filter((list) => hasKey(TARGETING, list));

/** Lists that all networks share. */
const SHARED: readonly List[] = ["categories", "regions"];

/** Finds an entry's network; undefined for shared entries, and when the owner is missing or invalid. */
type FindNetwork = (id: number) => number | undefined;

function createNetworkFinders(catalogue: EntriesById): Record<List, FindNetwork> {
  const { accounts, sites, zones, offers, offerLandingPages } = catalogue;
  const isRight = ({ network }: Account) =>
    network === undefined || accounts.get(network)?.role === "network";
  const find = <E>(entries: ById<E>, id?: number) => (id === undefined ? undefined : entries.get(id));
  const ofAccount = (id?: number) => {
    const account = find(accounts, id);
    return account && isRight(account) ? findNetwork(account) : undefined;
  };
  const ofSite = (id?: number) => ofAccount(find(sites, id)?.account);
  const ofOffer = (id?: number) => ofAccount(find(offers, id)?.account);
  const shared = () => undefined;
  return {
    accounts: ofAccount,
    sites: ofSite,
    offers: ofOffer,
    categories: shared,
    regions: shared,
    zones: (id) => ofSite(zones.get(id)?.site),
    offerLandingPages: (id) => ofOffer(offerLandingPages.get(id)?.offer),
  };
}

function* findLostReferences(
  catalogue: EntriesById,
  suspects: Suspects,
  maxProblems: number,
): Sliced<FoundProblem[]> {
  const networks = createNetworkFinders(catalogue);
  const problems: FoundProblem[] = [];
  /**
   * `account`: owner of the referencing entry. Entries of another network are reported as missing, so that the message
   * does not reveal that they exist.
   */
  const expect = (keys: Keys, id: number | undefined, wanted: List, account?: number) => {
    if (id === undefined) return;
    const network = account === undefined ? undefined : networks.accounts(account);
    const owner = networks[wanted](id);
    const isForeign = network !== undefined && owner !== undefined && owner !== network;
    if (catalogue[wanted].has(id) && !isForeign) return;
    const isAnywhere = account === undefined || SHARED.includes(wanted);
    const code = isAnywhere ? "reference-missing" : "reference-missing-in-network";
    problems.push({ keys, problem: { code, what: ENTRY[wanted], id } });
  };
  const expectAll = (keys: Keys, ids: readonly number[], wanted: List, account?: number) => {
    for (const [at, id] of ids.entries()) {
      if (problems.length > maxProblems) return;
      expect([...keys, at], id, wanted, account);
    }
  };
  for (const [at, { network }] of suspects.accounts) expect(["accounts", at, "network"], network, "accounts");
  yield* forEachSliced(suspects.sites, ([at, { account, category, blockedAdvertisers }]) => {
    expect(["sites", at, "account"], account, "accounts");
    expect(["sites", at, "category"], category, "categories");
    expectAll(["sites", at, "blockedAdvertisers"], blockedAdvertisers, "accounts", account);
  });
  yield* forEachSliced(suspects.zones, ([at, { site }]) => expect(["zones", at, "site"], site, "sites"));
  yield* forEachSliced(suspects.offers, ([at, { account }]) =>
    expect(["offers", at, "account"], account, "accounts"),
  );
  yield* forEachSliced(suspects.offerLandingPages, ([at, { offer }]) =>
    expect(["offerLandingPages", at, "offer"], offer, "offers"),
  );
  yield* forEachSliced(suspects.campaigns, ([at, { account, offer, offerLandingPage, targeting }]) => {
    const path = ["campaigns", at];
    expect([...path, "account"], account, "accounts");
    expect([...path, "offer"], offer, "offers", account);
    expect([...path, "offerLandingPage"], offerLandingPage, "offerLandingPages", account);
    for (const each of TARGETED) expectAll([...path, "targeting", each], targeting[each], each, account);
  });
  return problems;
}

/** Finds campaigns of publishers: publishers pay nothing, so the cost of such a campaign would be in no report. */
function findWrongOwners({ accounts }: EntriesById, { campaigns }: Suspects): Sliced<FoundProblem[]> {
  return flatMapSliced(campaigns, ([at, { account }]) =>
    accounts.get(account)?.role === "publisher"
      ? [{ keys: ["campaigns", at, "account"], problem: { code: "publisher-campaign", id: account } }]
      : [],
  );
}

function findSuspendedNetworks({ accounts }: Suspects): FoundProblem[] {
  return accounts.flatMap(([at, { role, suspended }]) =>
    role === "network" && suspended
      ? [{ keys: ["accounts", at, "suspended"], problem: { code: "network-suspended" } }]
      : [],
  );
}

function findWrongNetworks({ accounts }: EntriesById, suspects: Suspects): FoundProblem[] {
  return suspects.accounts.flatMap(([at, { network }]) => {
    const role = network === undefined ? undefined : accounts.get(network)?.role;
    return role === undefined || role === "network"
      ? []
      : [{ keys: ["accounts", at, "network"], problem: { code: "not-a-network", id: network } }];
  });
}

/** Finds names and sources of goals that the account does not have, or that have another source already. */
function findWrongGoals({ accounts }: Suspects): FoundProblem[] {
  return accounts.flatMap(([at, { goals, goalNames = [], goalSources = [] }]) => [
    ...goalNames.slice(goals).map(
      (_, place): FoundProblem => ({
        keys: ["accounts", at, "goalNames", goals + place],
        problem: { code: "goal-unknown", goals },
      }),
    ),
    ...goalSources.flatMap(({ goal }, place): FoundProblem[] => {
      const keys = ["accounts", at, "goalSources", place, "goal"];
      if (goal > goals) return [{ keys, problem: { code: "goal-unknown", goals } }];
      const first = goalSources.findIndex((source) => source.goal === goal);
      return first < place ? [{ keys, problem: { code: "used-twice", value: goal } }] : [];
    }),
  ]);
}

/** Reports every account with a duplicate name, because any of them may be the account in the request. */
function findRepeatedNames({ accounts }: CatalogueData): FoundProblem[] {
  const holders = groupBy(accounts.keys(), (at) => accounts[at]?.username);
  holders.delete(undefined);
  return [...holders].flatMap(([username = "", places]) =>
    places.length < 2
      ? []
      : places.map((at) => ({
          keys: ["accounts", at, "username"],
          problem: { code: "used-twice", value: quote(username) },
        })),
  );
}
