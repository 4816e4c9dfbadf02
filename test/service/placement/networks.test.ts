/** Campaigns run only on zones of their own network. */
import { expect, test } from "vitest";
import { type Catalogue, parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { hasBit } from "../../../src/service/placement/bitSet.ts";
import { indexCampaigns } from "../../../src/service/placement/campaignIndex.ts";
import { findUnreachable } from "../../../src/service/placement/unreachable.ts";

/** Networks 1 and 2, and accounts without a network. Campaigns and zones use the ids of their accounts. */
const ACCOUNTS = [
  { id: 1, role: "network" },
  { id: 11, role: "publisher", network: 1 },
  { id: 12, role: "advertiser", network: 1 },
  { id: 2, role: "network" },
  { id: 21, role: "publisher", network: 2 },
  { id: 22, role: "advertiser", network: 2 },
  { id: 31, role: "publisher" },
  { id: 32, role: "advertiser" },
  { id: 33, role: "publisher" },
];
const listIds = (role: string) => ACCOUNTS.filter((account) => account.role === role).map(({ id }) => id);

function createCatalogue(owners: readonly number[], size = "300x250", suspended: readonly number[] = []) {
  return parseCatalogue({
    accounts: ACCOUNTS.map((account) => {
      return { name: "Account", ...account, suspended: suspended.includes(account.id) };
    }),
    sites: listIds("publisher").map((id) => ({ id, account: id, name: "Site", hostname: "site.example" })),
    zones: listIds("publisher").map((id) => ({ id, site: id, name: "Zone", size: "300x250" })),
    campaigns: owners.map((id) => ({
      id,
      account: id,
      name: "Campaign",
      pricing: { model: "cpm", price: "1" },
      variations: [{ id, size, image: "/a.png", url: "https://shop.example/" }],
    })),
  });
}

test.each([
  [11, [1, 12]],
  [21, [2, 22]],
  [31, [32]],
  [33, [32]],
])("zone %i accepts only the campaigns %j of its network", (id, expected) => {
  const { campaigns, zones } = indexCampaigns(createCatalogue([1, 12, 2, 22, 32]));
  const accepted = campaigns.filter((_, position) =>
    hasBit(zones.get(id)?.accepted ?? new Uint32Array(1), position),
  );
  expect(accepted.map(({ campaign }) => campaign.id).sort((a, b) => a - b)).toEqual(expected);
});

test("active campaigns that no zone of their network can show are listed as unreachable", () => {
  const list = (catalogue: Catalogue) => findUnreachable(catalogue).map(({ at }) => at);
  expect(list(createCatalogue([12, 22, 32]))).toEqual([]);
  expect(list(createCatalogue([12, 22, 32], "1x1"))).toEqual([0, 1, 2]);
  const catalogue = createCatalogue([12, 22, 32]);
  for (const zone of catalogue.data.zones) if (zone.id === 21) zone.deleted = true;
  expect(findUnreachable(catalogue)).toEqual([{ at: 1, isSuspended: false }]);
  for (const campaign of catalogue.data.campaigns) campaign.active = false;
  expect(findUnreachable(catalogue)).toEqual([]);
});

test("campaigns that only suspended zones can show are listed as such, those of suspended accounts are not", () => {
  const find = (suspended: number[], size?: string) =>
    findUnreachable(createCatalogue([12, 22, 32], size, suspended));
  expect(find([11])).toEqual([{ at: 0, isSuspended: true }]);
  // Zone 33 can still show the third campaign.
  expect(find([31])).toEqual([]);
  expect(find([31, 33])).toEqual([{ at: 2, isSuspended: true }]);
  expect(find([11, 12])).toEqual([]);
  expect(find([11, 22], "1x1")).toEqual([
    { at: 0, isSuspended: false },
    { at: 2, isSuspended: false },
  ]);
});
