import { expect, test } from "vitest";
import { changeCatalogue, parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { findContradictions } from "../../../src/service/catalogue/contradictions.ts";
import { LISTS } from "../../../src/service/catalogue/document.ts";
import { indexById } from "../../../src/service/catalogue/entriesById.ts";
import { formatProblem } from "../../../src/service/catalogue/problemPath.ts";
import type { CatalogueData } from "../../../src/service/catalogue/schema.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { aCampaign, aCatalogueObject, aVariation } from "../support/catalogue.ts";

/** A catalogue that uses every kind of reference. */
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

/**
 * Finds the contradictions in a changed catalogue. Checking only the changed entries must find the same ones.
 */
function contradict(change: (data: CatalogueData) => unknown, whole: object = WHOLE): string[] {
  const before = parseCatalogue(whole);
  const data = structuredClone(before.data);
  change(data);
  for (const list of LISTS) keepUnchanged<unknown>(data[list], before.data[list]);
  const after = runAtOnce(indexById(data));
  const found = runAtOnce(findContradictions(after));
  expect(runAtOnce(findContradictions(after, before))).toEqual(found);
  return found.map(formatProblem);
}

function keepUnchanged<E>(entries: E[], before: readonly E[]): void {
  for (const [at, entry] of before.entries())
    if (JSON.stringify(entry) === JSON.stringify(entries[at])) entries[at] = entry;
}

/** Returns the first entry of a list. */
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
  [
    "accounts[0].goalNames[1]: expected a goal of the account, from 1 to 1",
    set("accounts", { goals: 1, goalNames: ["Order", "Sign-up"] }),
  ],
  [
    "accounts[0].goalSources[0].goal: the account has no goals",
    set("accounts", { goals: 0, goalSources: [{ goal: 1, source: "import" }] }),
  ],
  [
    "accounts[0].goalSources[1].goal: expected a goal of the account, from 1 to 2",
    set("accounts", {
      goals: 2,
      goalSources: [
        { goal: 2, source: "import" },
        { goal: 3, source: "report", from: "2026-12-01" },
      ],
    }),
  ],
  [
    "accounts[0].goalSources[1].goal: 2 is used twice",
    set("accounts", {
      goals: 2,
      goalSources: [
        { goal: 2, source: "import" },
        { goal: 2, source: "report", from: "2026-12-01" },
      ],
    }),
  ],
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
    "campaigns[0].account: 2 is a publisher, and campaigns belong to advertisers",
    ({ accounts }) => Object.assign(accounts[1] ?? {}, { role: "publisher" }),
  ],
  [
    "accounts[1].network: 1 is no account of the role network",
    ({ accounts }) => Object.assign(accounts[1] ?? {}, { network: 1 }),
  ],
  ["campaigns[0].to: the last day is before the first", set("campaigns", { to: "2025-12-31" })],
  [
    "campaigns[0].variations[1].id: 1 is used twice",
    ({ campaigns: [campaign] }) => campaign?.variations.push(first(campaign.variations)),
  ],
])("a contradiction is found: %s", (problem, change) => {
  expect(contradict(change)).toEqual([problem]);
});

/** Networks 4 and 5; the tests move entries that campaign 1 references from 4 to 5. */
const NETWORKS = [4, 5].map((id) => ({ id, name: "Network", role: "network" }));
const move = ({ accounts }: CatalogueData, roles: readonly string[], network?: number) => {
  for (const account of accounts) if (roles.includes(account.role)) account.network = network;
};

/** All accounts belong to network 4; network 5 is empty. */
const IN_NETWORKS = (() => {
  const { accounts, ...lists } = parseCatalogue(WHOLE).data;
  const members = accounts.map((account) => ({ ...account, network: 4 }));
  return { ...lists, accounts: [...members, ...NETWORKS] };
})();

test("campaigns and sites can reference only entries of their network", () => {
  expect(contradict(() => {}, IN_NETWORKS)).toEqual([]);
  for (const [role, network] of [
    ["publisher", 5],
    ["publisher", undefined],
    ["advertiser", undefined],
  ] as const)
    expect(contradict((data) => move(data, [role], network), IN_NETWORKS)).toEqual([
      "sites[0].blockedAdvertisers[0]: no account of its network has the id 2",
      ...[1, 2].map(
        (id, at) => `campaigns[0].targeting.sites[${at}]: no site of its network has the id ${id}`,
      ),
      "campaigns[0].targeting.zones[0]: no zone of its network has the id 1",
    ]);
});

test.each<[string, Change, string[]]>([
  [
    "offers",
    ({ offers }) => Object.assign(first<object>(offers), { account: 3 }),
    [
      "offer: no offer of its network has the id 1",
      "offerLandingPage: no landing page of its network has the id 1",
    ],
  ],
  [
    "offerLandingPages",
    ({ offerLandingPages }) => Object.assign(first<object>(offerLandingPages), { offer: 2 }),
    ["offerLandingPage: no landing page of its network has the id 1"],
  ],
  [
    "sites",
    ({ sites }) => Object.assign(first<object>(sites), { account: 6, blockedAdvertisers: [] }),
    [
      "targeting.sites[0]: no site of its network has the id 1",
      "targeting.zones[0]: no zone of its network has the id 1",
    ],
  ],
  [
    "zones",
    ({ zones }) => Object.assign(first<object>(zones), { site: 3 }),
    ["targeting.zones[0]: no zone of its network has the id 1"],
  ],
])(
  "moving entries of %s to another network contradicts the campaigns that reference them",
  (_list, change, problems) => {
    const [account, site, offer] = [IN_NETWORKS.accounts, IN_NETWORKS.sites, IN_NETWORKS.offers].map((list) =>
      first<object>(list),
    );
    const whole = {
      ...IN_NETWORKS,
      accounts: [
        ...IN_NETWORKS.accounts,
        { ...account, id: 3, role: "advertiser", network: 5 },
        { ...account, id: 6, role: "publisher", network: 5 },
      ],
      sites: [...IN_NETWORKS.sites, { ...site, id: 3, account: 6, blockedAdvertisers: [] }],
      offers: [...IN_NETWORKS.offers, { ...offer, id: 2, account: 3 }],
    };
    expect(contradict(change, whole)).toEqual(problems.map((problem) => `campaigns[0].${problem}`));
  },
);

test.each([
  ...(["accounts", "sites", "zones", "campaigns", "categories", "carriers", "regions"] as const),
  ...(["offers", "offerLandingPages"] as const),
])("a duplicate id in %s is reported with its path", (list) => {
  const entries: readonly { id: number }[] = parseCatalogue(WHOLE).data[list];
  const { id } = first(entries);
  const repeated = [...entries, { ...first(entries), variations: [], username: undefined }];
  const wrong = runAtOnce(indexById({ ...parseCatalogue(WHOLE).data, [list]: repeated }));
  expect(runAtOnce(findContradictions(wrong)).map(formatProblem)).toEqual([
    `${list}[${entries.length}].id: ${id} is used twice`,
  ]);
});

test("two accounts with the same user name are a contradiction, accounts without one are not", () => {
  const name = (data: CatalogueData, ...names: (string | undefined)[]) => {
    for (const [at, username] of names.entries()) Object.assign(data.accounts[at] ?? {}, { username });
  };
  expect(contradict((data) => name(data, "ann", "ben"))).toEqual([]);
  expect(contradict((data) => name(data, "ann", "ann"))).toEqual([
    'accounts[0].username: "ann" is used twice',
    'accounts[1].username: "ann" is used twice',
  ]);
});

test.each<[title: string, creatives: [first: number[], second: number[]], problems: string[]]>([
  [
    "repeated in a later campaign is reported",
    [[1], [3, 1]],
    ["campaigns[1].variations[1].id: 1 is used twice"],
  ],
  ["repeated in one campaign is reported", [[1, 1], [3]], ["campaigns[0].variations[1].id: 1 is used twice"]],
  [
    "repeated in an earlier campaign is reported",
    [[1, 2], [2]],
    ["campaigns[1].variations[0].id: 2 is used twice"],
  ],
  [
    "that is new in two campaigns is reported",
    [[5], [5]],
    ["campaigns[1].variations[0].id: 5 is used twice"],
  ],
  ["may move to another campaign", [[], [2, 1]], []],
  ["may be exchanged with the id in another campaign", [[2], [1]], []],
])("a creative's id %s", (_, creatives, problems) => {
  const create = (ids: readonly number[]) => ids.map((id) => aVariation(id));
  const campaigns = [1, 2].map((id) => aCampaign({ id, variations: create([id]) }));
  const change = ({ campaigns }: CatalogueData) => {
    for (const [at, campaign] of campaigns.entries()) {
      const ids = creatives[at] ?? [];
      if (String(ids) !== String(campaign.id)) Object.assign(campaign, { variations: create(ids) });
    }
  };
  expect(contradict(change, aCatalogueObject({ campaigns }))).toEqual(problems);
});

test("a campaign may have a first day, a last day or both", () => {
  for (const period of [
    { from: "2026-01-02" },
    { to: "2026-01-02" },
    { from: "2026-01-01", to: "2026-01-02" },
  ])
    expect(() =>
      parseCatalogue(aCatalogueObject({ campaigns: [aCampaign({ id: 1, ...period })] })),
    ).not.toThrow();
});

test("a changed campaign is checked without reading the ids and references of other campaigns", () => {
  const campaigns = [1, 2].map((id) => aCampaign({ id, variations: [aVariation(id)] }));
  const before = parseCatalogue(aCatalogueObject({ campaigns }));
  const other = before.data.campaigns[1] ?? {};
  const refuse = () => {
    throw new Error("looked at");
  };
  for (const field of ["id", "variations", "targeting"]) Object.defineProperty(other, field, { get: refuse });
  const variations = [aVariation(1), aVariation(9)];
  const put = { list: "campaigns", entry: { ...campaigns[0], id: 1, variations } } as const;
  const after = runAtOnce(changeCatalogue(before, [put], []));
  expect(after.campaigns.get(1)?.variations).toHaveLength(2);
  expect(after.variations.get(9)?.campaign.id).toBe(1);
});
