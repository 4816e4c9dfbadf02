import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  CatalogueError,
  loadCatalogue,
  readCatalogue,
  readCatalogueSliced,
} from "../../../src/service/catalogue/catalogue.ts";
import { runAtOnce } from "../../../src/service/values/slices.ts";
import { aCampaign, aCatalogueObject, aVariation } from "../support/catalogue.ts";

function problems(value: unknown): string[] {
  try {
    readCatalogue(JSON.parse(JSON.stringify(value)));
    return [];
  } catch (error) {
    if (error instanceof CatalogueError) return error.problems;
    throw error;
  }
}

const withCampaign = (more: object) => aCatalogueObject({ campaigns: [aCampaign({ id: 1, ...more })] });
const withSite = (site: object) => aCatalogueObject({ campaigns: [], site });
const withAccount = (more: object) => ({
  ...aCatalogueObject({ campaigns: [] }),
  accounts: [{ id: 1, name: "Publisher", role: "publisher", ...more }],
});

const withAccounts = (...accounts: object[]) => ({
  ...aCatalogueObject({ campaigns: [] }),
  accounts: accounts.map((more, at) => ({ id: at + 1, name: "Publisher", role: "publisher", ...more })),
});

test.each<[string, unknown, string]>([
  ...(
    [
      ["languages", 'unknown language "xx"'],
      ["deviceTypes", 'unknown device type "xx"'],
      ["operatingSystems", 'unknown operating system "xx"'],
      ["browsers", 'unknown browser "xx"'],
    ] as const
  ).map(([list, problem]): [string, unknown, string] => [
    ...([`an unknown name in ${list}`, withCampaign({ targeting: { [list]: ["xx"] } })] as const),
    `campaigns[0].targeting.${list}[0]: ${problem}`,
  ]),
  [
    "a creative without a size",
    withCampaign({ variations: [{ ...aVariation(1), size: "large" }] }),
    'campaigns[0].variations[0].size: expected WIDTHxHEIGHT such as "300x250"',
  ],
  [
    "a share in percent",
    withSite({ publisherShare: "70" }),
    'sites[0].publisherShare: expected a share such as "0.70"',
  ],
  [
    "an address for a hostname",
    withSite({ hostname: "https://a" }),
    "sites[0].hostname: expected a-z, 0-9, hyphen and dot",
  ],
  [
    "a currency's sign",
    withAccounts({ currency: "$" }),
    'accounts[0].currency: expected a code such as "USD"',
  ],
  [
    "a region's number",
    {
      ...aCatalogueObject({ campaigns: [] }),
      regions: [{ id: 1, name: "Bavaria", country: "DEU", code: "9" }],
    },
    'regions[0].code: expected a code such as "GB-SCT"',
  ],
  ["an unknown field", withCampaign({ colour: 1 }), "campaigns[0].colour: this field is not known here"],
  ["a missing field", withCampaign({ name: undefined }), "campaigns[0].name: this field is missing"],
  [
    "a price as a number",
    withCampaign({ pricing: { model: "cpm", price: 2.5 } }),
    "campaigns[0].pricing.price: expected string but received 2.5",
  ],
  [
    "a price finer than a billionth of an impression",
    withCampaign({ pricing: { model: "cpm", price: "0.0000001" } }),
    "campaigns[0].pricing.price: expected a decimal number as text with at most 6 places",
  ],
  [
    "a page that is no web address",
    withCampaign({ variations: [{ ...aVariation(1), url: "javascript:alert(1)" }] }),
    "campaigns[0].variations[0].url: expected an http or https address",
  ],
  [
    "an image of another host by a trick",
    withCampaign({ variations: [{ ...aVariation(1), image: "//evil.example/x.png" }] }),
    "campaigns[0].variations[0].image: expected an http or https address, or a path that starts with /",
  ],
  [
    "a country in two letters",
    withCampaign({ targeting: { countries: ["DE"] } }),
    'campaigns[0].targeting.countries[0]: unknown country "DE"',
  ],
  [
    "a page that is no address at all",
    withCampaign({ variations: [{ ...aVariation(1), url: "https://[nowhere" }] }),
    "campaigns[0].variations[0].url: expected an http or https address",
  ],
  [
    "a keyword with a comma",
    withCampaign({ keywords: ["shoes, boots"] }),
    "campaigns[0].keywords[0]: expected one keyword, without a comma",
  ],
  [
    "a phrase of nine words",
    withCampaign({ negativeKeywords: ["a b c d e f g h i"] }),
    "campaigns[0].negativeKeywords[0]: expected a phrase of at most 8 words",
  ],
  [
    "a region to aim at that is not there",
    withCampaign({ targeting: { regions: [987] } }),
    "campaigns[0].targeting.regions[0]: no region has the id 987",
  ],
  [
    "a blocked advertiser that is not there",
    aCatalogueObject({ campaigns: [], site: { blockedAdvertisers: [987] } }),
    "sites[0].blockedAdvertisers[0]: no account of its network has the id 987",
  ],
  [
    "hours in a time zone that is none",
    withCampaign({ targeting: { times: { timezone: "Europe/Atlantis", hours: [9] } } }),
    'campaigns[0].targeting.times.timezone: unknown time zone "Europe/Atlantis"',
  ],
  [
    "a frequency of nothing",
    withCampaign({ frequency: [{ impressions: 0, seconds: 60 }] }),
    "campaigns[0].frequency[0].impressions: expected >=1 but received 0",
  ],
  [
    "a keyword without a word",
    withCampaign({ keywords: ["!"] }),
    "campaigns[0].keywords[0]: expected a word or a phrase",
  ],
  [
    "an account that is not there",
    withCampaign({ account: 9 }),
    "campaigns[0].account: no account has the id 9",
  ],
  [
    "a password in clear",
    withAccount({ password: "secret" }),
    "accounts[0].password: expected what `hash-password` prints",
  ],
  [
    "an id that is used twice",
    aCatalogueObject({
      campaigns: [aCampaign({ id: 1 }), aCampaign({ id: 1, variations: [aVariation(2)] })],
    }),
    "campaigns[1].id: 1 is used twice",
  ],
  [
    "a creative's id that is used twice, also in another campaign",
    aCatalogueObject({
      campaigns: [aCampaign({ id: 1 }), aCampaign({ id: 2, variations: [aVariation(1)] })],
    }),
    "campaigns[1].variations[0].id: 1 is used twice",
  ],
  [
    "a campaign of a publisher",
    withCampaign({ account: 1 }),
    "campaigns[0].account: 1 is a publisher, and campaigns belong to advertisers",
  ],
  [
    "a price that many clicks of a second would carry past the store's decimals",
    withCampaign({ pricing: { model: "cpc", price: "600000000" } }),
    "campaigns[0].pricing.price: expected at most 1000000",
  ],
  [
    "an API token in clear",
    withAccount({ apiTokens: ["x"] }),
    "accounts[0].apiTokens[0]: expected what `make-token` prints",
  ],
  ["a day that is none", withCampaign({ from: "2026-02-30" }), "campaigns[0].from: there is no such day"],
  [
    "a day that is only read as one",
    withCampaign({ from: "1" }),
    "campaigns[0].from: expected a day as YYYY-MM-DD",
  ],
  [
    "a last day before the first",
    withCampaign({ from: "2026-11-02", to: "2026-11-01" }),
    "campaigns[0].to: expected a day not before from, 2026-11-02",
  ],
  [
    "a zone to aim at that is not there",
    withCampaign({ targeting: { zones: [987] } }),
    "campaigns[0].targeting.zones[0]: no zone of its network has the id 987",
  ],
  [
    "a site to aim at that is not there",
    withCampaign({ targeting: { sites: [987] } }),
    "campaigns[0].targeting.sites[0]: no site of its network has the id 987",
  ],
  [
    "a category to aim at that is not there",
    withCampaign({ targeting: { categories: [987] } }),
    "campaigns[0].targeting.categories[0]: no category has the id 987",
  ],
  [
    "a landing page that is not there",
    withCampaign({ offerLandingPage: 987 }),
    "campaigns[0].offerLandingPage: no landing page of its network has the id 987",
  ],
  [
    "an offer of nobody",
    { ...withCampaign({}), offers: [{ id: 1, account: 987, name: "Offer" }] },
    "offers[0].account: no account has the id 987",
  ],
  [
    "a landing page of no offer",
    { ...withCampaign({}), offerLandingPages: [{ id: 1, offer: 987, name: "Page" }] },
    "offerLandingPages[0].offer: no offer has the id 987",
  ],
  [
    "a carrier that is there twice",
    {
      ...withCampaign({}),
      carriers: [
        { id: 1, name: "One" },
        { id: 1, name: "Two" },
      ],
    },
    "carriers[1].id: 1 is used twice",
  ],
  ["no object", null, "(root): expected an object"],
])("a catalogue is refused, by the path of what is wrong, with %s", (_name, value, expected) => {
  expect(problems(value)).toEqual([expected]);
});

test("a catalogue is refused with all its problems at once", () => {
  expect(problems(withCampaign({ name: "", weight: 0, from: "yesterday" }))).toHaveLength(3);
});

test("a catalogue is refused by the name of its file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-catalogue-"));
  const file = join(folder, "c.json");
  await writeFile(file, JSON.stringify(withCampaign({ account: 9 })));
  await expect(loadCatalogue(file)).rejects.toThrow(`${file}: campaigns[0].account: no account has the id 9`);
  await writeFile(file, '{\n  "accounts": [,]\n}');
  await expect(loadCatalogue(file)).rejects.toThrow(`${file}:2:16: This is not JSON. `);
  await writeFile(file, '{\n  "accounts": [],\n  "accounts": []\n}');
  await expect(loadCatalogue(file)).rejects.toThrow(
    `${file}:3:3: accounts: this key is also in line 2. Keep one of them.`,
  );
  await rm(folder, { recursive: true });
});

test("a catalogue that cannot be read is refused with the reason", async () => {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-catalogue-"));
  const file = join(folder, "c.json");
  await expect(loadCatalogue(file)).rejects.toThrow(`${file}: There is no such file.`);
  await expect(loadCatalogue(folder)).rejects.toThrow(`${folder}: It is a folder, not a file.`);
  await rm(folder, { recursive: true });
});

test("a refused catalogue says a line for each problem", () => {
  const read = () => readCatalogue(withCampaign({ name: "", weight: 0 }));
  expect(read).toThrow(CatalogueError);
  expect(read).toThrow(expect.objectContaining({ name: "CatalogueError" }));
  expect(read).toThrow(/^campaigns\[0\]\.name: [^\n]+\ncampaigns\[0\]\.weight: [^\n]+$/);
});

test("without folders to look in, images are not checked", async () => {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-catalogue-"));
  const file = join(folder, "c.json");
  const variations = [{ ...aVariation(1), image: "/creatives/x.png" }];
  await writeFile(file, JSON.stringify(withCampaign({ variations })));
  expect((await loadCatalogue(file)).campaigns.size).toBe(1);
  await rm(folder, { recursive: true });
});

test("images that the service serves must be in its folder, unless their campaign is deleted", async () => {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-catalogue-"));
  const file = join(folder, "c.json");
  await writeFile(join(folder, "new shoes.png"), "");
  const image = (path: string) => [{ ...aVariation(1), image: path }];
  const load = async (path: string, more: object = {}) => {
    await writeFile(file, JSON.stringify(withCampaign({ variations: image(path), ...more })));
    return loadCatalogue(file, [folder]).then(() => "loaded", String);
  };
  for (const path of [
    "/creatives/new%20shoes.png?v=2",
    "https://cdn.example/creatives/x.png",
    "/elsewhere/x.png",
  ])
    expect(await load(path)).toBe("loaded");
  expect(await load("/creatives/x.png")).toContain(
    `${file}: campaigns[0].variations[0].image: there is no file x.png in ${folder}`,
  );
  expect(await load("/creatives/x.png", { deleted: true })).toBe("loaded");
  await writeFile(join(folder, "u\u0308bung.png"), "");
  await writeFile(join(folder, "\u00e4rger.png"), "");
  for (const name of ["\u00fcbung", "u\u0308bung", "%C3%BCbung", "u%CC%88bung", "\u00e4rger", "a\u0308rger"])
    expect(await load(`/creatives/${name}.png`)).toBe("loaded");
  await writeFile(join(folder, "100%.png"), "");
  expect(await load("/creatives/100%.png")).toBe("loaded");
  await mkdir(join(folder, "folder.png"));
  for (const name of ["99%.png", "folder.png", `${"x".repeat(1000)}.png`, "%00.png"])
    expect(await load(`/creatives/${name}`)).toContain(
      `${file}: campaigns[0].variations[0].image: there is no file ${name.replace("%00", "\0")} in ${folder}`,
    );
  await rm(folder, { recursive: true });
});

test("images that the service serves may be in any of its folders", async () => {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-catalogue-"));
  const folders = ["one", "two"].map((name) => join(folder, name));
  for (const path of folders) await mkdir(path);
  const value = withCampaign({ variations: [{ ...aVariation(1), image: "/creatives/x.png" }] });
  const read = () => runAtOnce(readCatalogueSliced(value, folders));
  expect(read).toThrow(`campaigns[0].variations[0].image: there is no file x.png in ${folders.join(" or ")}`);
  await writeFile(join(folder, "two", "x.png"), "");
  expect(read().campaigns.size).toBe(1);
  await rm(folder, { recursive: true });
});

test("omitted fields of a catalogue have documented defaults", () => {
  const { data } = readCatalogue(withCampaign({}));
  expect(data.campaigns[0]).toMatchObject({
    active: true,
    weight: 1,
    spread: "asap",
    keywords: [],
    priority: 0,
  });
});
