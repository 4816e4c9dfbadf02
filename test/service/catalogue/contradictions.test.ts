import { expect, test } from "vitest";
import { readCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { findContradictions } from "../../../src/service/catalogue/contradictions.ts";
import type { CatalogueData } from "../../../src/service/catalogue/schema.ts";
import { runAtOnce } from "../../../src/service/values/slices.ts";
import { aCampaign, aCatalogueObject, aVariation } from "../support/catalogue.ts";

/** A catalogue in which everything refers to something. */
const WHOLE = {
  ...aCatalogueObject({
    campaigns: [
      aCampaign({
        id: 1,
        offer: 1,
        offerLandingPage: 1,
        from: "2026-01-01",
        to: "2026-01-01",
        targeting: { sites: [1, 2], zones: [1], categories: [2], regions: [7] },
      }),
    ],
    site: { blockedAdvertisers: [2] },
  }),
  carriers: [{ id: 1, name: "Carrier" }],
  offers: [{ id: 1, account: 2, name: "Offer" }],
  offerLandingPages: [{ id: 1, offer: 1, name: "Page" }],
};

/** Changes what was read, as nothing that was checked could be. */
function contradict(change: (data: CatalogueData) => unknown): string[] {
  const { data } = readCatalogue(WHOLE);
  const copy = structuredClone(data);
  change(copy);
  return runAtOnce(findContradictions(copy));
}

/** The entry that each list begins with. */
function first<T>([entry]: readonly T[]): T {
  if (!entry) throw new Error("The list is empty.");
  return entry;
}

test("a catalogue with valid references has no contradictions", () => {
  expect(contradict(() => {})).toEqual([]);
});

type Change = (data: CatalogueData) => unknown;
/** Sets fields of the first entry of a list. */
const set =
  (
    list: "accounts" | "sites" | "zones" | "offers" | "offerLandingPages" | "campaigns",
    fields: object,
  ): Change =>
  (data) =>
    Object.assign(first<object>(data[list]), fields);
const target =
  (list: "sites" | "zones" | "categories" | "regions", id: number): Change =>
  ({ campaigns }) =>
    first(campaigns).targeting[list].push(id);

test.each<[string, Change]>([
  ["accounts[0].network: no account has the id 9", set("accounts", { network: 9 })],
  ["sites[0].account: no account has the id 9", set("sites", { account: 9 })],
  ["sites[0].category: no category has the id 9", set("sites", { category: 9 })],
  [
    "sites[0].blockedAdvertisers[0]: no account of its network has the id 9",
    set("sites", { blockedAdvertisers: [9] }),
  ],
  ["zones[0].site: no site has the id 9", set("zones", { site: 9 })],
  ["offers[0].account: no account has the id 9", set("offers", { account: 9 })],
  ["offerLandingPages[0].offer: no offer has the id 9", set("offerLandingPages", { offer: 9 })],
  ["campaigns[0].account: no account has the id 9", set("campaigns", { account: 9 })],
  ["campaigns[0].offer: no offer of its network has the id 9", set("campaigns", { offer: 9 })],
  [
    "campaigns[0].offerLandingPage: no landing page of its network has the id 9",
    set("campaigns", { offerLandingPage: 9 }),
  ],
  ["campaigns[0].targeting.sites[2]: no site of its network has the id 9", target("sites", 9)],
  ["campaigns[0].targeting.zones[1]: no zone of its network has the id 99", target("zones", 99)],
  ["campaigns[0].targeting.categories[1]: no category has the id 9", target("categories", 9)],
  ["campaigns[0].targeting.regions[1]: no region has the id 9", target("regions", 9)],
  [
    "campaigns[0].account: 1 is a publisher, and campaigns belong to advertisers",
    set("campaigns", { account: 1 }),
  ],
  [
    "accounts[1].network: 1 is no account of the role network",
    ({ accounts }) => Object.assign(accounts[1] ?? {}, { network: 1 }),
  ],
  ["campaigns[0].to: expected a day not before from, 2026-01-01", set("campaigns", { to: "2025-12-31" })],
  [
    "campaigns[0].variations[1].id: 1 is used twice",
    ({ campaigns: [campaign] }) => campaign?.variations.push(first(campaign.variations)),
  ],
])("%s", (problem, change) => {
  expect(contradict(change)).toEqual([problem]);
});

/** Networks 4 and 5; all that campaign 1 refers to is moved from the first to the other. */
const NETWORKS = [4, 5].map((id) => ({ id, name: "Network", role: "network" }));
const move = ({ accounts }: CatalogueData, roles: readonly string[], network: number) => {
  for (const account of accounts) if (roles.includes(account.role)) account.network = network;
};

test("campaigns and sites can reference only entries of their network", () => {
  const { data } = readCatalogue({
    ...WHOLE,
    accounts: [...readCatalogue(WHOLE).data.accounts, ...NETWORKS],
  });
  move(data, ["publisher", "advertiser"], 4);
  expect(runAtOnce(findContradictions(data))).toEqual([]);
  move(data, ["publisher"], 5);
  expect(runAtOnce(findContradictions(data))).toEqual([
    "sites[0].blockedAdvertisers[0]: no account of its network has the id 2",
    ...[1, 2].map((id, at) => `campaigns[0].targeting.sites[${at}]: no site of its network has the id ${id}`),
    "campaigns[0].targeting.zones[0]: no zone of its network has the id 1",
  ]);
  // Another advertiser's offer, in another network.
  data.accounts.push({ ...first(data.accounts), id: 3, role: "advertiser", network: 5 });
  Object.assign(first(data.offers), { account: 3 });
  expect(runAtOnce(findContradictions(data)).slice(1, 3)).toEqual([
    "campaigns[0].offer: no offer of its network has the id 1",
    "campaigns[0].offerLandingPage: no landing page of its network has the id 1",
  ]);
});

test.each([
  ...(["accounts", "sites", "zones", "campaigns", "categories", "carriers", "regions"] as const),
  ...(["offers", "offerLandingPages"] as const),
])("a duplicate id in %s is reported with its path", (list) => {
  const { data } = readCatalogue(WHOLE);
  const entries = [...data[list], { ...first<object>(data[list]), variations: [], username: undefined }];
  const { length } = data[list];
  expect(runAtOnce(findContradictions({ ...data, [list]: entries }))).toEqual([
    `${list}[${length}].id: ${first<{ id: number }>(data[list]).id} is used twice`,
  ]);
});

test("a user name belongs to one account, and many accounts may have none", () => {
  const name = (data: CatalogueData, ...names: (string | undefined)[]) => {
    for (const [at, username] of names.entries()) Object.assign(data.accounts[at] ?? {}, { username });
  };
  expect(contradict((data) => name(data, "ann", "ben"))).toEqual([]);
  expect(contradict((data) => name(data, "ann", "ann"))).toEqual([
    'accounts[0].username: "ann" is used twice',
    'accounts[1].username: "ann" is used twice',
  ]);
});

test("a creative's id belongs to one campaign", () => {
  const campaigns = [aCampaign({ id: 1 }), aCampaign({ id: 2, variations: [aVariation(3), aVariation(1)] })];
  expect(() => readCatalogue(aCatalogueObject({ campaigns }))).toThrow(
    "campaigns[1].variations[1].id: 1 is used twice",
  );
});

test("a campaign may begin and end with any day of its own, or with none", () => {
  for (const period of [
    { from: "2026-01-02" },
    { to: "2026-01-02" },
    { from: "2026-01-01", to: "2026-01-02" },
  ])
    expect(() =>
      readCatalogue(aCatalogueObject({ campaigns: [aCampaign({ id: 1, ...period })] })),
    ).not.toThrow();
});
