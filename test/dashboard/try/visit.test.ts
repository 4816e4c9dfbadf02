import { expect, test } from "vitest";
import { listSharing } from "../../../src/dashboard/try/sharing.ts";
import { chooseZones, readVisit, type Visit, writeVisit } from "../../../src/dashboard/try/visit.ts";
import type { Campaign } from "../../../src/protocol/management.ts";

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

test.each<Partial<Visit>>([
  {},
  { keywords: "shoes, running", targeting: "section=sports; plan=a\\;b" },
  { language: "", country: "DEU", device: "mobile" },
  { edits: { "101": { keywords: "" }, "102": { keywords: "a&b", targeting: "k=v" } } },
])("a visit with %o is read from the address as it was written", (changes) => {
  const visit = { ...readVisit("?address=https://shop.example/?a=b%26c", "de"), ...changes };
  expect(visit.address).toBe("https://shop.example/?a=b&c");
  expect(readVisit(writeVisit(visit), "fr")).toEqual(visit);
});

test("parts of an address that are no visit are ignored", () => {
  const plain = readVisit("?place=try", "de");
  expect(readVisit("?place=try&device=watch&keywords-x=1&sizes-101=1", "de")).toEqual(plain);
});

const explained = (name: string, ...chances: number[]) => ({
  zone: { name },
  campaigns: chances.map((chance, id) => ({ id, chance })),
});

function listAllSharing(all: Parameters<typeof listSharing>[0], frequency: Campaign["frequency"] = []) {
  return all.map((each) => listSharing(all, each, [{ id: 0, frequency }]));
}

test("a zone that can show one of several campaigns shares them with the page's other zones", () => {
  const elsewhere = { zone: { name: "Wide" }, campaigns: undefined };
  const all = [explained("Top", 100, 0), explained("Side", 50, 50), explained("Foot", 0, 40, 60), elsewhere];
  // Top has one campaign, which Side may repeat.
  expect(listAllSharing(all)).toEqual([[], ["Top", "Foot"], ["Side"], []]);
});

test.each([
  [1, [["Side"], ["Top"]]],
  [2, [[], []]],
])(
  "a frequency cap of %i decides whether two zones can both show their only campaign",
  (impressions, names) => {
    const all = [explained("Top", 100), explained("Side", 100)];
    expect(listAllSharing(all, [{ impressions, seconds: 86400 }])).toEqual(names);
  },
);

test("two placeholders of one zone share its campaigns", () => {
  expect(listAllSharing([explained("Top", 50, 50), explained("Top", 50, 50)])).toEqual([["Top"], ["Top"]]);
});
