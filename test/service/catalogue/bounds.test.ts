/** Each field of a catalogue accepts values within its bounds and refuses others. */
import { expect, test } from "vitest";
import { CatalogueError, parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { aCampaign, aCatalogueObject, aVariation } from "../support/catalogue.ts";

const BASE = aCatalogueObject({ campaigns: [] });
const campaign = (more: object) => aCatalogueObject({ campaigns: [aCampaign({ id: 1, ...more })] });
const variation = (more: object) => campaign({ variations: [{ ...aVariation(1), ...more }] });
const targeting = (more: object) => campaign({ targeting: more });
const site = (more: object) => aCatalogueObject({ campaigns: [], site: more });
const zone = (more: object) =>
  aCatalogueObject({ campaigns: [], zones: [{ id: 1, site: 1, name: "Zone", size: "300x250", ...more }] });
const account = (more: object) => ({
  ...BASE,
  sites: [],
  zones: [],
  accounts: [{ id: 1, name: "Publisher", role: "publisher", ...more }],
});
const region = (more: object) => ({ ...BASE, regions: [{ id: 1, name: "R", country: "GBR", ...more }] });
const times = (more: object) => targeting({ times: { timezone: "UTC", ...more } });
const frequency = (more: object) => campaign({ frequency: [{ impressions: 1, seconds: 1, ...more }] });
const price = (model: string, text: string) => campaign({ pricing: { model, price: text } });

function isTaken(value: object): boolean {
  try {
    parseCatalogue(JSON.parse(JSON.stringify(value)));
    return true;
  } catch (error) {
    if (error instanceof CatalogueError) return false;
    throw error;
  }
}

const LONGEST = "x".repeat(500);
const PHRASE = "a b c d e f g h";
const SHARES = ["0", "1", "0.7", "0.123456", "1.000000"];
const NO_SHARES = ["", "1.1", "2", "-0.1", ".5", "0.", "1.0000000", "0.1234567", "x0", "0x", "1.01"];
const SIZES = ["1x1", "99999x99999", "300x250"];
const NO_SIZES = ["", ..."0x1 1x0 01x1 100000x1 1x100000 1 x1 1x a1x1 1x1a 300X250".split(" ")];
const ID = 0x7fffffff;

type Make<T> = (value: T) => object;
const FIELDS: [string, Make<never>, unknown[], unknown[]][] = [
  ["the id of an account", (id) => account({ id }), [1, ID], [0, -1, 1.5, ID + 1, "1", null]],
  ["the id of a zone", (id) => zone({ id }), [1, ID + 1, 2 ** 53 - 1], [0, 1.5, 2 ** 53]],
  ["a name", (name) => account({ name }), ["x", LONGEST], ["", `${LONGEST}x`, 1, null]],
  ["a role", (role) => account({ role }), ["advertiser", "publisher", "network"], ["", "Publisher", "admin"]],
  ["an account's goals", (goals) => account({ goals }), [0, 10], [-1, 0.5, 1000]],
  [
    "the source of a goal",
    (source) => account({ goals: 10, goalSources: [source] }),
    [
      { goal: 1, source: "import" },
      { goal: 10, source: "report", from: "2026-12-01" },
    ],
    [
      { goal: 0, source: "import" },
      { goal: 11, source: "import" },
      { goal: "1", source: "import" },
      { goal: 1, source: "import", from: "2026-12-01" },
      { goal: 1, source: "report" },
      { goal: 1, source: "report", from: "2026-02-30" },
      { goal: 1, source: "pixel", from: "2026-12-01" },
      { goal: 1 },
      "report",
    ],
  ],
  ["a currency", (currency) => account({ currency }), ["USD"], ["", "usd", "US", "USDX", "xUSD"]],
  ["a time zone", (timezone) => account({ timezone }), ["UTC", "US/Eastern"], ["", "Berlin", "+01:00"]],
  [
    "a host",
    (hostname) => site({ hostname }),
    ["a", "a-1.example"],
    ["", "A.example", "a b", "a/b", "a:1", "ä"],
  ],
  ["a publisher's share", (publisherShare) => site({ publisherShare }), SHARES, [...NO_SHARES, 0.5]],
  ["the size of a zone", (size) => zone({ size }), SIZES, NO_SIZES],
  ["the size of a creative", (size) => variation({ size }), SIZES, NO_SIZES],
  ["a creative's weight", (weight) => variation({ weight }), [1, 2 ** 53 - 1], [0, -1, 1.5]],
  [
    "a creative's review",
    (review) => variation({ review }),
    ["waiting", "approved", "rejected"],
    ["", "done"],
  ],
  ["whether a creative is shown", (active) => variation({ active }), [true, false], [1, "true", null]],
  ["a region's country", (country) => region({ country }), ["GBR"], ["GB", "gbr", ""]],
  [
    "a region's code",
    (code) => region({ code }),
    ["GB-SCT", "GB-1"],
    ["", "GB", "gb-SCT", "GB-", "GB-SCTX", "xGB-S"],
  ],
  ["a weekday", (day) => times({ weekdays: [day] }), ["monday", "sunday"], ["Monday", "mon", 1]],
  ["an hour", (hour) => times({ hours: [hour] }), [0, 23], [-1, 24, 1.5, "1"]],
  ["a language", (each) => targeting({ languages: [each] }), ["de", "DE"], ["", "xq", "german"]],
  ["a device type", (each) => targeting({ deviceTypes: [each] }), ["mobile", "TV"], ["", "phone"]],
  ["an operating system", (each) => targeting({ operatingSystems: [each] }), ["ios", "Windows"], ["", "DOS"]],
  ["a browser", (each) => targeting({ browsers: [each] }), ["firefox"], ["", "Lynx"]],
  ["values of custom targeting", (each) => targeting({ custom: { topic: each } }), [["a"]], [[], "a", [1]]],
  [
    "a price of a thousand",
    (each) => price("cpm", each),
    ["0", "1000000", "0.000001"],
    ["0.0000001", "1000000.1", ""],
  ],
  ["a price of a click", (each) => price("cpc", each), ["0.000000001", "1000000"], ["1000001", "-1", "1e3"]],
  ["a model", (model) => price(model, "1"), ["cpm", "cpc"], ["cpa", ""]],
  ["a priority", (priority) => campaign({ priority }), [-1000, 0, 1000], [-1001, 1001, 0.5]],
  [
    "a keyword",
    (each) => campaign({ keywords: [each] }),
    ["a", PHRASE, "c++"],
    ["", "a,b", `${PHRASE} i`, "!"],
  ],
  [
    "a negative keyword",
    (each) => campaign({ negativeKeywords: [each] }),
    [PHRASE],
    ["", "a,b", `${PHRASE} i`],
  ],
  [
    "a day",
    (from) => campaign({ from }),
    ["2026-02-28", "2024-02-29"],
    ["2026-02-29", "2026-13-01", "26-01-01", ""],
  ],
  [
    "a budget",
    (daily) => campaign({ budget: { daily } }),
    ["0", "999999999.999999999"],
    ["1000000000", "-1", 5],
  ],
  ["a cap", (total) => campaign({ caps: { total } }), [0, 2 ** 53 - 1], [-1, 1.5, 2 ** 53, "1"]],
  ["a frequency cap's impressions", (impressions) => frequency({ impressions }), [1, 1000], [0, 1001, 1.5]],
  [
    "a frequency cap's seconds",
    (seconds) => frequency({ seconds }),
    [1, 366 * 86_400],
    [0, 366 * 86_400 + 1],
  ],
  ["a campaign's weight", (weight) => campaign({ weight }), [1, 1_000_000], [0, 1_000_001, 1.5]],
  ["a spread", (spread) => campaign({ spread }), ["asap", "even"], ["", "fast"]],
  ["a campaign's creatives", (variations) => campaign({ variations }), [[aVariation(1)]], [[]]],
];

test.each(FIELDS)("%s is accepted only within its bounds", (_what, make: Make<never>, taken, refused) => {
  const check = (value: unknown) => [value, isTaken(Reflect.apply(make, undefined, [value]))];
  expect(taken.map(check)).toEqual(taken.map((value) => [value, true]));
  expect(refused.map(check)).toEqual(refused.map((value) => [value, false]));
});

test.each<[string, (more: object) => object]>([
  ["an account", account],
  ["a site", site],
  ["a zone", zone],
  ["a campaign", campaign],
  ["a creative", variation],
  ["targeting", targeting],
  ["times", times],
  ["a frequency cap", frequency],
  ["a region", region],
  ["a budget", (more) => campaign({ budget: more })],
  ["caps", (more) => campaign({ caps: more })],
  ["a price", (more) => campaign({ pricing: { model: "cpm", price: "1", ...more } })],
  ["a category", (more) => ({ ...BASE, categories: [{ id: 1, name: "News", ...more }] })],
  ["the catalogue", (more) => ({ ...BASE, ...more })],
])("%s refuses unknown fields", (_what, make) => {
  expect([isTaken(make({})), isTaken(make({ unknown: 1 }))]).toEqual([true, false]);
});

test("an image must be an http address or a path, a landing page an http address", () => {
  const check = (image: string) => isTaken(variation({ image }));
  for (const image of ["/a.png", "http://cdn.example/a.png", "HTTPS://cdn.example/a.png"])
    expect([image, check(image)]).toEqual([image, true]);
  for (const image of [
    "a.png",
    "//evil.example/a.png",
    "/\\evil.example",
    "ftp://a.example/",
    "data:text/plain,https://a.example",
    // URL parsing removes the tab, which leaves an invalid host.
    "/\t/[",
    "https://",
    "",
  ])
    expect([image, check(image)]).toEqual([image, false]);
  for (const url of ["/landing", "ftp://a.example/", "data:,https://a.example", "https://", ""])
    expect([url, isTaken(variation({ url }))]).toEqual([url, false]);
});

test("addresses and paths are stored in ASCII, paths without dot segments and fragment", () => {
  const read = (more: object) => {
    const { data } = parseCatalogue(JSON.parse(JSON.stringify(variation(more))));
    return data.campaigns[0]?.variations[0];
  };
  expect(read({ image: "/creatives/../größe.png?v=ü#x" })?.image).toBe("/gr%C3%B6%C3%9Fe.png?v=%C3%BC");
  expect(read({ url: "HTTPS://Shop.Example/a b" })?.url).toBe("https://shop.example/a%20b");
});

test("omitted fields get the documented defaults", () => {
  const { data } = parseCatalogue(JSON.parse(JSON.stringify(campaign({}))));
  expect(data.accounts[0]).toMatchObject({ goals: 0, timezone: "UTC", currency: "USD", apiTokens: [] });
  expect(data.sites[0]).toMatchObject({ blockedAdvertisers: [], deleted: false });
  expect(data.zones[0]).toMatchObject({ deleted: false });
  expect(data.campaigns[0]).toMatchObject({
    active: true,
    deleted: false,
    priority: 0,
    keywords: [],
    negativeKeywords: [],
    budget: {},
    caps: {},
    frequency: [],
    weight: 1,
    spread: "asap",
    variations: [{ weight: 1, active: true, review: "approved" }],
    targeting: {
      custom: {},
      countries: [],
      regions: [],
      languages: [],
      deviceTypes: [],
      operatingSystems: [],
      browsers: [],
      sites: [],
      zones: [],
      categories: [],
    },
  });
  const empty = parseCatalogue({ accounts: [], sites: [], zones: [], campaigns: [] });
  const { categories, carriers, regions, offers, offerLandingPages } = empty.data;
  const others = [categories, carriers, regions, offers, offerLandingPages];
  expect(others).toEqual([[], [], [], [], []]);
});
