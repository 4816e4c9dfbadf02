/** Charges of a fetch: they stay only for events that were counted. */
import { expect, test, vi } from "vitest";
import { CurrentCatalogue } from "../../../src/service/catalogue/currentCatalogue.ts";
import { LocalBudgets } from "../../../src/service/delivery/localBudgets.ts";
import { LocalFrequencyCaps } from "../../../src/service/delivery/localFrequency.ts";
import { indexCampaigns } from "../../../src/service/placement/campaignIndex.ts";
import { createTokens, encodeVisitor, type TokenVisitor } from "../../../src/service/signing/token.ts";
import { type Fetcher, Tracking } from "../../../src/service/tracking/tracking.ts";
import { aCampaign, aCatalogue, type CampaignOptions } from "../support/catalogue.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const LIFE = 3600_000;
const CPC = { pricing: { model: "cpc", price: "0.25" } };
const FETCHER: Fetcher = { address: "192.0.2.1", userAgent: "", isView: true };
const NOBODY: TokenVisitor = {
  country: undefined,
  region: undefined,
  language: undefined,
  browser: undefined,
  operatingSystem: undefined,
  device: undefined,
  deviceType: undefined,
  isRobot: false,
  address: undefined,
  user: undefined,
};

/** Tracking with one campaign, and tokens of its decisions as placement gives them out. */
function createTracking(options: Partial<CampaignOptions> = {}, visitor: Partial<TokenVisitor> = {}) {
  const catalogue = aCatalogue({ campaigns: [aCampaign({ id: 1, ...options })] });
  const tokens = createTokens(Buffer.alloc(32), LIFE);
  const budgets = new LocalBudgets(LIFE);
  budgets.setCampaigns(indexCampaigns(catalogue).campaigns, NOON);
  const frequencyCaps = new LocalFrequencyCaps({ reservationLife: LIFE });
  const current = new CurrentCatalogue(catalogue, LIFE);
  const tracking = new Tracking({
    catalogue: current,
    budgets,
    frequencyCaps,
    tokens,
    publisherShare: "0.7",
  });
  let number = 0;
  /** An address of a decision, read. Zone and campaign are those of the catalogue unless told otherwise. */
  const read = (kind: "impression" | "click", chosen = {}, fetcher: Partial<Fetcher> = {}, now = NOON) => {
    number += 1;
    const origin = { epoch: 1, number, decidedAt: NOON };
    const choice = { zone: 1, campaign: 1, variation: 1, sub: 5, ...chosen };
    const [text = ""] = tokens.sign({ ...origin, visitor: encodeVisitor({ ...NOBODY, ...visitor }) }, [
      choice,
    ]);
    return tracking.read(kind, text, { ...FETCHER, ...fetcher }, now);
  };
  const [campaign] = catalogue.data.campaigns;
  if (!campaign) throw new Error("No campaign.");
  frequencyCaps
    .open({ user: "reader", time: NOON, zones: 1, listCapped: () => [campaign] })
    .reserve(campaign.frequency.length > 0 ? [campaign] : []);
  const countLeft = () => frequencyCaps.remaining("reader", campaign, NOON);
  return { tracking, tokens, current, frequencyCaps, read, countLeft };
}

test.each([
  ["a click that could not be stored", undefined, "lost"],
  ["a click that was counted meanwhile", ["repeated", "repeated"] as const, "repeated"],
])("%s gives back what it was charged", (_what, results, outcome) => {
  const { read } = createTracking({ ...CPC, budget: { total: "0.25" } });
  for (let again = 0; again < 3; again++) {
    const click = read("click");
    click.charge([0, 1]);
    expect(click.settle(results, NOON)).toBe(outcome);
  }
  const paid = read("click");
  paid.charge([0, 1]);
  expect(paid.settle(["counted", "counted"], NOON)).toBe("counted");
  const unpaid = read("click");
  const [event] = unpaid.charge([0, 1]);
  expect(event?.event.counters).toEqual({ clicks: 1 });
  expect(unpaid.settle(["counted", "counted"], NOON)).toBe("unpaid");
});

test.each([
  ["an impression that could not be stored", undefined, "lost"],
  ["an impression that was counted meanwhile", ["repeated"] as const, "repeated"],
])("%s gives back what it was charged", (_what, results, outcome) => {
  const { read } = createTracking({ caps: { total: 1 } });
  for (let again = 0; again < 3; again++) {
    const impression = read("impression");
    impression.charge([0]);
    expect(impression.settle(results, NOON)).toBe(outcome);
  }
  const paid = read("impression");
  paid.charge([0]);
  expect(paid.settle(["counted"], NOON)).toBe("counted");
  const unpaid = read("impression");
  unpaid.charge([0]);
  expect(unpaid.settle(["counted"], NOON)).toBe("unpaid");
});

test("a click whose impression is counted charges the click alone", () => {
  const { read } = createTracking({ ...CPC });
  const click = read("click");
  const charged = click.charge([0]);
  expect(charged.map(({ key, event }) => [key.kind, event.counters])).toEqual([
    ["click", { clicks: 1, cost: 250_000_000n, publisher_revenue: 175_000_000n }],
  ]);
  expect(click.settle(["counted", "repeated"], NOON)).toBe("counted");
});

test("a click charges what its campaign pays for, the click or its impression", () => {
  const charge = (options: object) =>
    createTracking(options)
      .read("click")
      .charge([0, 1])
      .map(({ event }) => event.counters);
  const cpm = { impressions: 1, cost: 2_000_000n, publisher_revenue: 1_400_000n };
  expect(charge({})).toEqual([{ clicks: 1 }, cpm]);
  const cpc = { clicks: 1, cost: 250_000_000n, publisher_revenue: 175_000_000n };
  expect(charge(CPC)).toEqual([cpc, { impressions: 1 }]);
});

test("frequency caps count an impression once it is stored, by the visitor that the page named", () => {
  const options = {
    frequency: [
      { impressions: 3, seconds: 60 },
      { impressions: 9, seconds: 600 },
    ],
  };
  const { read, countLeft } = createTracking(options, { user: "reader" });
  const lost = read("impression");
  expect(lost.charge([0])[0]?.event.frequency).toEqual({ viewer: "reader", seconds: 600 });
  lost.settle(undefined, NOON);
  expect(countLeft()).toBe(2);
  const kept = read("impression");
  kept.charge([0]);
  kept.settle(["counted"], NOON);
  // The impression takes the place of its decision's reservation.
  expect(countLeft()).toBe(2);
  const late = read("impression");
  late.charge([0]);
  late.settle(["counted"], NOON);
  expect(countLeft()).toBe(1);
});

test("nothing is stored for an unnamed visitor, or a campaign without caps", () => {
  const frequency = [{ impressions: 3, seconds: 60 }];
  const unnamed = createTracking({ frequency });
  const impression = unnamed.read("impression");
  expect(impression.charge([0])[0]?.event).not.toHaveProperty("frequency");
  const count = vi.spyOn(unnamed.frequencyCaps, "count");
  impression.settle(["counted"], NOON);
  expect(count).not.toHaveBeenCalled();
  const { read } = createTracking({}, { user: "reader" });
  for (const chosen of [{}, { campaign: 98 }]) {
    const fetched = read("impression", chosen);
    expect(fetched.charge([0])[0]?.event).not.toHaveProperty("frequency");
    expect(fetched.settle(["counted"], NOON)).toBe("counted");
  }
});

test.each(["impression", "click"] as const)(
  "a robot's %s is stored under a key of its own, uncharged",
  (kind) => {
    const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    const { read } = createTracking(CPC);
    const fetched = read(kind, {}, { userAgent: bot });
    expect(fetched.keys.map((key) => key.kind)).toEqual([`robot_${kind}`]);
    expect(fetched.charge([0]).map(({ event }) => event.counters)).toEqual([{ [`robot_${kind}s`]: 1 }]);
    expect([fetched.settle(["counted"], NOON), fetched.settle(undefined, NOON)]).toEqual(["robot", "lost"]);
    const served = createTracking({}, { isRobot: true }).read(kind);
    expect(served.settle(["repeated"], NOON)).toBe("robot");
  },
);

test("where the decision names an address, only a fetch from its network counts", () => {
  const { tokens } = createTracking();
  const address = tokens.digest("address", "2001:db8:1:2::/64");
  const { read } = createTracking({}, { address });
  const other = read("click", {}, { address: "2001:db8:1:3::1" });
  expect(other.keys.map((key) => key.kind)).toEqual(["invalid_click"]);
  expect(other.charge([0]).map(({ event }) => event.counters)).toEqual([{ invalid_clicks: 1 }]);
  expect(other.settle(["counted"], NOON)).toBe("invalid");
  const own = read("click", {}, { address: "2001:db8:1:2:ffff::9" });
  expect(own.keys.map((key) => key.kind)).toEqual(["click", "impression"]);
});

test("a fetch that counts nothing has no key, charges nothing, and still redirects", () => {
  const { tracking, read } = createTracking();
  const landingPage = "https://shop.example/landing/1";
  const ignored = read("click", {}, { isView: false });
  const expired = read("click", {}, {}, NOON + LIFE);
  const forged = tracking.read("click", "0.x", FETCHER, NOON);
  for (const [fetched, outcome, page] of [
    [ignored, "ignored", landingPage],
    [expired, "expired", landingPage],
    [forged, "forged", undefined],
  ] as const) {
    expect([fetched.keys, fetched.charge([0]), fetched.landingPage]).toEqual([[], [], page]);
    expect(fetched.settle(undefined, NOON)).toBe(outcome);
  }
});

test("a key belongs to one decision and one kind of event", () => {
  const { read } = createTracking();
  const decision = { epoch: 1, decidedAt: NOON };
  expect(read("impression").keys).toEqual([{ ...decision, number: 1, kind: "impression" }]);
  expect(read("click").keys).toEqual([
    { ...decision, number: 2, kind: "click" },
    { ...decision, number: 2, kind: "impression" },
  ]);
});

test.each(["impression", "click"] as const)(
  "the events of an %s are stored under the keys that it named",
  (kind) => {
    const fetched = createTracking().read(kind);
    const places = fetched.keys.map((_, at) => at);
    expect(fetched.charge(places).map(({ key }) => key)).toEqual(fetched.keys);
  },
);

test("an impression in a removed zone is paid, and its publisher gets the usual share", () => {
  const [charged] = createTracking().read("impression", { zone: 99 }).charge([0]);
  expect(charged?.event).toMatchObject({
    zone: { zone_id: 99 },
    counters: { impressions: 1, cost: 2_000_000n, publisher_revenue: 1_400_000n },
  });
});

test("an event has the catalogue's values of zone and campaign, or their ids once removed", () => {
  const { read } = createTracking();
  const [known] = read("impression").charge([0]);
  expect(known?.event).toMatchObject({
    time: NOON,
    sub: 5,
    zone: { zone_id: 1, site_id: 1, site_hostname: "site.example", category_id: 1, publisher_id: 1 },
    campaign: { campaign_id: 1, variation_id: 1, advertiser_id: 2 },
  });
  const gone = read("impression", { zone: 99, campaign: 98, variation: 97 });
  expect(gone.landingPage).toBe(undefined);
  const [unknown] = gone.charge([0]);
  expect(unknown?.event).toMatchObject({
    zone: { zone_id: 99 },
    campaign: { campaign_id: 98, variation_id: 97 },
    counters: { impressions: 1 },
  });
});
