import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  CatalogueError,
  changeCatalogue,
  loadCatalogue,
  parseCatalogue,
  parseCatalogueSliced,
} from "../../../src/service/catalogue/catalogue.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { makeFolder } from "../../support/folder.ts";
import { aCampaign, aCatalogueObject, aVariation } from "../support/catalogue.ts";

function problems(value: unknown): string[] {
  try {
    parseCatalogue(JSON.parse(JSON.stringify(value)));
    return [];
  } catch (error) {
    if (error instanceof CatalogueError) return error.problems;
    throw error;
  }
}

const withCampaign = (more: object) => aCatalogueObject({ campaigns: [aCampaign({ id: 1, ...more })] });
const variation = (more: object) => ({ variations: [{ ...aVariation(1), ...more }] });

/** Problem below `campaigns[0]`, and the fields that cause it. */
const CAMPAIGN_PROBLEMS: [problem: string, fields: object][] = [
  ['targeting.languages[0]: unknown language "xx"', { targeting: { languages: ["xx"] } }],
  ['targeting.deviceTypes[0]: unknown device type "xx"', { targeting: { deviceTypes: ["xx"] } }],
  [
    'targeting.operatingSystems[0]: unknown operating system "xx"',
    { targeting: { operatingSystems: ["xx"] } },
  ],
  ['targeting.browsers[0]: unknown browser "xx"', { targeting: { browsers: ["xx"] } }],
  ['targeting.countries[0]: unknown country "DE"', { targeting: { countries: ["DE"] } }],
  [
    'targeting.times.timezone: unknown time zone "Europe/Atlantis"',
    { targeting: { times: { timezone: "Europe/Atlantis", hours: [9] } } },
  ],
  ["variations[0].size: expected a size as WIDTHxHEIGHT", variation({ size: "large" })],
  ["variations[0].url: expected an http or https address", variation({ url: "javascript:alert(1)" })],
  ["variations[0].url: expected an http or https address", variation({ url: "https://[nowhere" })],
  [
    "variations[0].image: expected an http or https address, or a path that starts with /",
    variation({ image: "//evil.example/x.png" }),
  ],
  ["spread: expected one of: asap, even", { spread: "fast" }],
  ["colour: this field was not expected", { colour: 1 }],
  ["name: this field is missing", { name: undefined }],
  ["pricing.price: expected a text", { pricing: { model: "cpm", price: 2.5 } }],
  // Would need fractions of a billionth for each impression.
  [
    "pricing.price: expected a decimal number as text with at most 6 places",
    { pricing: { model: "cpm", price: "0.0000001" } },
  ],
  // Many such clicks in a second would exceed the store's decimal type.
  ["pricing.price: expected at most 1000000", { pricing: { model: "cpc", price: "600000000" } }],
  ["keywords[0]: expected one keyword, without a comma", { keywords: ["shoes, boots"] }],
  ["keywords[0]: expected a word or a phrase", { keywords: ["!"] }],
  ["negativeKeywords[0]: expected a phrase of at most 8 words", { negativeKeywords: ["a b c d e f g h i"] }],
  ["frequency[0].impressions: expected at least 1", { frequency: [{ impressions: 0, seconds: 60 }] }],
  ["from: there is no such day", { from: "2026-02-30" }],
  ["from: expected a day as YYYY-MM-DD", { from: "1" }],
];
test.each(CAMPAIGN_PROBLEMS)("a campaign is refused for %s", (problem, fields) => {
  expect(problems(withCampaign(fields))).toEqual([`campaigns[0].${problem}`]);
});

const publisher = (more: object) => ({
  accounts: [{ id: 1, name: "Publisher", role: "publisher", ...more }],
});
const site = (more: object) => aCatalogueObject({ campaigns: [], site: more });

test.each<[problem: string, entries: unknown]>([
  ['sites[0].publisherShare: expected a share such as "0.70"', site({ publisherShare: "70" })],
  [
    "sites[0].hostname: expected a host name such as news.example, in lower case",
    site({ hostname: "https://a" }),
  ],
  ['accounts[0].currency: expected a code such as "USD"', publisher({ currency: "$" })],
  ["accounts[0].password: expected what `hash-password` prints", publisher({ password: "secret" })],
  ["accounts[0].apiTokens[0]: expected what `make-token` prints", publisher({ apiTokens: ["x"] })],
  [
    'regions[0].code: expected a code such as "GB-SCT"',
    { regions: [{ id: 1, name: "Bavaria", country: "DEU", code: "9" }] },
  ],
])("a catalogue is refused for %s", (problem, entries) => {
  expect(problems({ ...aCatalogueObject({ campaigns: [] }), ...Object(entries) })).toEqual([problem]);
});

test("a catalogue that is not an object is refused", () => {
  expect(problems(null)).toEqual(["(root): expected an object"]);
});

test("a catalogue is refused with all its problems at once", () => {
  expect(problems(withCampaign({ name: "", weight: 0, from: "yesterday" }))).toHaveLength(3);
});

test("errors of a catalogue file contain its path, and line and column if known", async () => {
  const folder = makeFolder();
  const file = join(folder, "c.json");
  await writeFile(file, JSON.stringify(withCampaign({ account: 9 })));
  await expect(loadCatalogue(file)).rejects.toThrow(`${file}: campaigns[0].account: no account has the id 9`);
  await writeFile(file, '{\n  "accounts": [,]\n}');
  await expect(loadCatalogue(file)).rejects.toThrow(`${file}:2:16: This is not JSON. `);
  await writeFile(file, '{\n  "accounts": [],\n  "accounts": []\n}');
  await expect(loadCatalogue(file)).rejects.toThrow(
    `${file}:3:3: accounts: this key is also in line 2. Keep one of them.`,
  );
});

test("a catalogue file that cannot be read is refused with the reason", async () => {
  const folder = makeFolder();
  const file = join(folder, "c.json");
  await expect(loadCatalogue(file)).rejects.toThrow(`${file}: There is no such file.`);
  await expect(loadCatalogue(folder)).rejects.toThrow(`${folder}: It is a folder, not a file.`);
});

test("the error of a refused catalogue has one line for each problem", () => {
  const read = () => parseCatalogue(withCampaign({ name: "", weight: 0 }));
  expect(read).toThrow(CatalogueError);
  expect(read).toThrow(expect.objectContaining({ name: "CatalogueError" }));
  expect(read).toThrow(/^campaigns\[0\]\.name: [^\n]+\ncampaigns\[0\]\.weight: [^\n]+$/);
});

test("without creatives folders, images are not checked", async () => {
  const folder = makeFolder();
  const file = join(folder, "c.json");
  const variations = [{ ...aVariation(1), image: "/creatives/x.png" }];
  await writeFile(file, JSON.stringify(withCampaign({ variations })));
  expect((await loadCatalogue(file)).data.campaigns.length).toBe(1);
});

test("images below /creatives/ must exist in the folder unless the campaign is deleted", async () => {
  const folder = makeFolder();
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
  await symlink("100%.png", join(folder, "linked.png"));
  expect(await load("/creatives/linked.png")).toBe("loaded");
  await symlink("/etc/hosts", join(folder, "out.png"));
  for (const name of ["99%.png", "folder.png", "out.png", `${"x".repeat(1000)}.png`, "%00.png"])
    expect(await load(`/creatives/${name}`)).toContain(
      `${file}: campaigns[0].variations[0].image: there is no file ${name.replace("%00", "\0")} in ${folder}`,
    );
});

test("images below /creatives/ may be in any of the folders", async () => {
  const folder = makeFolder();
  const folders = ["one", "two"].map((name) => join(folder, name));
  for (const path of folders) await mkdir(path);
  const value = withCampaign({ variations: [{ ...aVariation(1), image: "/creatives/x.png" }] });
  const read = () => runAtOnce(parseCatalogueSliced(value, folders));
  expect(read).toThrow(`campaigns[0].variations[0].image: there is no file x.png in ${folders.join(" or ")}`);
  await writeFile(join(folder, "two", "x.png"), "");
  const catalogue = read();
  expect(catalogue.data.campaigns.length).toBe(1);
  const change = (fields: object) => {
    const entry = {
      ...aCampaign({ id: 1, variations: [{ ...aVariation(1), image: "/creatives/x.png" }], ...fields }),
      id: 1,
    };
    return () => runAtOnce(changeCatalogue(catalogue, [{ list: "campaigns", entry }], folders));
  };
  // A change checks only images that are new to the creative.
  await rm(join(folder, "two", "x.png"));
  expect(change({ weight: 2 })).not.toThrow();
  expect(change({ variations: [{ ...aVariation(1), image: "/creatives/y.png" }] })).toThrow(
    "there is no file y.png",
  );
});
