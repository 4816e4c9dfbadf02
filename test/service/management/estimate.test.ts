import { expect, test } from "vitest";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { estimateCampaign } from "../../../src/service/management/estimate.ts";
import {
  browsers,
  deviceTypes,
  languages,
  operatingSystems,
} from "../../../src/service/values/visitorDimensions.ts";
import { getAccount, NETWORK } from "../support/catalogue.ts";
import { type CountedEvent, createFacts } from "../support/facts.ts";

const DAY = 86_400_000;
const TODAY = Date.parse("2026-11-20T00:00:00Z");
const NOW = TODAY + DAY / 2;

const SIZE = "300x250";
const CATALOGUE = parseCatalogue({
  accounts: [
    ...NETWORK,
    { id: 4, name: "Other advertiser", role: "advertiser", network: 1 },
    { id: 11, name: "Other network", role: "network" },
    { id: 12, name: "Other publisher", role: "publisher", network: 11 },
  ],
  categories: [{ id: 1, name: "News" }],
  sites: [
    { id: 1, account: 2, name: "News", hostname: "news.example", category: 1 },
    { id: 2, account: 2, name: "Shop", hostname: "shop.example", blockedAdvertisers: [3] },
    { id: 12, account: 12, name: "Other", hostname: "other.example" },
  ],
  zones: [
    { id: 1, site: 1, name: "Top", size: SIZE },
    { id: 2, site: 1, name: "Wide", size: "728x90" },
    { id: 3, site: 2, name: "Shop", size: SIZE },
    { id: 12, site: 12, name: "Other", size: SIZE },
  ],
  campaigns: [],
});

/** Creates an event that counts requests of a zone yesterday. */
const requests = (zone: number, counted: CountedEvent["counted"], values: CountedEvent["values"] = {}) => ({
  time: TODAY - DAY,
  values: { zone_id: zone, ...values },
  counted,
});

async function estimate(draft: object, events: CountedEvent[] = [], viewer = 1) {
  const facts = await createFacts(events);
  const parts = { facts, catalogue: () => CATALOGUE, now: () => NOW };
  const input = { sizes: [SIZE], ...draft };
  return estimateCampaign(getAccount(CATALOGUE, viewer), input, parts, new AbortController().signal);
}

test.each<[string, object, number]>([
  ["the size 728x90", { sizes: ["728x90"] }, 1],
  ["an advertiser that a site blocks", { account: 3 }, 1],
  ["an advertiser that no site blocks", { account: 4 }, 2],
  ["some sites", { targeting: { sites: [2] } }, 1],
  ["some zones", { targeting: { zones: [1, 2] } }, 1],
  ["a category that the other site lacks", { targeting: { categories: [1] } }, 1],
  ["a site and a zone of another site", { targeting: { sites: [1], zones: [3] } }, 0],
])("an estimate counts the zones that match %s", async (_what, draft, zones) => {
  expect(await estimate(draft)).toMatchObject({ zones, zones_total: 3 });
});

test("an estimate counts only zones of the account's network", async () => {
  expect(await estimate({}, [], 11)).toMatchObject({ zones: 1, zones_total: 1 });
  expect(await estimate({}, [], 3)).toMatchObject({ zones_total: 3 });
});

test("an estimate sums the requests of matching zones over the last seven whole days", async () => {
  const counted = { ad_requests: 10 };
  const at = (time: number, zone = 1) => ({ time, values: { zone_id: zone }, counted });
  const events = [
    at(TODAY - 7 * DAY - 1),
    at(TODAY - 7 * DAY),
    at(TODAY - 1, 3),
    at(TODAY - 1, 2),
    at(TODAY),
  ];
  expect(await estimate({}, events)).toEqual({
    zones: 2,
    zones_total: 3,
    requests: 20,
    impressions: 20,
    ignored: [],
  });
  expect(await estimate({ sizes: ["1x1"] }, events)).toMatchObject({ requests: 0, impressions: 0 });
});

test.each<[string, object, CountedEvent["values"]]>([
  ["countries", { countries: ["DEU", "AUT"] }, { country_iso: "AUT" }],
  ["languages", { languages: ["de"] }, { language_id: languages.id("de") ?? 0 }],
  ["device types", { deviceTypes: ["mobile"] }, { device_type_id: deviceTypes.id("mobile") ?? 0 }],
  ["browsers", { browsers: ["Firefox"] }, { browser_id: browsers.id("Firefox") ?? 0 }],
  [
    "operating systems",
    { operatingSystems: ["Linux"] },
    { operating_system_id: operatingSystems.id("Linux") ?? 0 },
  ],
  ["regions", { regions: [7] }, { region_id: 7 }],
])("an estimate counts only requests of the targeted %s", async (_what, targeting, values) => {
  expect(Object.values(values)).not.toContain(0);
  const events = [requests(1, { ad_requests: 5 }, values), requests(1, { ad_requests: 7 })];
  expect(await estimate({ targeting }, events)).toMatchObject({ requests: 5 });
  expect(await estimate({}, events)).toMatchObject({ requests: 12 });
});

test("an estimate counts only requests in the targeted hours and weekdays of the campaign's time zone", async () => {
  // 19 November 2026 is a Thursday. Kolkata is five and a half hours ahead of UTC.
  const at = (time: string, ad_requests: number) => ({
    time: Date.parse(time),
    values: { zone_id: 1 },
    counted: { ad_requests },
  });
  const events = [
    at("2026-11-18T18:29:59Z", 1),
    at("2026-11-18T18:30:00Z", 2),
    at("2026-11-18T19:29:59Z", 4),
    at("2026-11-18T19:30:00Z", 8),
  ];
  const during = (times: object) =>
    estimate({ targeting: { times: { timezone: "Asia/Kolkata", ...times } } }, events);
  expect(await during({ weekdays: ["thursday"], hours: [0] })).toMatchObject({ requests: 6 });
  expect(await during({ weekdays: ["thursday"] })).toMatchObject({ requests: 14 });
  expect(await during({ hours: [23] })).toMatchObject({ requests: 1 });
  expect(await during({})).toMatchObject({ requests: 15 });
});

test("an estimate names the restrictions that it ignores", async () => {
  const custom = { plan: ["pro"] };
  expect(await estimate({ keywords: ["shoes"], targeting: { custom } })).toMatchObject({
    ignored: ["keywords", "targeting.custom"],
  });
  expect(await estimate({ negativeKeywords: ["war"] })).toMatchObject({ ignored: ["negativeKeywords"] });
  expect(await estimate({ keywords: [], targeting: { countries: ["DEU"] } })).toMatchObject({ ignored: [] });
});

test.each([
  ["at the past ratio of impressions to fills", { ad_requests: 100, filled: 40, impressions: 30 }, 75],
  ["for every request when nothing was filled", { ad_requests: 100, filled: 0, impressions: 0 }, 100],
  ["for at most every request", { ad_requests: 100, filled: 40, impressions: 44 }, 100],
  ["rounded down to a whole number", { ad_requests: 10, filled: 3, impressions: 1 }, 3],
  ["for no request when fills had no impressions", { ad_requests: 100, filled: 40, impressions: 0 }, 0],
])("an estimate expects impressions %s", async (_how, counted, impressions) => {
  expect(await estimate({}, [requests(1, counted)])).toMatchObject({ impressions });
});

/** A thousand impressions for 2: one costs 0.002. */
const CPM = { model: "cpm", price: "2" };

test.each<[string, object, number]>([
  ["a daily cap, for seven days", { caps: { daily: 3 } }, 21],
  ["a total cap", { caps: { total: 5 } }, 5],
  ["the narrower of two caps", { caps: { daily: 3, total: 4 } }, 4],
  ["a daily budget, for seven days", { pricing: CPM, budget: { daily: "0.004" } }, 14],
  ["a total budget", { pricing: CPM, budget: { total: "0.019" } }, 9],
  ["no budget when paid per click", { pricing: { model: "cpc", price: "2" }, budget: { total: "1" } }, 1000],
  [
    "no budget when the price is zero",
    { pricing: { model: "cpm", price: "0" }, budget: { total: "1" } },
    1000,
  ],
  ["no budget when no price is given", { budget: { daily: "0", total: "0" } }, 1000],
])("an estimate is bounded by %s", async (_what, draft, impressions) => {
  expect(await estimate(draft, [requests(1, { ad_requests: 1000 })])).toMatchObject({ impressions });
});

test("an estimate of an invalid campaign names its problems", async () => {
  await expect(estimate({ sizes: 1, colour: "red" })).rejects.toMatchObject({
    status: 400,
    message: "The campaign is not valid.",
    problems: [
      { path: "[sizes]", problem: { code: "list" } },
      { path: "[colour]", problem: { code: "field-unexpected" } },
    ],
  });
});
