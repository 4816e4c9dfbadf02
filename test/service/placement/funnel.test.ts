/** Reason stored in the event of a request without an ad. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AdRequest } from "../../../src/protocol/placement.ts";
import { UNFILLED_REASONS } from "../../../src/protocol/unfilled.ts";
import { type Caller, Placement } from "../../../src/service/placement/placement.ts";
import { aCampaign, aCatalogue, aVariation, type CatalogueOptions } from "../support/catalogue.ts";
import { explainAll } from "../support/explained.ts";
import { createPlacementParts } from "../support/placementParts.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const CALLER: Caller = {
  address: "192.0.2.1",
  isBrowser: true,
  userAgent: "",
  language: "de",
  optsOut: false,
  origin: "https://ads.example",
};
const ROBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

function createPlacement(options: CatalogueOptions) {
  const parts = {
    ...createPlacementParts(),
    locate: () => ({ country: "GBR", subdivision: "GB-SCT" }),
    random: Math.random,
  };
  const placement = new Placement(parts, aCatalogue(options), NOON);
  const ask = (request: Partial<AdRequest> = {}, caller: Partial<Caller> = {}) => {
    const asked = { user: {}, zones: [{ id: 1 }], ...request };
    const from = { ...CALLER, ...caller };
    const explained = explainAll(placement, asked, from, NOON);
    const placed = placement.place(asked, from, NOON);
    if (placed instanceof Promise) throw new Error("The placement waits for other nodes.");
    return { events: placed.events, explained };
  };
  return { ask };
}

/** Lists the reason and the excluded campaign of each event. */
const readReasons = (events: ReturnType<ReturnType<typeof createPlacement>["ask"]>["events"]) =>
  events.map(({ campaign }) => [campaign.unfilled_reason, campaign.excluded_campaign_id]);

const noConsent: AdRequest["user"] = { gdpr: { gdpr: 1, consent: "" } };
const cases: [string, object, { site?: object; request?: Partial<AdRequest>; caller?: Partial<Caller> }][] = [
  ["network", { active: false }, {}],
  ["variations", { variations: [aVariation(1, "1x1")] }, {}],
  ["variations", { variations: [{ ...aVariation(1), review: "waiting" }] }, {}],
  ["targeting.sites", { targeting: { sites: [2] } }, {}],
  ["targeting.zones", { targeting: { zones: [2] } }, {}],
  ["targeting.categories", { targeting: { categories: [2] } }, {}],
  ["blockedAdvertisers", {}, { site: { blockedAdvertisers: [2] } }],
  ["flight", { from: "2026-11-21" }, {}],
  ["targeting.times", { targeting: { times: { timezone: "UTC", hours: [3] } } }, {}],
  ["targeting.countries", { targeting: { countries: ["DEU"] } }, {}],
  ["targeting.countries", { targeting: { countries: ["DEU"] } }, { request: { user: noConsent } }],
  ["targeting.regions", { targeting: { regions: [8] } }, {}],
  ["targeting.languages", { targeting: { languages: ["fr"] } }, {}],
  ["targeting.deviceTypes", { targeting: { deviceTypes: ["tv"] } }, {}],
  ["targeting.operatingSystems", { targeting: { operatingSystems: ["iOS"] } }, {}],
  ["targeting.browsers", { targeting: { browsers: ["Safari"] } }, {}],
  ["consent", { targeting: { regions: [7] } }, { request: { user: noConsent } }],
  ["consent", { targeting: { languages: ["de"] } }, { caller: { optsOut: true } }],
  ["targeting.custom", { targeting: { custom: { plan: ["pro"] } } }, {}],
  ["keywords", { keywords: ["shoes"] }, {}],
  [
    "negativeKeywords",
    { negativeKeywords: ["war"] },
    { request: { user: { referer: "https://a.example/war" } } },
  ],
  ["caps", { caps: { daily: 0 }, budget: { daily: "1" } }, {}],
  ["budget", { caps: { daily: 1 }, budget: { daily: "0.001" } }, {}],
];

test.each(cases)("a request left empty by %s stores that reason (%j, %j)", (reason, campaign, given) => {
  const { ask } = createPlacement({
    campaigns: [aCampaign({ id: 1, ...campaign })],
    ...(given.site && { site: given.site }),
  });
  const { events } = ask(given.request, given.caller);
  const isLimit = reason === "caps" || reason === "budget";
  expect(readReasons(events)).toEqual([[reason, isLimit ? 1 : undefined]]);
  expect(events[0]?.campaign.campaign_id).toBe(undefined);
});

test("every reason except suspension, frequency and spread has a case above", () => {
  const covered = new Set([...cases.map(([reason]) => reason), "suspended", "frequency", "spread"]);
  expect([...covered].sort()).toEqual([...UNFILLED_REASONS].sort());
});

test("with several campaigns the reason is the last step that any campaign reached", () => {
  const { ask } = createPlacement({
    campaigns: [
      aCampaign({ id: 1, targeting: { countries: ["DEU"] }, keywords: ["shoes"] }),
      aCampaign({ id: 2, to: "2026-11-19" }),
      aCampaign({ id: 3, keywords: ["shoes"] }),
    ],
  });
  expect(readReasons(ask().events)).toEqual([["keywords", undefined]]);
});

test("of the campaigns that reach the last limit, the one of highest priority, then weight, is stored", () => {
  const spent = { budget: { total: "0.001" } };
  const { ask } = createPlacement({
    campaigns: [
      aCampaign({ id: 1, priority: 9, caps: { daily: 0 } }),
      aCampaign({ id: 2, priority: 1, weight: 1, ...spent }),
      aCampaign({ id: 3, priority: 1, weight: 5, ...spent }),
      aCampaign({ id: 4, priority: 1, weight: 5, ...spent }),
      aCampaign({ id: 5, priority: 0, weight: 9, ...spent }),
    ],
  });
  expect(readReasons(ask().events)).toEqual([["budget", 3]]);
});

test("a zone whose only campaign was used up by another zone of the request stores that limit", () => {
  const { ask } = createPlacement({ campaigns: [aCampaign({ id: 1, caps: { daily: 1 } })] });
  const { events } = ask({ zones: [{ id: 1 }, { id: 2 }] });
  expect(events.map(({ campaign }) => campaign.campaign_id ?? campaign.unfilled_reason).sort()).toEqual([
    1,
    "caps",
  ]);
});

test("frequency caps and even pacing are stored as reasons with their campaign", () => {
  const capped = aCampaign({ id: 1, frequency: [{ impressions: 1, seconds: 3600 }] });
  const reader = { user: { id: "reader" } };
  const first = createPlacement({ campaigns: [capped] });
  first.ask(reader);
  expect(readReasons(first.ask(reader).events)).toEqual([["frequency", 1]]);
  // Even pacing allows three of four impressions by noon.
  const even = createPlacement({ campaigns: [aCampaign({ id: 1, caps: { daily: 4 }, spread: "even" })] });
  for (let at = 0; at < 3; at++) even.ask();
  expect(readReasons(even.ask().events)).toEqual([["spread", 1]]);
});

test("robot requests store no reason and unknown zones no event", () => {
  const { ask } = createPlacement({ campaigns: [aCampaign({ id: 1, keywords: ["shoes"] })] });
  expect(readReasons(ask({}, { userAgent: ROBOT }).events)).toEqual([[undefined, undefined]]);
  expect(ask({ zones: [{ id: 404 }] }).events).toEqual([]);
});

test("equal reasons share one object, the key of the cache of event lines", () => {
  const { ask } = createPlacement({ campaigns: [aCampaign({ id: 1, budget: { total: "0.001" } })] });
  const [first, second] = [ask().events[0]?.campaign, ask().events[0]?.campaign];
  expect(first).toBe(second);
});

/** Steps in the documented order. */
const ORDER = [
  ...["active", "network", "variations", "targeting.sites", "targeting.zones", "targeting.categories"],
  ...["blockedAdvertisers", "flight", "targeting.times", "targeting.countries", "targeting.regions"],
  ...["targeting.custom", "keywords", "negativeKeywords", "caps", "budget"],
];

const anyCampaign = fc.record(
  {
    active: fc.boolean(),
    priority: fc.integer({ min: -1, max: 1 }),
    keywords: fc.subarray(["shoes", "boots"]),
    negativeKeywords: fc.subarray(["war"]),
    from: fc.constantFrom("2026-11-19", "2026-11-21"),
    caps: fc.constantFrom({}, { daily: 0 }),
    budget: fc.constantFrom({}, { daily: "0.001" }),
    variations: fc.constantFrom([aVariation(1)], [aVariation(1, "1x1")]),
    targeting: fc.record(
      {
        zones: fc.subarray([1, 2]),
        countries: fc.subarray(["DEU", "GBR"]),
        regions: fc.subarray([7, 8]),
        custom: fc.constantFrom({}, { plan: ["pro"] }, { plan: ["free"] }),
        times: fc.record({ timezone: fc.constant("Asia/Tokyo"), hours: fc.subarray([12, 21]) }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

test("for any campaigns an empty zone stores the furthest step of the explained exclusions", () => {
  fc.assert(
    fc.property(
      fc.array(anyCampaign, { minLength: 1, maxLength: 5 }),
      fc.constantFrom("shoes", "boots,war", undefined),
      (campaigns, keywords) => {
        const { ask } = createPlacement({
          campaigns: campaigns.map(({ variations, ...each }, at) =>
            aCampaign({
              id: at + 1,
              ...each,
              ...(variations && { variations: variations.map((one) => ({ ...one, id: at + 1 })) }),
            }),
          ),
        });
        const zones = [{ id: 1, custom_targeting: { plan: "pro" }, ...(keywords && { keywords }) }];
        const { events, explained } = ask({ zones });
        const rules = explained[0]?.map(({ excluded }) => excluded.map(({ rule }) => rule)) ?? [];
        const [event] = events;
        if (event?.counters.filled) return;
        const reach = (own: readonly string[]) => ORDER.findIndex((step) => own.includes(step));
        const last = ORDER[Math.max(...rules.map(reach))];
        expect(event?.campaign.unfilled_reason).toBe(last === "active" ? "network" : last);
      },
    ),
    { numRuns: 300 },
  );
});
