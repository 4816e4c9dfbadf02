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

test("an address of a site is tried with the zones of that site that are not archived", () => {
  expect(choose("https://news.example:8443/sport?a=b")).toEqual([[11, 13], "News"]);
});

test("an address of an unknown site is tried with the zones of all sites", () => {
  expect(choose("https://www.news.example/")).toEqual([[10, 11, 13], undefined]);
});

test("an address of a site without zones is tried with the zones of all other sites", () => {
  expect(choose("https://shop.example/", ZONES.slice(1))).toEqual([[11, 13], undefined]);
});

test("an address of a known site is tried with all its zones; any other address with at most 20 zones", () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ id: at, site: 1, deleted: false }));
  expect(choose("https://other.example/", many)[0]).toHaveLength(20);
  expect(choose("https://news.example/", many)[0]).toHaveLength(30);
});

test("without zones nothing is requested", () => {
  expect(choose("https://news.example/", [])).toEqual([[], undefined]);
});
