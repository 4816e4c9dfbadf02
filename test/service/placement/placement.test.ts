/** What a request reserves, counts and signs, and what it lets be known of its visitor. */
import { expect, test, vi } from "vitest";
import type { AdRequest, AdResponse } from "../../../src/protocol/placement.ts";
import { readCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { LocalBudgets } from "../../../src/service/delivery/localBudgets.ts";
import { LocalFrequencyCaps } from "../../../src/service/delivery/localFrequency.ts";
import { type Caller, Placement } from "../../../src/service/placement/placement.ts";
import { createTokens, type Token } from "../../../src/service/signing/token.ts";
import { seededRandom } from "../../../src/service/values/random.ts";
import {
  aCampaign,
  aCatalogue,
  aCatalogueObject,
  aVariation,
  type CatalogueOptions,
} from "../support/catalogue.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const LIFE = 120_000;
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const ROBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const BROWSER: Caller = {
  ...{ address: "192.0.2.1", isBrowser: true, userAgent: PHONE, language: "de-AT", optsOut: false },
  origin: "https://ads.example",
};
const SERVER: Caller = { ...BROWSER, isBrowser: false };

/** Scotland has 192.0.2.1, Germany what the request names. */
const locate = (address: string) =>
  address === "192.0.2.1" ? { country: "GBR", subdivision: "GB-SCT" } : { country: "DEU" };

/** Placement with a catalogue, and what its requests are answered with. */
function createPlacement(options: CatalogueOptions, load?: (user: string) => Promise<void>) {
  const tokens = createTokens(Buffer.alloc(32), LIFE);
  const budgets = new LocalBudgets(LIFE);
  const frequencyCaps = Object.assign(new LocalFrequencyCaps(), load && { load });
  const parts = { epoch: 7, budgets, frequencyCaps, tokens, locate, random: seededRandom(1) };
  const placement = new Placement(parts, aCatalogue(options), NOON);
  const place = (request: Partial<AdRequest> = {}, caller: Partial<Caller> = {}, now = NOON) => {
    const placed = placement.place(
      { user: {}, zones: [{ id: 1 }], ...request },
      { ...BROWSER, ...caller },
      now,
    );
    const answer = JSON.parse(placed.body) as AdResponse;
    const decisions = answer.zones.map((zone) => (zone ? readToken(zone.data.url) : undefined));
    return { ...placed, answer, decisions, campaigns: decisions.map((decision) => decision?.campaign) };
  };
  const readToken = (address: string): Token => {
    const reading = tokens.read(new URL(address).pathname.slice("/c/".length), NOON);
    if ("forged" in reading) throw new Error(`${address} is forged.`);
    return reading.token;
  };
  return { placement, tokens, budgets, frequencyCaps, place };
}

const one = { campaigns: [aCampaign({ id: 1 })] };

test("each zone that exists gives one event, with what was chosen for it, and filled, empty and unknown zones are counted", () => {
  const { place } = createPlacement({ campaigns: [aCampaign({ id: 1, keywords: ["shoes"] })] });
  const zones = [{ id: 404 }, { id: 1, sub: 3, keywords: "shoes" }, { id: 2 }, { id: 3 }];
  const { events, filled, empty, unknown, answer } = place({ zones }, { address: "198.51.100.1" });
  expect({ filled, empty, unknown }).toEqual({ filled: 1, empty: 2, unknown: 1 });
  const common = { time: NOON, visitor: expect.objectContaining({ country_iso: "DEU", browser_id: 2 }) };
  expect(events).toEqual([
    {
      ...{ ...common, sub: 3, counters: { ad_requests: 1, filled: 1 } },
      zone: expect.objectContaining({ zone_id: 1 }),
      campaign: expect.objectContaining({ campaign_id: 1, variation_id: 1 }),
    },
    ...[2, 3].map((zone) => ({
      ...{ ...common, sub: undefined, counters: { ad_requests: 1 }, campaign: {} },
      zone: expect.objectContaining({ zone_id: zone }),
    })),
  ]);
  expect(answer.zones.map((zone) => zone?.idzone)).toEqual([undefined, 1, undefined, undefined]);
  expect(answer.errors).toEqual({ 0: ["Zone 404 not found"] });
});

test("decisions are numbered through all requests of a start, and their addresses say what was chosen when", () => {
  const { place } = createPlacement({ campaigns: [1, 2, 3].map((id) => aCampaign({ id, priority: -id })) });
  const first = place({ zones: [{ id: 1 }, { id: 404 }, { id: 2, sub: 9 }] }).decisions;
  const second = place({}, {}, NOON + 5).decisions;
  expect(first[0]).toMatchObject({ epoch: 7, number: 1, decidedAt: NOON, zone: 1, sub: undefined });
  expect(first[1]).toBe(undefined);
  expect(first[2]).toMatchObject({ epoch: 7, number: 2, decidedAt: NOON, zone: 2, sub: 9 });
  expect(first.map((decision) => decision?.campaign).toSorted()).toEqual([1, 2, undefined]);
  expect(second).toMatchObject([{ epoch: 7, number: 3, decidedAt: NOON + 5, campaign: 1, variation: 1 }]);
});

test("the creative is one of the zone's size, drawn by the weights of the campaign's own", () => {
  const variations = [
    { ...aVariation(1), weight: 3 },
    { ...aVariation(2), weight: 1 },
    { ...aVariation(3, "728x90"), weight: 100 },
  ];
  const { place } = createPlacement({ campaigns: [aCampaign({ id: 1, variations })] });
  const counts = new Map<number | undefined, number>();
  for (let round = 0; round < 1000; round++) {
    const variation = place().decisions[0]?.variation;
    counts.set(variation, (counts.get(variation) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted()).toEqual([1, 2]);
  // Five standard deviations of a fair draw; the seed makes it the same draw always.
  expect(Math.abs((counts.get(1) ?? 0) - 750)).toBeLessThan(5 * Math.sqrt(1000 * 0.75 * 0.25));
});

test("a decision reserves an impression until it lapses, or until its request is undone", () => {
  const { place } = createPlacement({ campaigns: [aCampaign({ id: 1, caps: { total: 2 } })] });
  const zones = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const both = place({ zones });
  expect(both.filled).toBe(2);
  expect(place().filled).toBe(0);
  both.undo(NOON);
  expect(place({ zones }).filled).toBe(2);
  const lapsed = NOON + LIFE + 10_000;
  expect(place({}, {}, lapsed).filled).toBe(1);
});

test("a reservation is known by the epoch and number that the addresses of its decision carry", () => {
  const { place, budgets } = createPlacement({ campaigns: [1, 2, 3].map((id) => aCampaign({ id })) });
  const reserve = vi.spyOn(budgets, "reserve");
  const zones = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const decisions = [...place({ zones }).decisions, ...place({ zones }, {}, NOON + 5).decisions];
  const signed = decisions.map((decision) => {
    const { campaign, epoch, number, decidedAt } = decision as Token;
    return { campaign, epoch, number, decidedAt };
  });
  expect(reserve.mock.calls.map(([reserved]) => reserved)).toEqual(signed);
});

test("a robot is answered, counted by itself, and takes nothing from anyone, also when its request is undone", () => {
  const { place } = createPlacement({ campaigns: [aCampaign({ id: 1, caps: { total: 1 } })] });
  for (let again = 0; again < 3; again++) {
    const robot = place({}, { userAgent: ROBOT });
    expect(robot.filled).toBe(1);
    expect(robot.events[0]?.counters).toEqual({ robot_requests: 1 });
    expect(robot.decisions[0]?.visitor.isRobot).toBe(true);
  }
  const robot = place({}, { userAgent: ROBOT });
  expect(place().decisions[0]?.visitor.isRobot).toBe(false);
  // The decision of the person has the only impression, and keeps it.
  robot.undo(NOON);
  expect(place().filled).toBe(0);
});

test("the address, user agent and language that a request names win over the connection's and its headers'", () => {
  const { place } = createPlacement(one);
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";
  expect(place().events[0]?.visitor).toEqual({
    ...{ country_iso: "GBR", region_id: 7, language_id: 33, browser_id: 2, operating_system_id: 3 },
    ...{ device_id: 3, device_type_id: 2 },
  });
  expect(place({ user: { ip: "203.0.113.9", ua: agent, language: "en" } }).events[0]?.visitor).toEqual({
    ...{ country_iso: "DEU", language_id: 38, browser_id: 4, operating_system_id: 5 },
    ...{ device_id: 1, device_type_id: 1 },
  });
  expect(place({ user: { ip: "::ffff:192.0.2.1" } }).events[0]?.visitor).toMatchObject({ region_id: 7 });
});

test("a visitor of whom the request has neither user agent nor language is known by the country alone", () => {
  const { place } = createPlacement(one);
  const silent = { address: "203.0.113.9", userAgent: undefined, language: undefined };
  expect(place({}, silent).events[0]?.visitor).toEqual({ country_iso: "DEU" });
});

test.each<[string, AdRequest["user"], Partial<Caller>, boolean]>([
  ["without a word on it", {}, {}, true],
  ["outside GDPR", { gdpr: { gdpr: 0, consent: "" } }, {}, true],
  ["under GDPR with consent", { gdpr: { gdpr: 1, consent: "CO" } }, {}, true],
  ["under GDPR with an empty consent", { gdpr: { gdpr: 1, consent: "" } }, {}, false],
  ["under GDPR with a blank consent", { gdpr: { gdpr: 1, consent: " " } }, {}, false],
  ["under GDPR without consent", { gdpr: { gdpr: 1 } } as AdRequest["user"], {}, false],
  ["under Global Privacy Control", {}, { optsOut: true }, false],
])("what is kept of a visitor %s follows the consent", (_what, user, caller, hasConsent) => {
  const { place, tokens } = createPlacement(one);
  const { decisions, events } = place({ user: { id: "reader", ...user } }, { ...SERVER, ...caller });
  const known = { user: tokens.digest("user", "reader"), address: tokens.digest("address", "192.0.2.1") };
  const unknown = { user: undefined, address: undefined };
  expect(decisions[0]?.visitor).toMatchObject(hasConsent ? known : unknown);
  expect(events[0]?.visitor).toHaveProperty("country_iso", "GBR");
  expect("browser_id" in (events[0]?.visitor ?? {})).toBe(hasConsent);
});

test("impressions must come from the caller's network where a server names no visitor, and may come from anywhere else", () => {
  const { place, tokens } = createPlacement(one);
  const bind = (user: AdRequest["user"], caller: Partial<Caller>) =>
    place({ user }, caller).decisions[0]?.visitor.address;
  expect(bind({}, SERVER)).toBe(tokens.digest("address", "192.0.2.1"));
  const address = "2001:db8:1:2:3:4:5:6";
  expect(bind({}, { ...SERVER, address })).toBe(tokens.digest("address", "2001:db8:1:2::/64"));
  expect(bind({ ip: "192.0.2.1" }, SERVER)).toBe(undefined);
  expect(bind({}, BROWSER)).toBe(undefined);
});

const capped = { frequency: [{ impressions: 1, seconds: 60 }] };

test("a frequency cap holds for the visitor that the page names, and for no other", () => {
  const { place, tokens, frequencyCaps, placement } = createPlacement({
    campaigns: [aCampaign({ id: 1, ...capped, caps: { total: 1 } }), aCampaign({ id: 2, priority: -1 })],
  });
  const { campaigns } = aCatalogue({ campaigns: [aCampaign({ id: 1, ...capped })] }).data;
  const [campaign] = campaigns;
  if (!campaign) throw new Error("No campaign.");
  frequencyCaps.count({ user: tokens.digest("user", "reader"), campaign: 1, time: NOON - 1000 }, campaign);
  expect(place({ user: { id: "reader" } }).campaigns).toEqual([2]);
  expect(place({ user: { id: "" } }, { userAgent: ROBOT }).campaigns).toEqual([1]);
  expect(place({}, { userAgent: ROBOT }).campaigns).toEqual([1]);
  expect(place({ user: { id: "other" } }).campaigns).toEqual([1]);
  // The cap of all visitors is used up now, whatever the visitor's own leaves.
  expect(place({ user: { id: "third" } }).campaigns).toEqual([2]);
  placement.setCatalogue(aCatalogue({ campaigns: [aCampaign({ id: 1 })] }), NOON);
  expect(place({ user: { id: "reader" } }).campaigns).toEqual([1]);
});

test("a frequency cap limits the zones of one request, and those of a visitor whom the page does not name not at all", () => {
  const { place } = createPlacement({ campaigns: [aCampaign({ id: 1, ...capped })] });
  const zones = [{ id: 1 }, { id: 2 }, { id: 3 }];
  expect(place({ user: { id: "reader" }, zones }).filled).toBe(1);
  expect(place({ zones }).filled).toBe(3);
});

test("what others know of a visitor is asked for where a campaign has a frequency cap and the visitor is known", async () => {
  const asked: string[] = [];
  const load = async (user: string) => void asked.push(user);
  const { placement, tokens } = createPlacement(one, load);
  const prepare = (user: AdRequest["user"]) => placement.prepare({ user, zones: [{ id: 1 }] }, BROWSER);
  expect(prepare({ id: "reader" })).toBe(undefined);
  const uncapped = aCampaign({ id: 2 });
  placement.setCatalogue(aCatalogue({ campaigns: [uncapped, aCampaign({ id: 1, ...capped })] }), NOON);
  expect(prepare({})).toBe(undefined);
  expect(prepare({ id: "reader", gdpr: { gdpr: 1, consent: "" } })).toBe(undefined);
  expect(asked).toEqual([]);
  await prepare({ id: "reader" });
  expect(asked).toEqual([tokens.digest("user", "reader")]);
});

test("what others know of a visitor is not asked for where there are no others", () => {
  const { placement } = createPlacement({ campaigns: [aCampaign({ id: 1, ...capped })] });
  expect(placement.prepare({ user: { id: "reader" }, zones: [{ id: 1 }] }, BROWSER)).toBe(undefined);
});

test("frequency caps of the catalogue that a start begins with are asked for from its first request", async () => {
  const asked: string[] = [];
  const load = async (user: string) => void asked.push(user);
  const { placement } = createPlacement({ campaigns: [aCampaign({ id: 1, ...capped })] }, load);
  await placement.prepare({ user: { id: "reader" }, zones: [{ id: 1 }] }, BROWSER);
  expect(asked).toHaveLength(1);
});

test("a new catalogue decides from the next request on, with its own zones, budgets and regions", () => {
  const { placement, place } = createPlacement(one);
  const zones = [{ id: 5, site: 1, name: "Zone", size: "300x250" }];
  const campaigns = [aCampaign({ id: 2, caps: { total: 1 }, targeting: { regions: [7] } })];
  placement.setCatalogue(aCatalogue({ campaigns, zones }), NOON);
  expect(place().unknown).toBe(1);
  expect(place({ zones: [{ id: 5 }] }).campaigns).toEqual([2]);
  expect(place({ zones: [{ id: 5 }] }).campaigns).toEqual([undefined]);
});

test("a region of the catalogue without a code is the region of no visitor", () => {
  const { placement, place } = createPlacement(one);
  const regions = [{ id: 9, name: "Highlands", country: "GBR" }];
  placement.setCatalogue(readCatalogue({ ...aCatalogueObject(one), regions }), NOON);
  for (const address of ["192.0.2.1", "203.0.113.9"])
    expect(place({}, { address }).events[0]?.visitor).not.toHaveProperty("region_id");
});

test("each zone is explained by the rules of its request, and one that is not known by nothing", () => {
  const campaigns = [
    aCampaign({ id: 1, keywords: ["shoes"], targeting: { regions: [7] } }),
    aCampaign({ id: 2, caps: { total: 0 } }),
  ];
  const { placement } = createPlacement({ campaigns });
  const zones = [{ id: 404 }, { id: 1 }, { id: 2, keywords: "boots" }];
  const explain = (country?: string) => {
    const request = { user: { referer: "https://site.example/shoes" }, zones };
    return placement
      .explain(request, BROWSER, NOON, country)
      .map((zone) => zone?.map(({ excluded, chance }) => [chance, ...excluded.map(({ rule }) => rule)]));
  };
  expect(explain()).toEqual([
    undefined,
    [[100], [0, "budget"]],
    [
      [0, "keywords"],
      [0, "budget"],
    ],
  ]);
  // Of a visitor who is said to be elsewhere the region is not known.
  expect(explain("GBR")[1]).toEqual([
    [0, "targeting.regions"],
    [0, "budget"],
  ]);
});

test("a campaign for a country is explained for a visitor who is said to be there", () => {
  const { placement } = createPlacement({
    campaigns: [aCampaign({ id: 1, targeting: { countries: ["FRA"] } })],
  });
  const request = { user: {}, zones: [{ id: 1 }] };
  expect(placement.explain(request, BROWSER, NOON, "FRA")[0]?.[0]?.chance).toBe(100);
  expect(placement.explain(request, BROWSER, NOON)[0]?.[0]?.chance).toBe(0);
});
