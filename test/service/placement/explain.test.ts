/** Compares explanations with decisions. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { ENGLISH } from "../../../src/protocol/problems.ts";
import { writeSentence } from "../../../src/protocol/sentences.ts";
import type { LimitReason } from "../../../src/protocol/unfilled.ts";
import { indexCampaigns } from "../../../src/service/placement/campaignIndex.ts";
import { decide } from "../../../src/service/placement/decide.ts";
import type { VisitorTraits } from "../../../src/service/placement/dimensions.ts";
import { explainZone, listExplained } from "../../../src/service/placement/explain.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { languages } from "../../../src/service/values/visitorDimensions.ts";
import { aCampaign, aCatalogue, aVariation } from "../support/catalogue.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const NOBODY: VisitorTraits = {
  country: undefined,
  region: undefined,
  language: undefined,
  deviceType: undefined,
  operatingSystem: undefined,
  browser: undefined,
};

interface Given {
  campaigns: object[];
  site?: object;
  visitor?: Partial<VisitorTraits>;
  page?: string;
  keywords?: string;
  custom?: Record<string, string>;
  limit?: LimitReason;
  hasConsent?: boolean;
  time?: number;
}

/** Explains zone 1 and lists the campaigns chosen for it in 60 decisions. */
function explain(given: Given) {
  const { campaigns, site, visitor, page, keywords, custom, limit, hasConsent = true, time = NOON } = given;
  const catalogue = aCatalogue({ campaigns, ...(site && { site }) });
  const index = indexCampaigns(catalogue);
  const indexed = index.zones.get(1);
  if (!indexed) throw new Error("zone 1 is not served");
  const request = {
    ...(keywords !== undefined && { keywords }),
    ...(custom && { custom_targeting: custom }),
  };
  const zone = { zone: indexed, request };
  const context = {
    visitor: { ...NOBODY, ...visitor },
    page,
    time,
    hasConsent,
    findLimit: () => limit,
  };
  const query = { ...context, zones: [zone], remaining: () => (limit ? 0 : 1), random: Math.random };
  const chosen = new Set<number | undefined>();
  for (let at = 0; at < 60; at++) {
    const [position] = decide(index, query);
    chosen.add(position === undefined ? undefined : index.campaigns[position]?.campaign.id);
  }
  const explained = [...explainZone(index, context, zone, runAtOnce(listExplained(index)))];
  return { explained, chosen };
}

const fr = languages.id("fr");

test.each<[string, Omit<Given, "campaigns">, object, string]>([
  ["active", {}, { active: false }, "The campaign is paused."],
  ["variations", {}, { variations: [aVariation(1, "1x1")] }, "It has no creative of 300x250."],
  [
    "variations",
    {},
    { variations: [{ ...aVariation(1), active: false }, aVariation(2, "1x1")] },
    "Its creatives of 300x250 are paused, wait for approval or lack their file.",
  ],
  [
    "variations",
    {},
    { variations: [{ ...aVariation(1), review: "waiting" }] },
    "Its creatives of 300x250 are paused, wait for approval or lack their file.",
  ],
  ["flight", {}, { from: "2026-11-21" }, "It begins on 2026-11-21."],
  ["flight", {}, { to: "2026-11-19" }, "It ended on 2026-11-19."],
  [
    "targeting.times",
    {},
    { targeting: { times: { timezone: "Asia/Tokyo", hours: [12] } } },
    "It is not served at this hour in Asia/Tokyo.",
  ],
  ["blockedAdvertisers", { site: { blockedAdvertisers: [2] } }, {}, "The site blocks its advertiser."],
  ["targeting.sites", {}, { targeting: { sites: [2] } }, "It is for other sites."],
  ["targeting.zones", {}, { targeting: { zones: [2] } }, "It is for other zones."],
  ["targeting.categories", {}, { targeting: { categories: [2] } }, "It is for sites of other categories."],
  [
    "targeting.countries",
    { visitor: { country: "FRA" } },
    { targeting: { countries: ["DEU"] } },
    "It is for DEU; the visitor is in FRA.",
  ],
  [
    "targeting.countries",
    {},
    { targeting: { countries: ["DEU", "FRA"] } },
    "It is for DEU, FRA; the visitor is in an unknown country.",
  ],
  [
    "targeting.regions",
    { visitor: { region: 8 } },
    { targeting: { regions: [7] } },
    "It is for other regions.",
  ],
  [
    "targeting.operatingSystems",
    {},
    { targeting: { operatingSystems: ["iOS", "macOS"] } },
    "It is for other systems: iOS, macOS.",
  ],
  ["targeting.browsers", {}, { targeting: { browsers: ["Safari"] } }, "It is for other browsers: Safari."],
  [
    "targeting.languages",
    { visitor: { language: fr } },
    { targeting: { languages: ["de"] } },
    "It is for other languages: de.",
  ],
  [
    "targeting.deviceTypes",
    {},
    { targeting: { deviceTypes: ["mobile"] } },
    "It is for other device types: mobile.",
  ],
  [
    "targeting.custom",
    { custom: { plan: "free" } },
    { targeting: { custom: { plan: ["pro", "team"] } } },
    "The zone must say plan: pro or team.",
  ],
  ["targeting.custom", {}, { targeting: { custom: { plan: ["pro"] } } }, "The zone must say plan: pro."],
  [
    "targeting.custom",
    { custom: { plan: "pro" } },
    { targeting: { custom: { plan: ["pro"], section: ["sports"] } } },
    "The zone must say section: sports.",
  ],
  [
    "keywords",
    { keywords: " , ", page: "https://site.example/boots" },
    { keywords: ["shoes"] },
    "None of its keywords is among the words of the page's address.",
  ],
  [
    "keywords",
    { keywords: "boots", page: "https://site.example/shoes" },
    { keywords: ["shoes"] },
    "None of its keywords is among the zone's keywords.",
  ],
  [
    "negativeKeywords",
    { keywords: "war" },
    { negativeKeywords: ["war"] },
    "One of its negative keywords matches.",
  ],
  [
    "negativeKeywords",
    { keywords: "peace", page: "https://site.example/war" },
    { negativeKeywords: ["war"] },
    "One of its negative keywords matches.",
  ],
  [
    "keywords",
    { keywords: "boots" },
    { keywords: ["shoes"] },
    "None of its keywords is among the zone's keywords.",
  ],
  [
    "keywords",
    { page: "https://site.example/boots" },
    { keywords: ["shoes"] },
    "None of its keywords is among the words of the page's address.",
  ],
  [
    "negativeKeywords",
    { page: "https://site.example/war" },
    { negativeKeywords: ["war"] },
    "One of its negative keywords matches.",
  ],
  [
    "consent",
    { hasConsent: false },
    { targeting: { regions: [7], browsers: ["Safari"] } },
    "It is for certain visitors, and this one gave no consent to tell whether it is one of them.",
  ],
  ["frequency", { limit: "frequency" }, {}, "The visitor has seen it as often as its frequency cap allows."],
  ["caps", { limit: "caps" }, {}, "Its impression cap is used up."],
  ["budget", { limit: "budget" }, {}, "Its budget is spent."],
  [
    "spread",
    { limit: "spread" },
    {},
    "It is spread evenly over the day, and has delivered its share so far.",
  ],
])("a campaign excluded by %s is explained with the reason", (rule, given, campaign, reason) => {
  const { explained, chosen } = explain({ ...given, campaigns: [aCampaign({ id: 1, ...campaign })] });
  expect(explained).toEqual([
    { id: 1, name: "Campaign 1", excluded: [{ rule, reason, problem: expect.anything() }], chance: 0 },
  ]);
  const { code = "", ...parameters } = { ...explained[0]?.excluded[0]?.problem };
  expect(writeSentence(ENGLISH[code] ?? "", parameters)).toBe(reason);
  expect(chosen).toEqual(new Set([undefined]));
});

test("a campaign that matches every rule has a chance of 100 and no reason", () => {
  const targeting = {
    countries: ["FRA"],
    regions: [7],
    languages: ["fr"],
    browsers: ["Safari"],
    sites: [1],
    zones: [1],
    deviceTypes: ["mobile"],
    operatingSystems: ["iOS"],
    categories: [1],
    custom: { plan: ["free", "pro"] },
    times: { timezone: "UTC", hours: [12] },
  };
  const dates = { from: "2026-11-20", to: "2026-11-20" };
  const words = { keywords: ["shoes"], negativeKeywords: ["war"] };
  const visitor = { country: "FRA", region: 7, language: fr, browser: 2, deviceType: 2, operatingSystem: 3 };
  const variations = [{ ...aVariation(1), active: false }, aVariation(2)];
  const { explained, chosen } = explain({
    campaigns: [aCampaign({ id: 1, targeting, variations, ...dates, ...words })],
    visitor,
    custom: { plan: "pro" },
    keywords: "red shoes",
    page: "https://site.example/",
  });
  expect(explained).toEqual([{ id: 1, name: "Campaign 1", excluded: [], chance: 100 }]);
  expect(chosen).toEqual(new Set([1]));
});

test.each([
  ["2026-11-19T23:59:59.999Z", ["flight"]],
  ["2026-11-20T00:00:00Z", []],
  ["2026-11-20T23:59:59.999Z", []],
  ["2026-11-21T00:00:00Z", ["flight"]],
])("at %s a campaign for 20 November is excluded by %j, and by its hours as well", (time, rules) => {
  const day = { from: "2026-11-20", to: "2026-11-20" };
  const targeting = { times: { timezone: "UTC", hours: [12] } };
  const list = (campaign: object) => {
    const { explained } = explain({ campaigns: [aCampaign({ id: 1, ...campaign })], time: Date.parse(time) });
    return explained[0]?.excluded.map(({ rule }) => rule);
  };
  expect(list(day)).toEqual(rules);
  expect(list({ ...day, targeting })).toEqual([...rules, "targeting.times"]);
});

test("a deleted campaign is not explained", () => {
  const campaigns = [aCampaign({ id: 1, deleted: true }), aCampaign({ id: 2 })];
  expect(explain({ campaigns }).explained.map(({ id }) => id)).toEqual([2]);
});

test("a campaign excluded by several rules lists all of them", () => {
  const [one] = explain({
    campaigns: [aCampaign({ id: 1, to: "2026-01-01", keywords: ["shoes"], targeting: { zones: [9] } })],
  }).explained;
  expect(one?.excluded.map(({ rule }) => rule)).toEqual(["targeting.zones", "flight", "keywords"]);
});

test("chances follow the weights within the highest priority", () => {
  const { explained } = explain({
    campaigns: [
      aCampaign({ id: 1, weight: 3 }),
      aCampaign({ id: 2, weight: 1 }),
      aCampaign({ id: 3, priority: -1 }),
    ],
  });
  const behind = {
    rule: "priority",
    reason: "A campaign of a higher priority comes first: Campaign 1.",
    problem: { code: "excluded-rank-priority", name: "Campaign 1" },
  };
  expect(explained.map(({ chance, excluded }) => [chance, excluded])).toEqual([
    [75, []],
    [25, []],
    [0, [behind]],
  ]);
});

test("a campaign without keywords names the campaign with a matching keyword that precedes it", () => {
  const { explained, chosen } = explain({
    campaigns: [aCampaign({ id: 1 }), aCampaign({ id: 2, keywords: ["shoes"] })],
    keywords: "shoes",
  });
  expect(explained.map(({ excluded }) => excluded)).toEqual([
    [
      {
        rule: "keywords",
        reason: "A campaign with a keyword that matches comes first: Campaign 2.",
        problem: { code: "excluded-rank-keyword", name: "Campaign 2" },
      },
    ],
    [],
  ]);
  expect(chosen).toEqual(new Set([2]));
});

const campaigns = fc.array(
  fc.record(
    {
      active: fc.boolean(),
      priority: fc.integer({ min: -1, max: 1 }),
      keywords: fc.subarray(["shoes", "boots"]),
      negativeKeywords: fc.subarray(["war"]),
      from: fc.constantFrom("2026-11-19", "2026-11-20", "2026-11-21"),
      targeting: fc.record(
        {
          zones: fc.subarray([1, 2]),
          countries: fc.subarray(["DEU", "FRA"]),
          custom: fc.constantFrom({}, { plan: ["pro"] }),
          times: fc.record({ timezone: fc.constant("Asia/Tokyo"), hours: fc.subarray([12, 21]) }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
  { minLength: 1, maxLength: 5 },
);

test("a campaign with a chance is sometimes chosen; one without a chance has a reason", () => {
  fc.assert(
    fc.property(
      campaigns,
      fc.constantFrom("shoes", "boots,war", "", undefined),
      fc.constantFrom("DEU", "ITA", undefined),
      fc.constantFrom("https://site.example/shoes/war", "https://site.example/boots"),
      (list, keywords, country, page) => {
        const { explained, chosen } = explain({
          campaigns: list.map((campaign, at) => aCampaign({ id: at + 1, ...campaign })),
          page,
          visitor: { country },
          custom: { plan: "pro" },
          ...(keywords !== undefined && { keywords }),
        });
        const withChance = explained.filter(({ chance }) => chance > 0).map(({ id }) => id);
        expect([...chosen].filter((id) => id !== undefined).sort()).toEqual(withChance.sort());
        for (const { chance, excluded } of explained) expect(excluded.length > 0).toBe(chance === 0);
      },
    ),
    { numRuns: 150 },
  );
});
