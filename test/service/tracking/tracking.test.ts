/** Charges of tracking requests, which are kept only for counted events. */
import { expect, test, vi } from "vitest";
import { CurrentCatalogue } from "../../../src/service/catalogue/currentCatalogue.ts";
import { LocalBudgets } from "../../../src/service/delivery/localBudgets.ts";
import { LocalFrequencyCaps } from "../../../src/service/delivery/localFrequency.ts";
import type { KeyKind } from "../../../src/service/facts/eventStore.ts";
import { createLimiter, type Limiter } from "../../../src/service/net/rateLimiter.ts";
import { createClickIds } from "../../../src/service/signing/clickIds.ts";
import { createTokens, encodeVisitor, type TokenVisitor } from "../../../src/service/signing/token.ts";
import { type Fetcher, type Outcome, Tracking } from "../../../src/service/tracking/tracking.ts";
import { setCampaigns } from "../support/budgets.ts";
import { aCampaign, aCatalogue, aVariation, type CampaignOptions } from "../support/catalogue.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const LIFE = 3600_000;
const CPC = { pricing: { model: "cpc", price: "0.25" } };
const FETCHER: Fetcher = {
  address: "192.0.2.1",
  userAgent: "",
  isView: true,
  isNavigation: true,
  isShared: false,
  optsOut: false,
};
const BOTH = ["click", "impression"] as const;
const NOBODY: TokenVisitor = {
  country: undefined,
  region: undefined,
  language: undefined,
  browser: undefined,
  operatingSystem: undefined,
  device: undefined,
  deviceType: undefined,
  isRobot: false,
  allowsClickId: false,
  address: undefined,
  user: undefined,
};

/** Creates tracking with one campaign, and issues tokens as placement does. */
function createTracking(
  options: Partial<CampaignOptions> = {},
  visitor: Partial<TokenVisitor> = {},
  clickLimit: Limiter = createLimiter({ limit: 0, windowMs: 60_000 }),
  sharedClickLimit: Limiter = clickLimit,
) {
  const catalogue = aCatalogue({ campaigns: [aCampaign({ id: 1, ...options })] });
  const tokens = createTokens(Buffer.alloc(32), LIFE);
  const budgets = new LocalBudgets(LIFE);
  setCampaigns(budgets, catalogue.data.campaigns, NOON);
  const frequencyCaps = new LocalFrequencyCaps({ reservationLife: LIFE });
  const current = new CurrentCatalogue(catalogue, LIFE);
  const tracking = new Tracking({
    catalogue: current,
    budgets,
    frequencyCaps,
    tokens,
    clickIds: createClickIds(Buffer.alloc(32)),
    clickLimit,
    sharedClickLimit,
    publisherShare: "0.7",
  });
  let number = 0;
  /** Creates a decision and reads its tracking URL. By default zone and campaign are in the catalogue. */
  const read = (kind: "impression" | "click", chosen = {}, fetcher: Partial<Fetcher> = {}, now = NOON) => {
    number += 1;
    const origin = { epoch: 1, number, decidedAt: NOON };
    const choice = { zone: 1, campaign: 1, variation: 1, sub: 5, reserved: "", ...chosen };
    const [text = ""] = tokens.sign({ ...origin, visitor: encodeVisitor({ ...NOBODY, ...visitor }) }, [
      choice,
    ]);
    const fetched = tracking.read(kind, text, { ...FETCHER, ...fetcher }, now);
    const select = (kinds: readonly KeyKind[]) => fetched.keys.filter(({ kind }) => kinds.includes(kind));
    return {
      ...fetched,
      /** Charges the events of the given kinds, or all. */
      charge: async (kinds?: readonly KeyKind[]) =>
        fetched.charge(kinds ? select(kinds) : fetched.keys, undefined),
      settle: (counted: readonly KeyKind[] | undefined) => fetched.settle(counted && select(counted), NOON),
    };
  };
  const [campaign] = catalogue.data.campaigns;
  if (!campaign) throw new Error("No campaign.");
  frequencyCaps
    .open({ user: "reader", time: NOON, zones: 1, listCapped: () => [campaign] })
    .reserve(campaign.frequency.length > 0 ? [campaign] : []);
  const countLeft = () => frequencyCaps.remaining("reader", campaign, NOON);
  return { tracking, tokens, current, frequencyCaps, read, countLeft };
}

test.each<["impression" | "click", string, readonly KeyKind[] | undefined, Outcome]>([
  ["click", "could not be stored", undefined, "lost"],
  ["click", "was counted meanwhile", [], "repeated"],
  ["impression", "could not be stored", undefined, "lost"],
  ["impression", "was counted meanwhile", [], "repeated"],
])("the charge of one %s that %s is refunded", async (kind, _what, counted, outcome) => {
  // Budget or cap for one event.
  const { read } = createTracking(
    kind === "click" ? { ...CPC, budget: { total: "0.25" } } : { caps: { total: 1 } },
  );
  const settle = async (kinds: readonly KeyKind[] | undefined) => {
    const fetched = read(kind);
    const [event] = await fetched.charge();
    return [fetched.settle(kinds), event?.event.counters.cost !== undefined];
  };
  for (let again = 0; again < 3; again++) expect(await settle(counted)).toEqual([outcome, true]);
  expect(await settle(BOTH)).toEqual(["counted", true]);
  expect(await settle(BOTH)).toEqual(["unpaid", false]);
});

test("a click whose impression was already counted charges only the click", async () => {
  const { read } = createTracking({ ...CPC });
  const click = read("click");
  const charged = await click.charge(["click"]);
  expect(charged.map(({ key, event }) => [key.kind, event.counters])).toEqual([
    ["click", { clicks: 1, cost: 250_000_000n, publisher_revenue: 175_000_000n }],
  ]);
  expect(click.settle(["click"])).toBe("counted");
});

test("a click charges its impression in a CPM campaign and itself in a CPC campaign", async () => {
  const charge = async (options: object) => {
    const charged = await createTracking(options).read("click").charge();
    return charged.map(({ event }) => event.counters);
  };
  const cpm = { impressions: 1, cost: 2_000_000n, publisher_revenue: 1_400_000n };
  expect(await charge({})).toEqual([{ clicks: 1 }, cpm]);
  const cpc = { clicks: 1, cost: 250_000_000n, publisher_revenue: 175_000_000n };
  expect(await charge(CPC)).toEqual([cpc, { impressions: 1 }]);
});

test("frequency caps count an impression of a named visitor once it is stored", async () => {
  const options = {
    frequency: [
      { impressions: 3, seconds: 60 },
      { impressions: 9, seconds: 600 },
    ],
  };
  const { read, countLeft } = createTracking(options, { user: "reader" });
  const lost = read("impression");
  expect((await lost.charge())[0]?.event.frequency).toEqual({ viewer: "reader", seconds: 600 });
  lost.settle(undefined);
  expect(countLeft()).toBe(2);
  const kept = read("impression");
  await kept.charge();
  kept.settle(["impression"]);
  // The impression replaces the reservation of its decision.
  expect(countLeft()).toBe(2);
  const late = read("impression");
  await late.charge();
  late.settle(["impression"]);
  expect(countLeft()).toBe(1);
});

test("an impression of an unnamed visitor or of a campaign without frequency caps is not capped", async () => {
  const frequency = [{ impressions: 3, seconds: 60 }];
  const unnamed = createTracking({ frequency });
  const impression = unnamed.read("impression");
  expect((await impression.charge())[0]?.event).not.toHaveProperty("frequency");
  const count = vi.spyOn(unnamed.frequencyCaps, "count");
  impression.settle(["impression"]);
  expect(count).not.toHaveBeenCalled();
  const { read } = createTracking({}, { user: "reader" });
  for (const chosen of [{}, { campaign: 98 }]) {
    const fetched = read("impression", chosen);
    expect((await fetched.charge())[0]?.event).not.toHaveProperty("frequency");
    expect(fetched.settle(["impression"])).toBe("counted");
  }
});

test.each(["impression", "click"] as const)(
  "a robot's %s is stored with a separate kind of key and not charged",
  async (kind) => {
    const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    const { read } = createTracking(CPC);
    const fetched = read(kind, {}, { userAgent: bot });
    expect(fetched.keys.map((key) => key.kind)).toEqual([`robot_${kind}`]);
    expect((await fetched.charge()).map(({ event }) => event.counters)).toEqual([{ [`robot_${kind}s`]: 1 }]);
    expect([fetched.settle([`robot_${kind}`]), fetched.settle(undefined)]).toEqual(["robot", "lost"]);
    const served = createTracking({}, { isRobot: true }).read(kind);
    expect(served.settle([])).toBe("robot");
  },
);

test("if the token contains an address, only requests from its network count", async () => {
  const { tokens } = createTracking();
  const address = tokens.digest("address", "2001:db8:1:2::/64");
  const { read } = createTracking({}, { address });
  const other = read("click", {}, { address: "2001:db8:1:3::1" });
  expect(other.keys.map((key) => key.kind)).toEqual(["invalid_click"]);
  expect((await other.charge()).map(({ event }) => event.counters)).toEqual([{ invalid_clicks: 1 }]);
  expect(other.settle(["invalid_click"])).toBe("invalid");
  const own = read("click", {}, { address: "2001:db8:1:2:ffff::9" });
  expect(own.keys.map((key) => key.kind)).toEqual(["click", "impression"]);
});

test("a click that no user made is invalid under a separate kind of key, an impression counts", async () => {
  const { read } = createTracking(CPC);
  const fetched = read("click", {}, { isNavigation: false });
  expect(fetched.landingPage?.("invalid")).toBe("https://shop.example/landing/1");
  expect(fetched.keys.map((key) => key.kind)).toEqual(["invalid_click"]);
  expect((await fetched.charge()).map(({ event }) => event.counters)).toEqual([{ invalid_clicks: 1 }]);
  expect(fetched.settle(["invalid_click"])).toBe("invalid");
  expect(read("impression", {}, { isNavigation: false }).keys.map((key) => key.kind)).toEqual(["impression"]);
});

test("ignored and expired clicks charge nothing and redirect, forged ones do neither", async () => {
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
    expect(fetched.keys).toEqual([]);
    expect(await fetched.charge([], undefined)).toEqual([]);
    expect(fetched.landingPage?.(outcome)).toBe(page);
    expect(fetched.settle(undefined, NOON)).toBe(outcome);
  }
});

const MACROS = "https://shop.example/?id={click_id}&site={site_id}&zone={zone_id}&sub={sub}&time={timestamp}";
const FILLED = `site=1&zone=1&sub=5&time=${NOON / 1000}`;

test.each<[Outcome, boolean]>([
  ["counted", true],
  ["unpaid", true],
  ["repeated", true],
  ["limited", true],
  ["robot", false],
  ["invalid", false],
  ["ignored", false],
  ["expired", false],
  ["lost", false],
])("macros are filled for a click that is %s, the click id: %s", (outcome, hasClickId) => {
  const variations = [{ ...aVariation(1), url: MACROS }];
  const { read } = createTracking({ variations }, { allowsClickId: true });
  const page = new URL(read("click").landingPage?.(outcome) ?? "");
  expect(page.search.replace(/^\?id=[\w.-]*&/, "")).toBe(FILLED);
  expect(page.searchParams.get("id") !== "").toBe(hasClickId);
});

test("a click id contains the decision, the time of the click and the traits, and no digests", () => {
  const variations = [{ ...aVariation(1), url: MACROS }];
  const visitor = { allowsClickId: true, country: "DEU", region: 7, language: 33, browser: 1, device: 3 };
  const { read } = createTracking({ variations }, { ...visitor, user: "DIGEST-OF-" });
  const fetched = read("click", { reserved: "MARK" }, {}, NOON + 5000);
  const id = new URL(fetched.landingPage?.("counted") ?? "").searchParams.get("id") ?? "";
  const { allowsClickId: _, ...traits } = visitor;
  expect(createClickIds(Buffer.alloc(32)).read(id)).toEqual({
    epoch: 1,
    number: 1,
    decidedAt: NOON,
    clickedAt: NOON + 5000,
    zone: 1,
    campaign: 1,
    variation: 1,
    sub: 5,
    visitor: { ...traits, operatingSystem: undefined, deviceType: undefined },
  });
  expect(id).not.toMatch(/DIGEST|MARK/);
});

test.each([
  ["without consent at the request", { allowsClickId: false }, {}],
  ["who is a robot", { isRobot: true, allowsClickId: true }, {}],
  ["who opts out at the click", { allowsClickId: true }, { optsOut: true }],
])("a visitor %s gets an empty click id, and the other macros", (_what, visitor, fetcher) => {
  const variations = [{ ...aVariation(1), url: MACROS }];
  const { read } = createTracking({ variations }, visitor);
  const page = read("click", {}, fetcher).landingPage?.("counted");
  expect(page).toBe(`https://shop.example/?id=&${FILLED}`);
});

test("the macro of the site is empty for an unknown zone", () => {
  const variations = [{ ...aVariation(1), url: "https://shop.example/?{site_id}-{zone_id}" }];
  const { read } = createTracking({ variations });
  expect(read("click", { zone: 99 }).landingPage?.("counted")).toBe("https://shop.example/?-99");
});

test("the keys of an event contain its decision and kind", () => {
  const { read } = createTracking();
  const decision = { epoch: 1, decidedAt: NOON };
  expect(read("impression").keys).toEqual([{ ...decision, number: 1, kind: "impression" }]);
  expect(read("click").keys).toEqual([
    { ...decision, number: 2, kind: "click" },
    { ...decision, number: 2, kind: "impression" },
  ]);
});

test.each(["impression", "click"] as const)("the charged events of one %s have its keys", async (kind) => {
  const fetched = createTracking().read(kind);
  expect((await fetched.charge()).map(({ key }) => key)).toEqual(fetched.keys);
});

test("an impression in a removed zone is charged with the default publisher share", async () => {
  const [charged] = await createTracking().read("impression", { zone: 99 }).charge();
  expect(charged?.event).toMatchObject({
    zone: { zone_id: 99 },
    counters: { impressions: 1, cost: 2_000_000n, publisher_revenue: 1_400_000n },
  });
});

test("an event contains catalogue values of its zone and campaign, or only their ids once removed", async () => {
  const { read } = createTracking();
  const [known] = await read("impression").charge();
  expect(known?.event).toMatchObject({
    time: NOON,
    sub: 5,
    zone: { zone_id: 1, site_id: 1, site_hostname: "site.example", category_id: 1, publisher_id: 1 },
    campaign: { campaign_id: 1, variation_id: 1, advertiser_id: 2 },
  });
  const gone = read("impression", { zone: 99, campaign: 98, variation: 97 });
  expect(gone.landingPage).toBe(undefined);
  const [unknown] = await gone.charge();
  expect(unknown?.event).toMatchObject({
    zone: { zone_id: 99 },
    campaign: { campaign_id: 98, variation_id: 97 },
    counters: { impressions: 1 },
  });
});

test("a click beyond the limit is stored as invalid without counting its impression", async () => {
  const limit = createLimiter({ limit: 2, windowMs: 60_000, now: () => 0 });
  const { read } = createTracking(CPC, {}, limit);
  for (let paid = 0; paid < 2; paid++) {
    const click = read("click");
    await click.charge();
    expect(click.settle(BOTH)).toBe("counted");
  }
  const limited = read("click");
  const events = await limited.charge();
  expect(events.map(({ key, event }) => [key.kind, event.counters])).toEqual([
    ["click", { invalid_clicks: 1 }],
  ]);
  expect(limited.settle(["click"])).toBe("limited");
  for (const [counted, outcome] of [
    [undefined, "lost"],
    [[], "repeated"],
  ] as const) {
    const other = read("click");
    await other.charge();
    expect(other.settle(counted)).toBe(outcome);
  }
});

test("clicks are limited per campaign and address", async () => {
  const limit = createLimiter({ limit: 1, windowMs: 60_000, now: () => 0 });
  const { read } = createTracking(CPC, {}, limit);
  const fetch = async (chosen: object, fetcher: Partial<Fetcher>) => {
    const click = read("click", chosen, fetcher);
    await click.charge(["click"]);
    return click.settle(["click"]);
  };
  expect(await fetch({}, { address: "2001:db8::1" })).toBe("counted");
  // An address of the same /64.
  expect(await fetch({}, { address: "2001:db8::2" })).toBe("limited");
  expect(await fetch({}, { address: "2001:db8:0:1::1" })).toBe("counted");
  expect(await fetch({ campaign: 2 }, { address: "2001:db8::1" })).toBe("counted");
});

test.each([
  ["a private address", "10.0.0.1", Array(5).fill("counted")],
  ["this machine", "::1", Array(5).fill("counted")],
  ["a public address", "198.41.0.4", ["counted", "counted", "counted", "limited", "limited"]],
  ["a public IPv6 address", "2001:503:ba3e::2:30", ["counted", "counted", "counted", "limited", "limited"]],
])(
  "of clicks that %s sends with X-Forwarded-For, limits of their own count",
  async (_what, address, outcomes) => {
    const limit = (clicks: number) => createLimiter({ limit: clicks, windowMs: 60_000, now: () => 0 });
    const { read } = createTracking(CPC, {}, limit(1), limit(3));
    const found: unknown[] = [];
    for (let at = 0; at < 5; at++) {
      const click = read("click", {}, { address, isShared: true });
      await click.charge(["click"]);
      found.push(click.settle(["click"]));
    }
    expect(found).toEqual(outcomes);
  },
);

test("clicks that are not counted do not use up the click limit", async () => {
  const limit = createLimiter({ limit: 1, windowMs: 60_000, now: () => 0 });
  const take = vi.spyOn(limit, "take");
  const { read } = createTracking(CPC, {}, limit);
  expect(await read("click").charge(["impression"])).toEqual([]);
  await read("click", {}, { userAgent: "Googlebot/2.1" }).charge();
  await read("click", {}, { isView: false }).charge();
  await read("click", {}, { isNavigation: false }).charge();
  await read("click", {}, {}, NOON + LIFE).charge();
  const elsewhere = createTracking(CPC, { address: "of another address" }, limit);
  await elsewhere.read("click").charge();
  await read("impression").charge();
  expect(take).not.toHaveBeenCalled();
});
