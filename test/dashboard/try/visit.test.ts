import { expect, test } from "vitest";
import { chooseZones } from "../../../src/dashboard/try/visit.ts";

const SITES = [
  { id: 1, name: "News", hostname: "news.example" },
  { id: 2, name: "Shop", hostname: "shop.example" },
];
const ZONES = [
  { id: 10, site: 2, deleted: false },
  { id: 11, site: 1, deleted: false },
  { id: 12, site: 1, deleted: true },
  { id: 13, site: 1, deleted: false },
];

function choose(address: string, zones = ZONES) {
  const { chosen, site } = chooseZones(address, SITES, zones);
  return [chosen.map(({ id }) => id), site];
}

test("an address of a site is tried with the zones of that site, archived ones left out", () => {
  expect(choose("https://news.example:8443/sport?a=b")).toEqual([[11, 13], "News"]);
});

test("an address without a site is tried with the zones of all sites", () => {
  expect(choose("https://www.news.example/")).toEqual([[10, 11, 13], undefined]);
});

test("an address of a site without zones is tried with the zones of the others", () => {
  expect(choose("https://shop.example/", ZONES.slice(1))).toEqual([[11, 13], undefined]);
});

test("at most twenty zones of all sites are tried, but all zones of one site", () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ id: at, site: 1, deleted: false }));
  expect(choose("https://other.example/", many)[0]).toHaveLength(20);
  expect(choose("https://news.example/", many)[0]).toHaveLength(30);
});

test("without zones nothing is requested", () => {
  expect(choose("https://news.example/", [])).toEqual([[], undefined]);
});
