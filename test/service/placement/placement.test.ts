/** Placement of requests: events, tokens, reservations, visitors, consent, frequency caps and explanations. */
import { expect, test, vi } from "vitest";
import type { AdRequest, AdResponse } from "../../../src/protocol/placement.ts";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import type { FrequencyCaps } from "../../../src/service/delivery/frequency.ts";
import { LocalFrequencyCaps } from "../../../src/service/delivery/localFrequency.ts";
import { type Caller, type Placed, Placement } from "../../../src/service/placement/placement.ts";
import { seededRandom } from "../../../src/service/placement/random.ts";
import type { Token } from "../../../src/service/signing/token.ts";
import {
  aCampaign,
  aCatalogue,
  aCatalogueObject,
  aVariation,
  type CatalogueOptions,
} from "../support/catalogue.ts";
import { CONSENTED, REFUSED } from "../support/consent.ts";
import { explainAll } from "../support/explained.ts";
import { createPlacementParts } from "../support/placementParts.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const LIFE = 120_000;
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const ROBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const BROWSER: Caller = {
  address: "192.0.2.1",
  isBrowser: true,
  userAgent: PHONE,
  language: "de-AT",
  optsOut: false,
  origin: "https://ads.example",
};
const SERVER: Caller = { ...BROWSER, isBrowser: false };

/** Locates 192.0.2.1 in Scotland and every other address in Germany. */
const locate = (address: string) =>
  address === "192.0.2.1" ? { country: "GBR", subdivision: "GB-SCT" } : { country: "DEU" };

/** Creates a placement for a catalogue, with decoded responses. */
function createPlacement(
  options: CatalogueOptions,
  frequencyCaps: FrequencyCaps = new LocalFrequencyCaps({ reservationLife: LIFE }),
) {
  const own = createPlacementParts(LIFE);
  const { tokens, budgets } = own;
  const parts = { ...own, epoch: 7, frequencyCaps, locate, random: seededRandom(1) };
  const placement = new Placement(parts, aCatalogue(options), NOON);
  const place = (request: Partial<AdRequest> = {}, caller: Partial<Caller> = {}, now = NOON) => {
    const placed = placement.place(
      { user: {}, zones: [{ id: 1 }], ...request },
      { ...BROWSER, ...caller },
      now,
    );
    if (placed instanceof Promise) throw new Error("The placement waits for other nodes.");
    return readAnswer(placed);
  };
  const readAnswer = (placed: Placed) => {
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

test("each known zone gets one event, and filled, empty and unknown zones are counted", () => {
  const { place } = createPlacement({ campaigns: [aCampaign({ id: 1, keywords: ["shoes"] })] });
  const zones = [{ id: 404 }, { id: 1, sub: 3, keywords: "shoes" }, { id: 2 }, { id: 3 }];
  const { events, filled, empty, unknown, answer } = place({ zones }, { address: "198.51.100.1" });
  expect({ filled, empty, unknown }).toEqual({ filled: 1, empty: 2, unknown: 1 });
  const common = { time: NOON, visitor: expect.objectContaining({ country_iso: "DEU", browser_id: 2 }) };
  expect(events).toEqual([
    {
      ...common,
      sub: 3,
      counters: { ad_requests: 1, filled: 1 },
      zone: expect.objectContaining({ zone_id: 1 }),
      campaign: expect.objectContaining({ campaign_id: 1, variation_id: 1 }),
    },
    ...[2, 3].map((zone) => ({
      ...common,
      sub: undefined,
      counters: { ad_requests: 1 },
      campaign: { unfilled_reason: "keywords" },
      zone: expect.objectContaining({ zone_id: zone }),
    })),
  ]);
  expect(answer.zones.map((zone) => zone?.idzone)).toEqual([undefined, 1, undefined, undefined]);
  expect(answer.errors).toEqual({ 0: ["Zone 404 not found"] });
});

test("decisions are numbered across requests, and their tracking URLs contain choice and time", () => {
  const { place } = createPlacement({ campaigns: [1, 2, 3].map((id) => aCampaign({ id, priority: -id })) });
  const first = place({ zones: [{ id: 1 }, { id: 404 }, { id: 2, sub: 9 }] }).decisions;
  const second = place({}, {}, NOON + 5).decisions;
  expect(first[0]).toMatchObject({ epoch: 7, number: 1, decidedAt: NOON, zone: 1, sub: undefined });
  expect(first[1]).toBe(undefined);
  expect(first[2]).toMatchObject({ epoch: 7, number: 2, decidedAt: NOON, zone: 2, sub: 9 });
  expect(first.map((decision) => decision?.campaign).toSorted()).toEqual([1, 1, undefined]);
  expect(second).toMatchObject([{ epoch: 7, number: 3, decidedAt: NOON + 5, campaign: 1, variation: 1 }]);
});

test("a creative of the zone's size is drawn by the campaign's weights", () => {
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
  // Five standard deviations of a fair draw; the fixed seed makes the result deterministic.
  expect(Math.abs((counts.get(1) ?? 0) - 750)).toBeLessThan(5 * Math.sqrt(1000 * 0.75 * 0.25));
});

test("a decision reserves an impression until the reservation expires or the request is undone", () => {
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

test("a reservation uses the epoch and number in its decision's tracking URLs", () => {
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

test("a robot's request gets an ad and is counted separately without a reservation", () => {
  const { place } = createPlacement({ campaigns: [aCampaign({ id: 1, caps: { total: 1 } })] });
  for (let again = 0; again < 3; again++) {
    const robot = place({}, { userAgent: ROBOT });
    expect(robot.filled).toBe(1);
    expect(robot.events[0]?.counters).toEqual({ robot_requests: 1 });
    expect(robot.decisions[0]?.visitor.isRobot).toBe(true);
  }
  const robot = place({}, { userAgent: ROBOT });
  expect(place().decisions[0]?.visitor.isRobot).toBe(false);
  // Undoing the robot's request does not release the person's reservation of the only impression.
  robot.undo(NOON);
  expect(place().filled).toBe(0);
});

test("address, user agent and language in the body take precedence over connection and headers", () => {
  const { place } = createPlacement(one);
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";
  expect(place().events[0]?.visitor).toEqual({
    country_iso: "GBR",
    region_id: 7,
    language_id: 33,
    browser_id: 2,
    operating_system_id: 3,
    device_id: 3,
    device_type_id: 2,
  });
  expect(place({ user: { ip: "203.0.113.9", ua: agent, language: "en" } }).events[0]?.visitor).toEqual({
    country_iso: "DEU",
    language_id: 38,
    browser_id: 4,
    operating_system_id: 5,
    device_id: 1,
    device_type_id: 1,
  });
  expect(place({ user: { ip: "::ffff:192.0.2.1" } }).events[0]?.visitor).toMatchObject({ region_id: 7 });
});

test("without user agent and language the event contains only the visitor's country", () => {
  const { place } = createPlacement(one);
  const silent = { address: "203.0.113.9", userAgent: undefined, language: undefined };
  expect(place({}, silent).events[0]?.visitor).toEqual({ country_iso: "DEU" });
});

test.each<[string, AdRequest["user"], Partial<Caller>, boolean]>([
  ["without consent fields", {}, {}, true],
  ["outside GDPR", { gdpr: { gdpr: 0, consent: "" } }, {}, true],
  ["under GDPR with consent", { gdpr: { gdpr: 1, consent: CONSENTED } }, {}, true],
  ["under GDPR with consent and segments", { gdpr: { gdpr: 1, consent: `${CONSENTED}.YAAA` } }, {}, true],
  ["under GDPR with a refusal", { gdpr: { gdpr: 1, consent: REFUSED } }, {}, false],
  ["under GDPR with a refusal and segments", { gdpr: { gdpr: 1, consent: `${REFUSED}.YAAA` } }, {}, false],
  ["under GDPR with a word", { gdpr: { gdpr: 1, consent: "marketing" } }, {}, false],
  ["under GDPR with a US privacy string", { gdpr: { gdpr: 1, consent: "1YNN" } }, {}, false],
  ["under GDPR with a string of TCF 1", { gdpr: { gdpr: 1, consent: `B${CONSENTED.slice(1)}` } }, {}, false],
  ["under GDPR with a cut string", { gdpr: { gdpr: 1, consent: CONSENTED.slice(0, 40) } }, {}, false],
  ["outside GDPR with a refusal", { gdpr: { gdpr: 0, consent: REFUSED } }, {}, true],
  ["under GDPR with an empty consent", { gdpr: { gdpr: 1, consent: "" } }, {}, false],
  ["under GDPR with a blank consent", { gdpr: { gdpr: 1, consent: " " } }, {}, false],
  ["under GDPR without consent", { gdpr: { gdpr: 1 } } as AdRequest["user"], {}, false],
  ["under Global Privacy Control", {}, { optsOut: true }, false],
])("the token and event of a visitor %s follow the consent", (_what, user, caller, hasConsent) => {
  const { place, tokens } = createPlacement(one);
  const { decisions, events } = place({ user: { id: "reader", ...user } }, { ...SERVER, ...caller });
  const known = { user: tokens.digest("user", "reader"), address: tokens.digest("address", "192.0.2.1") };
  const unknown = { user: undefined, address: undefined };
  expect(decisions[0]?.visitor).toMatchObject(hasConsent ? known : unknown);
  expect(events[0]?.visitor).toHaveProperty("country_iso", "GBR");
  expect("browser_id" in (events[0]?.visitor ?? {})).toBe(hasConsent);
});

test("impressions are bound to the caller's network only if a server sends no visitor address", () => {
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

test("a frequency cap applies only to the visitor identified in the request", async () => {
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
  // The total cap is used up now, regardless of the visitor's frequency cap.
  expect(place({ user: { id: "third" } }).campaigns).toEqual([2]);
  (await placement.prepare(aCatalogue({ campaigns: [aCampaign({ id: 1 })] })))(NOON);
  expect(place({ user: { id: "reader" } }).campaigns).toEqual([1]);
});

test("a frequency cap limits the zones of one request only for an identified visitor", () => {
  const { place } = createPlacement({ campaigns: [aCampaign({ id: 1, ...capped })] });
  const zones = [{ id: 1 }, { id: 2 }, { id: 3 }];
  expect(place({ user: { id: "reader" }, zones }).filled).toBe(1);
  expect(place({ zones }).filled).toBe(3);
});

test("undoing a request or an expired reservation releases the visitor's frequency cap", () => {
  const { place } = createPlacement({ campaigns: [aCampaign({ id: 1, ...capped })] });
  const reader = { user: { id: "reader" } };
  const undone = place(reader);
  expect(place(reader).filled).toBe(0);
  undone.undo(NOON);
  expect(place(reader).filled).toBe(1);
  expect(place(reader, {}, NOON + LIFE - 1).filled).toBe(0);
  expect(place(reader, {}, NOON + LIFE + 10_000).filled).toBe(1);
});

test("explanations and robots do not use up a frequency cap", () => {
  const { placement, place } = createPlacement({ campaigns: [aCampaign({ id: 1, ...capped })] });
  const request = { user: { id: "reader" }, zones: [{ id: 1 }] };
  explainAll(placement, request, BROWSER, NOON);
  expect(place(request, { userAgent: ROBOT }).filled).toBe(1);
  expect(place(request).filled).toBe(1);
  expect(explainAll(placement, request, BROWSER, NOON)[0]?.[0]?.excluded).toMatchObject([
    { rule: "frequency" },
  ]);
});

/** Creates asynchronous frequency caps, as of several nodes, and records the campaigns looked up. */
function createLateCaps() {
  const own = new LocalFrequencyCaps({ reservationLife: LIFE });
  const asked: number[][] = [];
  const caps: FrequencyCaps = {
    open: async (request) => {
      asked.push(request.listCapped().map(({ id }) => id));
      return own.open(request);
    },
    remaining: (...query) => own.remaining(...query),
    count: (...sighting) => own.count(...sighting),
  };
  return { asked, caps };
}

test("frequency caps are looked up only for identified visitors and for campaigns that can be chosen", async () => {
  const { asked, caps } = createLateCaps();
  const { placement } = createPlacement(one, caps);
  const place = (user: AdRequest["user"]) => placement.place({ user, zones: [{ id: 1 }] }, BROWSER, NOON);
  expect(place({ id: "reader" })).not.toBeInstanceOf(Promise);
  const campaigns = [
    aCampaign({ id: 1 }),
    aCampaign({ id: 2, ...capped }),
    aCampaign({ id: 3, ...capped, targeting: { sites: [2] } }),
    aCampaign({ id: 4, ...capped, caps: { total: 0 } }),
  ];
  (await placement.prepare(aCatalogue({ campaigns })))(NOON);
  expect(place({})).not.toBeInstanceOf(Promise);
  expect(place({ id: "reader", gdpr: { gdpr: 1, consent: "" } })).not.toBeInstanceOf(Promise);
  expect(asked).toEqual([]);
  await place({ id: "reader" });
  expect(asked).toEqual([[2]]);
});

test("frequency caps of at most 100 campaigns are looked up, highest priority first", async () => {
  const { asked, caps } = createLateCaps();
  const campaigns = Array.from({ length: 150 }, (_, at) =>
    aCampaign({ id: at + 1, ...capped, priority: at < 75 ? -1 : 0 }),
  );
  const { placement } = createPlacement({ campaigns }, caps);
  await placement.place({ user: { id: "reader" }, zones: [{ id: 1 }] }, BROWSER, NOON);
  expect(asked[0]).toHaveLength(100);
  expect(asked[0]?.slice(0, 75).every((id) => id > 75)).toBe(true);
});

test("a catalogue replaced during an asynchronous lookup decides the request", async () => {
  const { caps } = createLateCaps();
  const { placement } = createPlacement({ campaigns: [aCampaign({ id: 1, ...capped })] }, caps);
  const use = await placement.prepare(aCatalogue({ campaigns: [aCampaign({ id: 2 })] }));
  const placing = placement.place({ user: { id: "reader" }, zones: [{ id: 1 }] }, BROWSER, NOON);
  use(NOON);
  expect((await placing).events[0]?.campaign).toMatchObject({ campaign_id: 2 });
});

test("a new catalogue applies from the next request on, including zones, budgets and regions", async () => {
  const { placement, place } = createPlacement(one);
  const zones = [{ id: 5, site: 1, name: "Zone", size: "300x250" }];
  const campaigns = [aCampaign({ id: 2, caps: { total: 1 }, targeting: { regions: [7] } })];
  (await placement.prepare(aCatalogue({ campaigns, zones })))(NOON);
  expect(place().unknown).toBe(1);
  expect(place({ zones: [{ id: 5 }] }).campaigns).toEqual([2]);
  expect(place({ zones: [{ id: 5 }] }).campaigns).toEqual([undefined]);
});

test("a region without a code matches no visitor", async () => {
  const { placement, place } = createPlacement(one);
  const regions = [{ id: 9, name: "Highlands", country: "GBR" }];
  (await placement.prepare(parseCatalogue({ ...aCatalogueObject(one), regions })))(NOON);
  for (const address of ["192.0.2.1", "203.0.113.9"])
    expect(place({}, { address }).events[0]?.visitor).not.toHaveProperty("region_id");
});

test("each zone is explained with the rules of the request, and an unknown zone is not explained", () => {
  const campaigns = [
    aCampaign({ id: 1, keywords: ["shoes"], targeting: { regions: [7] } }),
    aCampaign({ id: 2, caps: { total: 0 } }),
  ];
  const { placement } = createPlacement({ campaigns });
  const zones = [{ id: 404 }, { id: 1 }, { id: 2, keywords: "boots" }];
  const explain = (country?: string) => {
    const request = { user: { referer: "https://site.example/shoes" }, zones };
    return explainAll(placement, request, BROWSER, NOON, { country }).map((zone) =>
      zone?.map(({ excluded, chance }) => [chance, ...excluded.map(({ rule }) => rule)]),
    );
  };
  expect(explain()).toEqual([
    undefined,
    [[100], [0, "caps"]],
    [
      [0, "keywords"],
      [0, "caps"],
    ],
  ]);
  // The region is unknown for a visitor whose country is given.
  expect(explain("GBR")[1]).toEqual([
    [0, "targeting.regions"],
    [0, "caps"],
  ]);
});

test("an explanation for a given country applies its country targeting", () => {
  const { placement } = createPlacement({
    campaigns: [aCampaign({ id: 1, targeting: { countries: ["FRA"] } })],
  });
  const request = { user: {}, zones: [{ id: 1 }] };
  expect(explainAll(placement, request, BROWSER, NOON, { country: "FRA" })[0]?.[0]?.chance).toBe(100);
  expect(explainAll(placement, request, BROWSER, NOON)[0]?.[0]?.chance).toBe(0);
});
