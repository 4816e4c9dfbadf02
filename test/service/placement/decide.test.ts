import fc from "fast-check";
import { expect, test } from "vitest";
import { type CampaignIndex, indexCampaigns } from "../../../src/service/placement/campaignIndex.ts";
import { decide } from "../../../src/service/placement/decide.ts";
import type { VisitorTraits } from "../../../src/service/placement/dimensions.ts";
import { seededRandom } from "../../../src/service/placement/random.ts";
import type { IndexedZone } from "../../../src/service/placement/zoneIndex.ts";
import { aCampaign, aCatalogue, aVariation, type CatalogueOptions, SIZE } from "../support/catalogue.ts";

const UNKNOWN: VisitorTraits = {
  country: undefined,
  region: undefined,
  language: undefined,
  deviceType: undefined,
  operatingSystem: undefined,
  browser: undefined,
};
const TIME = Date.parse("2026-11-20T12:00:00Z");

interface Asking {
  zones?: { id: number; keywords?: string; custom?: Record<string, string> }[];
  visitor?: Partial<VisitorTraits>;
  page?: string;
  room?: number[];
  time?: number;
  random?: () => number;
}

function indexed(options: CatalogueOptions): CampaignIndex {
  return indexCampaigns(aCatalogue(options));
}

/** Lists the id of each zone's chosen campaign, or null. `room`: impressions left, by campaign id. */
function chosen(index: CampaignIndex, asking: Asking = {}): (number | null)[] {
  const { zones = [{ id: 1 }], visitor = {}, page, time = TIME, random = seededRandom(1) } = asking;
  const queries = zones.map(({ id, custom, ...request }) => ({
    zone: index.zones.get(id) as IndexedZone,
    request: { ...request, ...(custom && { custom_targeting: custom }) },
  }));
  const remaining = (at: number) =>
    asking.room?.[(index.campaigns[at]?.campaign.id ?? 0) - 1] ?? Number.POSITIVE_INFINITY;
  const query = { visitor: { ...UNKNOWN, ...visitor }, page, zones: queries, time, remaining, random };
  const positions = decide(index, query);
  return positions.map((at) => (at === undefined ? null : (index.campaigns[at]?.campaign.id ?? null)));
}

test.each([
  ["waits for approval", { review: "waiting" }],
  ["is paused", { active: false }],
])("a campaign is not chosen while its only creative %s", (_why, state) => {
  const idle = aCampaign({ id: 1, weight: 1000, variations: [{ ...aVariation(1), ...state }] });
  expect(chosen(indexed({ campaigns: [idle, aCampaign({ id: 2 })] }))).toEqual([2]);
});

const keywordIndex = indexed({
  campaigns: [
    aCampaign({ id: 1, keywords: ["Running Shoes"] }),
    aCampaign({ id: 2, keywords: ["travel", "CAFÉ"] }),
    aCampaign({ id: 3 }),
  ],
});
test.each<[string | undefined, string | undefined, number]>([
  ["red running-shoes", undefined, 1],
  ["running, shoes", undefined, 3],
  ["TRAVEL,x", undefined, 2],
  ["cafe\u0301", undefined, 2],
  ["traveller", undefined, 3],
  ["garden", "https://site.example/travel", 3],
  [undefined, "https://site.example/travel/x", 2],
  ["", "https://site.example/?q=running+shoes", 1],
  [" , ", "https://travel.example/", 2],
  ["!, +", "https://travel.example/", 3],
  [undefined, "https://site.example/", 3],
  [undefined, undefined, 3],
])("the keywords %j on the page %j choose campaign %d", (keywords, page, expected) => {
  const zone = keywords === undefined ? { id: 1 } : { id: 1, keywords };
  expect(chosen(keywordIndex, { zones: [zone], ...(page ? { page } : {}) })).toEqual([expected]);
});

const indexOnly = (targeting: object) => indexed({ campaigns: [aCampaign({ id: 1, targeting })] });
test.each<[object, Partial<VisitorTraits>, number | null]>([
  [{ countries: ["DEU"] }, { country: "DEU" }, 1],
  [{ countries: ["DEU"] }, { country: "FRA" }, null],
  [{ countries: ["DEU"] }, {}, null],
  [{}, { country: "FRA" }, 1],
  [{ languages: ["de"] }, { language: 33 }, 1],
  [{ languages: ["de"] }, { language: 40 }, null],
  [{ deviceTypes: ["mobile"] }, { deviceType: 2 }, 1],
  [{ deviceTypes: ["mobile"] }, { deviceType: 1 }, null],
  [{ operatingSystems: ["iOS"], browsers: ["Safari"] }, { operatingSystem: 3, browser: 2 }, 1],
  [{ operatingSystems: ["iOS"], browsers: ["Safari"] }, { operatingSystem: 3, browser: 1 }, null],
  [{ regions: [7] }, { region: 7 }, 1],
  [{ regions: [7] }, { region: 8 }, null],
  [{ regions: [7] }, {}, null],
  [{ sites: [1] }, {}, 1],
  [{ sites: [2] }, {}, null],
  [{ zones: [2] }, {}, null],
  [{ categories: [1] }, {}, 1],
  [{ categories: [2] }, {}, null],
])("the targeting %j with a visitor of %j chooses %j", (targeting, visitor, expected) => {
  expect(chosen(indexOnly(targeting), { visitor })).toEqual([expected]);
});

test("the index covers only visitor attributes that some campaign targets", () => {
  const countSets = (targeting: object) => indexOnly(targeting).byVisitor.length;
  expect([{}, { countries: ["DEU"] }, { countries: ["DEU"], browsers: ["Safari"] }].map(countSets)).toEqual([
    0, 1, 2,
  ]);
});

test("targeting a zone does not include similar zones of its site", () => {
  const zones = [{ id: 1 }, { id: 2 }, { id: 3 }];
  expect(chosen(indexOnly({ zones: [2] }), { zones })).toEqual([null, 1, null]);
});

test.each<[Record<string, string[]>, Record<string, string> | undefined, number | null]>([
  [{ section: ["sports", "news"] }, { section: "news" }, 1],
  [{ section: ["sports"] }, { section: "news" }, null],
  [{ section: ["sports"] }, undefined, null],
  [{}, { section: "news" }, 1],
  [{ section: ["sports"] }, { section: "sports", plan: "pro" }, 1],
  [{ section: ["sports"], plan: ["free"] }, { section: "sports", plan: "pro" }, null],
  [{ section: ["sports"], plan: ["pro"] }, { section: "sports", plan: "pro" }, 1],
  [{ toString: ["x"] }, {}, null],
])("the custom targeting %j with the pairs %j chooses %j", (custom, pairs, expected) => {
  const zones = [pairs ? { id: 1, custom: pairs } : { id: 1 }];
  expect(chosen(indexOnly({ custom }), { zones })).toEqual([expected]);
});

test("a campaign is not chosen if paused, deleted, of another size, outside its flight or used up", () => {
  const index = indexed({
    campaigns: [
      aCampaign({ id: 1, active: false }),
      aCampaign({ id: 2, deleted: true }),
      aCampaign({ id: 3, variations: [aVariation(3, "728x90")] }),
      aCampaign({ id: 4, from: "2026-11-21" }),
      aCampaign({ id: 5, to: "2026-11-19" }),
      aCampaign({ id: 6 }),
    ],
  });
  const room = [1, 2, 3, 4, 5, 6].map((id) => (id === 6 ? 0 : Number.POSITIVE_INFINITY));
  expect(chosen(index, { room })).toEqual([null]);
});

test("a campaign is chosen on its first and its last day", () => {
  const index = indexed({
    campaigns: [
      aCampaign({ id: 1, from: "2026-11-20", to: "2026-11-20" }),
      aCampaign({ id: 2, from: "2026-11-22" }),
    ],
  });
  const at = (time: string) => chosen(index, { time: Date.parse(time) })[0];
  expect(at("2026-11-20T00:00:00Z")).toBe(1);
  expect(at("2026-11-20T23:59:59.999Z")).toBe(1);
  expect(at("2026-11-21T00:00:00Z")).toBe(null);
  expect(at("2026-11-22T00:00:00Z")).toBe(2);
  expect(at("2030-01-01T00:00:00Z")).toBe(2);
  // The clock may be set back.
  expect(at("2026-11-20T12:00:00Z")).toBe(1);
  expect(at("2026-11-19T23:59:59.999Z")).toBe(null);
});

test("a campaign gets no second zone while another campaign could fill it", () => {
  const index = indexed({
    campaigns: [1, 2, 3].map((id) => aCampaign({ id, weight: id === 1 ? 1_000_000 : 1 })),
  });
  const zones = [{ id: 1 }, { id: 2 }, { id: 3 }];
  expect(chosen(index, { zones }).sort()).toEqual([1, 2, 3]);
  expect(chosen(index, { zones: [...zones, { id: 4 }] }).filter((id) => id === null)).toEqual([]);
});

test("a campaign goes to the zone that has no other candidate", () => {
  const index = indexed({
    campaigns: [
      aCampaign({ id: 1, weight: 1000, keywords: ["a", "b"] }),
      aCampaign({ id: 2, keywords: ["a"] }),
    ],
  });
  const zones = [
    { id: 1, keywords: "a" },
    { id: 2, keywords: "b" },
  ];
  expect(chosen(index, { zones })).toEqual([2, 1]);
});

test("a campaign gets no more zones of one request than it has impressions left", () => {
  const index = indexed({ campaigns: [aCampaign({ id: 1 })] });
  const zones = [1, 2, 3, 4].map((id) => ({ id }));
  expect(chosen(index, { zones, room: [2] }).filter((id) => id === 1)).toHaveLength(2);
});

const priorityIndex = indexed({
  campaigns: [
    aCampaign({ id: 1, priority: -1, weight: 1000 }),
    aCampaign({ id: 2, weight: 1000 }),
    aCampaign({ id: 3, keywords: ["shoes"] }),
    aCampaign({ id: 4, priority: 5, targeting: { countries: ["DEU"] } }),
  ],
});
test("priority decides before keywords, keywords before weight, and a fallback campaign serves last", () => {
  const zones = [{ id: 1, keywords: "shoes" }];
  expect(chosen(priorityIndex, { zones, visitor: { country: "DEU" } })).toEqual([4]);
  expect(chosen(priorityIndex, { zones })).toEqual([3]);
  expect(chosen(priorityIndex)).toEqual([2]);
  expect(chosen(priorityIndex, { room: [9, 0, 0, 0] })).toEqual([1]);
});

const negativeIndex = indexed({
  campaigns: [aCampaign({ id: 1, priority: 1, negativeKeywords: ["plane crash"] }), aCampaign({ id: 2 })],
});
test.each<[string | undefined, string | undefined, number]>([
  ["travel", undefined, 1],
  ["plane, crash", undefined, 1],
  ["the plane crash", undefined, 2],
  ["travel", "https://news.example/plane-crash", 2],
  [undefined, "https://news.example/plane-crash", 2],
  [undefined, "https://news.example/planes", 1],
])("with negative keywords the keywords %j on the page %j choose campaign %j", (keywords, page, expected) => {
  const zones = [keywords === undefined ? { id: 1 } : { id: 1, keywords }];
  expect(chosen(negativeIndex, { zones, ...(page ? { page } : {}) })).toEqual([expected]);
});

test("a site does not show the campaigns of advertisers that it blocks", () => {
  const campaigns = [aCampaign({ id: 1 })];
  expect(chosen(indexed({ campaigns, site: { blockedAdvertisers: [2] } }))).toEqual([null]);
  expect(chosen(indexed({ campaigns, site: { blockedAdvertisers: [1] } }))).toEqual([1]);
});

const fridayNoon = { timezone: "Europe/Berlin", weekdays: ["friday"], hours: [12, 13] };
const fridayIndex = indexed({ campaigns: [aCampaign({ id: 1, targeting: { times: fridayNoon } })] });
test.each([
  // Berlin is an hour ahead of UTC in winter, two in summer.
  ["2026-11-20T10:59:59Z", null],
  ["2026-11-20T11:00:00Z", 1],
  ["2026-11-20T12:59:59Z", 1],
  ["2026-11-20T13:00:00Z", null],
  ["2026-11-21T11:30:00Z", null],
  ["2026-07-10T10:30:00Z", 1],
  ["2026-07-10T12:30:00Z", null],
])("a campaign for Fridays from 12 to 14 in Berlin is chosen at %s: %j", (time, expected) => {
  expect(chosen(fridayIndex, { time: Date.parse(time) })).toEqual([expected]);
});

test("the choice follows the weights", () => {
  const index = indexed({ campaigns: [aCampaign({ id: 1, weight: 3 }), aCampaign({ id: 2, weight: 1 })] });
  const random = seededRandom(7);
  const rounds = 4000;
  const first = Array.from({ length: rounds }, () => chosen(index, { random })[0]).filter((id) => id === 1);
  // Five standard deviations of a fair draw; the fixed seed makes the result deterministic.
  expect(Math.abs(first.length - 0.75 * rounds)).toBeLessThan(5 * Math.sqrt(rounds * 0.75 * 0.25));
});

test("the same seed gives the same choices", () => {
  const index = indexed({ campaigns: [1, 2, 3, 4, 5].map((id) => aCampaign({ id })) });
  const zones = [1, 2, 3].map((id) => ({ id }));
  const run = () => {
    const random = seededRandom(42);
    return Array.from({ length: 20 }, () => chosen(index, { zones, random }));
  };
  expect(run()).toEqual(run());
});

const words = ["shoes", "bikes", "travel", "food"];
const manyCampaigns = Array.from({ length: 10_000 }, (_, at) =>
  aCampaign({
    id: at + 1,
    weight: 1 + (at % 90),
    priority: at % 3,
    ...(at % 2 ? { keywords: [words[at % 4], words[(at + 1) % 4]] } : {}),
    ...(at % 5 ? {} : { targeting: { countries: ["FRA"] } }),
  }),
);
const manyZones = Array.from({ length: 100 }, (_, at) => ({ id: at + 1, site: 1, name: "Zone", size: SIZE }));
const largeIndex = indexed({ campaigns: manyCampaigns, zones: manyZones });

test.each([
  ["all may be given", 1, 0],
  ["all may be given", 10, 0],
  ["all may be given", 100, 0],
  ["three of seven are used up", 10, 3],
])(
  "of 10,000 campaigns of which %s, deciding %d zones checks fewer than four for each zone",
  (_name, count, usedUp) => {
    let looks = 0;
    const remaining = (position: number) => {
      looks += 1;
      return position % 7 < usedUp ? 0 : Number.POSITIVE_INFINITY;
    };
    const zones = Array.from({ length: count }, (_, at) => ({
      zone: largeIndex.zones.get(at + 1) as IndexedZone,
      request: { keywords: `${words[at % 4]}, ${words[(at + 1) % 4]} ${at}` },
    }));
    const query = { visitor: { ...UNKNOWN, country: "DEU" }, page: undefined, zones, time: TIME, remaining };
    const rounds = 20;
    for (let round = 0; round < rounds; round++) {
      const positions = decide(largeIndex, { ...query, random: seededRandom(round) });
      expect(new Set(positions).size).toBe(count);
    }
    expect(looks / rounds / count).toBeLessThan(usedUp > 0 ? 4 : 2);
  },
);

test("used-up campaigns are checked once for all equal zones of a request", () => {
  let looks = 0;
  const remaining = () => {
    looks += 1;
    return 0;
  };
  const zones = [...largeIndex.zones.values()].map((zone) => ({ zone, request: { keywords: "shoes" } }));
  const context = { visitor: UNKNOWN, page: undefined, time: TIME, remaining };
  const positions = decide(largeIndex, { ...context, zones, random: seededRandom(1) });
  expect(new Set(positions)).toEqual(new Set([undefined]));
  expect(zones).toHaveLength(100);
  expect(looks).toBeLessThan(2 * manyCampaigns.length);
});

test("zones of one request with different custom values get different campaigns", () => {
  const index = indexed({
    campaigns: [
      aCampaign({ id: 1, targeting: { custom: { plan: ["pro"] } } }),
      aCampaign({ id: 2, targeting: { custom: { plan: ["free"] } } }),
    ],
  });
  const zones = ["free", "pro", "none", "pro", "free"].map((plan, at) => ({ id: at + 1, custom: { plan } }));
  expect(chosen(index, { zones })).toEqual([2, 1, null, 1, 2]);
});

const anyWord = fc.constantFrom("a", "b", "c", "d e");
const anyCampaign = fc.record({
  keywords: fc.array(anyWord, { maxLength: 2 }),
  countries: fc.array(fc.constantFrom("DEU", "FRA"), { maxLength: 2 }),
  custom: fc.dictionary(fc.constantFrom("k", "l"), fc.array(fc.constantFrom("x", "y"), { minLength: 1 })),
  room: fc.nat({ max: 2 }),
});
const anyZone = fc.record({
  keywords: fc.array(anyWord, { minLength: 1, maxLength: 2 }),
  custom: fc.dictionary(fc.constantFrom("k", "l"), fc.constantFrom("x", "y")),
});

test("choices agree with a simple model of targeting, keywords and budgets", () => {
  fc.assert(
    fc.property(
      fc.array(anyCampaign, { maxLength: 40 }),
      anyZone,
      fc.constantFrom("DEU", "FRA", "USA"),
      fc.nat(),
      (campaigns, { keywords, custom }, country, seed) => {
        const index = indexed({
          campaigns: campaigns.map(({ keywords, countries, custom }, at) =>
            aCampaign({ id: at + 1, keywords, targeting: { countries, custom } }),
          ),
        });
        const may = campaigns.map(
          ({ countries, custom: wanted, room }) =>
            room > 0 &&
            (countries.length === 0 || countries.includes(country as "DEU")) &&
            Object.entries(wanted).every(([key, values]) => values.includes(custom[key] as "x")),
        );
        const keyed = campaigns.map(({ keywords: own }) => own.some((word) => keywords.includes(word)));
        const first = campaigns.map((_, at) => may[at] && keyed[at]);
        const second = campaigns.map(({ keywords: own }, at) => may[at] && own.length === 0);
        const expected = first.includes(true) ? first : second;
        const [id = null] = chosen(index, {
          zones: [{ id: 1, keywords: keywords.join(","), custom }],
          visitor: { country },
          room: campaigns.map(({ room }) => room),
          random: seededRandom(seed),
        });
        return id === null ? !expected.includes(true) : expected[id - 1] === true;
      },
    ),
    { numRuns: 300 },
  );
});

const endingIndex = indexed({
  campaigns: [aCampaign({ id: 1, keywords: ["c++"] })],
  zones: Array.from({ length: 100 }, (_, at) => ({ id: at + 1, site: 1, name: "Zone", size: SIZE })),
});
/** Creates zones with keywords of `length` characters that end with the campaign's one. */
const endWithKeyword = (count: number, length: number, character: string) =>
  Array.from({ length: count }, (_, at) => {
    const start = `${100 + at},`;
    return { id: at + 1, keywords: `${start}${character.repeat(length - start.length - 4)},c++` };
  });

test.each(["a", "ö", "東", "ß"])(
  "the last keyword is matched in requests at the bound of keywords, after %j",
  (character) => {
    const bounds = [
      [1, 8192],
      [2, 8192],
      [10, 1638],
      [100, 163],
    ] as const;
    for (const [count, length] of bounds) {
      const zones = endWithKeyword(count, length, character);
      expect(new Set(chosen(endingIndex, { zones }))).toEqual(new Set([1]));
    }
  },
);
