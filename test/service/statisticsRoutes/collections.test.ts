/** Entries of each collection, by account. */
import { expect, test } from "vitest";
import {
  type List,
  OWN_COLLECTIONS,
  SHARED_COLLECTIONS,
} from "../../../src/service/statisticsRoutes/collections.ts";
import { CATALOGUE, findAccount } from "./support.ts";

function list(name: string, username = "publisher-one"): readonly unknown[] {
  const lists: Record<string, List> = { ...SHARED_COLLECTIONS, ...OWN_COLLECTIONS };
  const collection = lists[name];
  if (!collection) throw new Error(`There is no collection ${name}.`);
  return collection(CATALOGUE, findAccount(username));
}

test.each<[string, object[]]>([
  [
    "categories",
    [
      { id: 1, name: "News" },
      { id: 2, name: "Games" },
    ],
  ],
  ["carriers", [{ id: 1, name: "Blue Mobile" }]],
  ["regions", [{ id: 1, name: "Bavaria", country_iso: "DEU" }]],
])("the collection %s lists the catalogue's entries", (name, entries) => {
  expect(list(name)).toEqual(entries);
});

test.each<[string, unknown]>([
  ["countries", { id: 276, iso2: "DE", iso3: "DEU", name: "Germany" }],
  ["timezones", "Europe/Berlin"],
  ["ad_types", { id: 1, name: "Banner" }],
  ["browsers", { id: 1, name: "Chrome" }],
  ["operating_systems", { id: 1, name: "Windows" }],
  ["devices", { id: 1, name: "Computer" }],
  ["device_types", { id: 2, name: "mobile" }],
  ["languages", { id: 1, name: "Afar", code: "aa" }],
])("the collection %s contains %j", (name, entry) => {
  expect(list(name)).toContainEqual(entry);
});

test("campaigns lists the account's campaigns, with paused and archived ones as inactive", () => {
  const paused = { id: 2, name: "Campaign 2", active: false };
  expect(list("campaigns", "advertiser-one")).toEqual([{ id: 1, name: "Campaign 1", active: true }, paused]);
  expect(list("campaigns", "advertiser-two")).toEqual([{ id: 3, name: "Campaign 3", active: false }]);
  expect(list("campaigns", "publisher-one")).toEqual([]);
});

test("variations, offers and landing pages are those of the advertiser or of the network's advertisers", () => {
  const listAll = (as: string) =>
    ["variations", "offers", "offer_landing_pages"].map((name) => list(name, as));
  const offers = [{ id: 1, name: "Shoes" }];
  const pages = [{ id: 1, name: "Spring", offer_id: 1 }];
  const ids = (entries: readonly unknown[] = []) => entries.map((entry) => Object(entry).campaign_id);
  const [own = [], ...ownOthers] = listAll("advertiser-one");
  expect(own[0]).toEqual({
    id: expect.any(Number),
    name: expect.any(String),
    size: expect.any(String),
    campaign_id: 1,
  });
  expect([...new Set(ids(own))]).toEqual([1, 2]);
  expect(ownOthers).toEqual([offers, pages]);
  const [members, ...membersOthers] = listAll("network-one");
  expect([...new Set(ids(members))]).toEqual([1, 2, 3]);
  expect(membersOthers).toEqual([offers, pages]);
  const [foreign, ...none] = listAll("network-two");
  expect([...new Set(ids(foreign))]).toEqual([4]);
  expect(none).toEqual([[], []]);
  expect(listAll("advertiser-two").slice(1)).toEqual([[], []]);
  expect(listAll("publisher-one")).toEqual([[], [], []]);
});

test("advertisers lists all of a network, and for a publisher those with campaigns", () => {
  const [one, two] = ["advertiser-one", "advertiser-two"].map((name) => ({ name: `Account ${name}` }));
  expect(list("advertisers", "network-one")).toMatchObject([one, two]);
  expect(list("advertisers", "publisher-one")).toMatchObject([one, two]);
  expect(list("advertisers", "publisher-three")).toMatchObject([{ name: "Account advertiser-three" }]);
  expect(list("advertisers", "advertiser-one")).toEqual([]);
  const data = { ...CATALOGUE.data, campaigns: CATALOGUE.data.campaigns.filter(({ id }) => id !== 3) };
  const { advertisers } = OWN_COLLECTIONS;
  expect(advertisers({ ...CATALOGUE, data }, findAccount("publisher-one"))).toMatchObject([one]);
  expect(advertisers({ ...CATALOGUE, data }, findAccount("network-one"))).toMatchObject([one, two]);
});

test("sites and zones lists those of the publisher or of the network's publishers", () => {
  const daily = { id: 1, name: "Daily", hostname: "daily.example" };
  const play = { id: 2, name: "Play", hostname: "play.example" };
  const zones = [
    { id: 101, name: "Top", size: "728x90", site_id: 1 },
    { id: 102, name: "Side", size: "300x250", site_id: 1 },
  ];
  const foot = { id: 201, name: "Foot", size: "300x250", site_id: 2 };
  expect([list("sites"), list("zones")]).toEqual([[daily], zones]);
  expect(list("sites", "network-one")).toEqual([daily, play]);
  expect(list("zones", "network-one")).toEqual([...zones, foot]);
  expect([list("sites", "advertiser-one"), list("zones", "advertiser-one")]).toEqual([[], []]);
});
