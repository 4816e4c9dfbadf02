/** Contract of budgets and caps, kept in this process or leased from Redis. */
import { beforeEach, expect } from "vitest";
import type { PricedCampaign } from "../../../src/service/delivery/budgetRules.ts";
import type { Budgets } from "../../../src/service/delivery/budgets.ts";
import { LocalBudgets } from "../../../src/service/delivery/localBudgets.ts";
import { Deduplication } from "../../../src/service/journal/localDeduplication.ts";
import { DAY_MS } from "../../../src/service/values/day.ts";
import { priceCampaign, setCampaigns } from "../support/budgets.ts";
import { aCampaign, aCatalogue, type CampaignOptions } from "../support/catalogue.ts";
import { Cluster, NOTHING_DELIVERED, RESERVATION_LIFE } from "./engines.ts";
import { testEach, testWithRedis } from "./tests.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

const cluster = await Cluster.use();
/** Each test uses a new campaign. */
let campaign = 0;
let number = 0;
const clock = { time: NOON };

beforeEach(() => {
  campaign += 1;
  clock.time = NOON;
});

type Make = () => Promise<{ budgets: Budgets; epoch: number }>;
const LOCAL: Make = async () => ({ budgets: new LocalBudgets(RESERVATION_LIFE), epoch: 1 });
const SHARED: Make = async () => (await cluster.addNode({ now: () => clock.time })).state;

/** The campaign with the prices of the current catalogue. */
let priced: PricedCampaign;

function setCampaign(
  budgets: Budgets,
  options: Partial<CampaignOptions>,
  { isServed = true }: { isServed?: boolean } = {},
): void {
  const { data } = aCatalogue({ campaigns: [aCampaign({ id: campaign, ...options })] });
  [priced = priced] = data.campaigns.map(priceCampaign);
  setCampaigns(budgets, isServed ? data.campaigns : [], clock.time);
}

/** Resolves with whether the campaign may be served. Waits for a lease if budgets are shared. */
async function mayServe(budgets: Budgets): Promise<boolean> {
  for (let tries = 0; tries < 40; tries++) {
    if ((budgets.remaining(clock.time)[0] ?? 0) > 0) return true;
    if (budgets instanceof LocalBudgets) return false;
    await new Promise((done) => setTimeout(done, 10));
    // Nodes pause between lease requests, by the wall clock.
    clock.time += 20;
  }
  return false;
}

function decide(budgets: Budgets, epoch: number) {
  number += 1;
  const decision = { campaign, epoch, number, decidedAt: clock.time };
  return { ...decision, reserved: budgets.reserve(decision, clock.time) };
}

type Decision = ReturnType<typeof decide>;

function show(budgets: Budgets, decision: Decision, isReserved?: boolean): boolean {
  const cost = budgets.chargeImpression(decision, priced, clock.time, isReserved);
  budgets.confirmImpression(decision, clock.time);
  return cost !== undefined;
}

const BUDGETS = [
  ["budgets in this process", LOCAL, false],
  ["budgets leased from Redis", SHARED, true],
] as const;

testEach(BUDGETS, "%s allow exactly as many impressions as the cap", async (make) => {
  const { budgets, epoch } = await make();
  setCampaign(budgets, { caps: { daily: 100 } });
  let decided = 0;
  while (await mayServe(budgets)) {
    expect(show(budgets, decide(budgets, epoch))).toBe(true);
    decided += 1;
  }
  expect(decided).toBe(100);
});

testEach(BUDGETS, "%s allow as many whole impressions as the budget pays", async (make) => {
  const { budgets, epoch } = await make();
  setCampaign(budgets, { budget: { total: "0.0211" } });
  let decided = 0;
  while (await mayServe(budgets)) {
    decide(budgets, epoch);
    decided += 1;
  }
  expect(decided).toBe(10);
});

testEach(BUDGETS, "%s pay only whole clicks from the budget", async (make) => {
  const { budgets } = await make();
  setCampaign(budgets, { pricing: { model: "cpc", price: "0.25" }, budget: { daily: "0.60" } });
  let paid = 0;
  while (await mayServe(budgets)) {
    if (budgets.chargeClick(priced, clock.time) !== undefined) paid += 1;
  }
  expect(paid).toBe(2);
  budgets.refundClick(campaign, 250_000_000n, clock.time);
  expect(await mayServe(budgets)).toBe(true);
});

const spentLimits = [
  ["caps", { caps: { daily: 3 }, budget: { total: "0.006" } }],
  ["budget", { caps: { daily: 4 }, budget: { total: "0.006" } }],
  ["budget", { pricing: { model: "cpc", price: "0.25" }, budget: { daily: "0.20" } }],
  ["spread", { caps: { daily: 4 }, spread: "even" }],
] as const;
for (const [limit, options] of spentLimits)
  testEach(
    BUDGETS,
    `%s report ${limit} as the exhausted limit of ${JSON.stringify(options)}`,
    async (make) => {
      const { budgets, epoch } = await make();
      setCampaign(budgets, options);
      const isPaidByClicks = "pricing" in options;
      if (!isPaidByClicks) {
        expect(await mayServe(budgets)).toBe(true);
        expect(budgets.findLimit(0, clock.time)).toBe(undefined);
      }
      while (await mayServe(budgets)) decide(budgets, epoch);
      expect(budgets.findLimit(0, clock.time)).toBe(limit);
    },
  );

testEach(BUDGETS, "%s return the reservation of a decision that is released", async (make) => {
  const { budgets, epoch } = await make();
  setCampaign(budgets, { caps: { total: 1 } });
  expect(await mayServe(budgets)).toBe(true);
  const decision = decide(budgets, epoch);
  expect(budgets.remaining(clock.time)[0]).toBe(0);
  budgets.release(decision, clock.time);
  expect(budgets.remaining(clock.time)[0]).toBe(1);
});

testEach(
  BUDGETS,
  "%s return a lapsed reservation, and do not pay its late impression once the cap is used up",
  async (make) => {
    const { budgets, epoch } = await make();
    setCampaign(budgets, { caps: { total: 1 } });
    expect(await mayServe(budgets)).toBe(true);
    const late = decide(budgets, epoch);
    clock.time += RESERVATION_LIFE + 20_000;
    expect(await mayServe(budgets)).toBe(true);
    expect(show(budgets, decide(budgets, epoch))).toBe(true);
    expect(show(budgets, late, false)).toBe(false);
  },
);

const RAISED = { pricing: { model: "cpm", price: "200" } };
/** Cost of one impression at a price of 2.00 a thousand. */
const COST = 2_000_000n;

async function decideMany(budgets: Budgets, epoch: number, count: number): Promise<Decision[]> {
  const decisions: Decision[] = [];
  while (decisions.length < count && (await mayServe(budgets))) decisions.push(decide(budgets, epoch));
  return decisions;
}

/** Counts the impressions of pending decisions and sums up their cost. */
function showAll(budgets: Budgets, waiting: readonly Decision[]): bigint {
  let sum = 0n;
  for (const decision of waiting) {
    sum += budgets.chargeImpression(decision, priced, clock.time, true) ?? 0n;
    budgets.confirmImpression(decision, clock.time);
  }
  return sum;
}

testEach(
  BUDGETS,
  "%s charge the reserved price for impressions decided before a price rise",
  async (make) => {
    const { budgets, epoch } = await make();
    setCampaign(budgets, { budget: { total: "1" } });
    const waiting = await decideMany(budgets, epoch, 40);
    setCampaign(budgets, { budget: { total: "1" }, ...RAISED });
    expect(showAll(budgets, waiting)).toBe(40n * COST);
    // The remaining budget is 0.92.
    let dear = 0n;
    while (await mayServe(budgets)) dear += showAll(budgets, [decide(budgets, epoch)]);
    expect(dear).toBe(400n * COST);
  },
);

testEach(BUDGETS, "%s charge at most the reserved price after the campaign was paused", async (make) => {
  const { budgets, epoch } = await make();
  setCampaign(budgets, { budget: { total: "0.10" } });
  const waiting = await decideMany(budgets, epoch, 40);
  setCampaign(budgets, { budget: { total: "0.10" }, ...RAISED }, { isServed: false });
  expect(showAll(budgets, waiting)).toBe(40n * COST);
});

testEach(
  BUDGETS,
  "%s stay within a budget that is set or lowered while decisions are pending",
  async (make) => {
    const { budgets, epoch } = await make();
    for (const before of [{ budget: { total: "0.10" } }, {}]) {
      campaign += 1;
      setCampaign(budgets, before);
      const waiting = await decideMany(budgets, epoch, 40);
      clock.time += 1;
      setCampaign(budgets, { budget: { total: "0.05" } });
      let paid = showAll(budgets, waiting);
      // Reservations beyond the new budget are returned within a second.
      clock.time += 2000;
      while (await mayServe(budgets)) paid += showAll(budgets, [decide(budgets, epoch)]);
      expect(paid).toBeLessThanOrEqual(25n * COST);
      expect(paid).toBeGreaterThan(0n);
    }
  },
);

testEach(BUDGETS, "%s release the unused part of a reservation after a price cut", async (make) => {
  const { budgets, epoch } = await make();
  setCampaign(budgets, { budget: { total: "2" }, ...RAISED });
  const waiting = await decideMany(budgets, epoch, 5);
  setCampaign(budgets, { budget: { total: "2" } });
  expect(showAll(budgets, waiting)).toBe(5n * COST);
  setCampaign(budgets, { budget: { total: "2" }, ...RAISED });
  clock.time += 2000;
  let dear = 0n;
  while (await mayServe(budgets)) dear += showAll(budgets, [decide(budgets, epoch)]);
  expect(dear).toBe(900n * COST);
});

testWithRedis(
  "a node charges the reserved price for impressions that another decided before a price rise",
  async () => {
    const [first, second] = await Promise.all([SHARED(), SHARED()]);
    for (const { budgets } of [first, second]) setCampaign(budgets, { budget: { total: "0.50" } });
    const waiting = await decideMany(first.budgets, first.epoch, 40);
    for (const { budgets } of [first, second]) setCampaign(budgets, { budget: { total: "0.50" }, ...RAISED });
    expect(showAll(second.budgets, waiting)).toBe(40n * COST);
    const nodes = [first, second];
    let dear = 0n;
    for (const { budgets, epoch } of [...nodes, ...nodes])
      while (await mayServe(budgets)) dear += showAll(second.budgets, [decide(budgets, epoch)]);
    expect(dear).toBe(200n * COST);
  },
);

testEach(BUDGETS, "%s reset a daily cap at midnight UTC", async (make) => {
  const { budgets, epoch } = await make();
  setCampaign(budgets, { caps: { daily: 1 } });
  expect(await mayServe(budgets)).toBe(true);
  show(budgets, decide(budgets, epoch));
  expect(budgets.remaining(clock.time)[0]).toBe(0);
  clock.time += DAY_MS / 2;
  expect(await mayServe(budgets)).toBe(true);
});

testEach(BUDGETS, "%s do not limit a campaign without caps and budget", async (make) => {
  const { budgets } = await make();
  setCampaign(budgets, {});
  expect(budgets.remaining(clock.time)[0]).toBe(Number.POSITIVE_INFINITY);
});

testWithRedis(
  "three nodes use up a shared cap exactly, even when one decides and another counts",
  async () => {
    const nodes = await Promise.all([SHARED(), SHARED(), SHARED()]);
    for (const { budgets } of nodes) setCampaign(budgets, { caps: { total: 100 } });
    const paid = new Set<number>();
    for (let before = -1; paid.size > before; ) {
      before = paid.size;
      for (const [at, { budgets, epoch }] of nodes.entries()) {
        if (!(await mayServe(budgets))) continue;
        while ((budgets.remaining(clock.time)[0] ?? 0) > 0) {
          const decision = decide(budgets, epoch);
          const other = nodes[(at + 1) % 3] as (typeof nodes)[0];
          if (show(other.budgets, decision, true)) paid.add(decision.number);
        }
      }
    }
    expect(paid.size).toBe(100);
  },
);

testWithRedis(
  "after Redis lost its data, campaigns with a cap pause until delivered amounts are restored",
  async () => {
    const own = await Cluster.startOwn();
    // Long enough that no reservation lapses within the test.
    const { state } = await own.addNode({ reservationLife: 300_000, now: () => clock.time, hurry: 50 });
    await state.shareDeduplication(new Deduplication(() => 0));
    setCampaign(state.budgets, { caps: { total: 100 } });
    expect(await mayServe(state.budgets)).toBe(true);
    await own.redis.send("FLUSHALL");
    await expect.poll(() => state.status.isDataLost).toBe(true);
    expect(await mayServe(state.budgets)).toBe(false);
    // The node restores the secret, which keeps issued tracking URLs valid on every node.
    await expect.poll(() => own.redis.send("EXISTS", "zonetag:secret")).toBe(1);
    let asked = 0;
    // The first two reads fail.
    state.rebuildFrom(async () => {
      asked += 1;
      return asked > 2 ? [{ campaign, ...NOTHING_DELIVERED, shownTotal: 97 }] : undefined;
    });
    await expect.poll(() => state.status.isDataLost, { timeout: 30_000 }).toBe(false);
    let left = 0;
    while (await mayServe(state.budgets)) {
      decide(state.budgets, state.epoch);
      left += 1;
    }
    expect(left).toBe(3);
  },
);

testWithRedis("the refund of an impression that an earlier price paid for grants no impression", async () => {
  const { budgets, epoch } = await SHARED();
  setCampaign(budgets, { caps: { total: 100 } });
  expect(await mayServe(budgets)).toBe(true);
  const decision = decide(budgets, epoch);
  const cost = budgets.chargeImpression(decision, priced, clock.time, false);
  setCampaign(budgets, { caps: { total: 100 }, pricing: { model: "cpm", price: "9.00" } });
  budgets.refundImpression(decision, cost, clock.time);
  expect(budgets.remaining(clock.time)[0]).toBe(0);
  // It is not lost either: only the open reservation is missing.
  let left = 0;
  const decideAll = async () => {
    for (; await mayServe(budgets); left += 1) decide(budgets, epoch);
    return left;
  };
  await expect.poll(decideAll, { timeout: 20_000 }).toBe(99);
  expect(await decideAll()).toBe(99);
});

testWithRedis("right after Redis lost its data, a new campaign with a cap is not served", async () => {
  const own = await Cluster.startOwn();
  const { state } = await own.addNode({ now: () => clock.time });
  await own.redis.send("FLUSHALL");
  setCampaign(state.budgets, { caps: { total: 100 } });
  expect(await mayServe(state.budgets)).toBe(false);
  expect(state.status.isDataLost).toBe(true);
});

testWithRedis("while Redis does not answer, a node serves only what it had leased", async () => {
  const own = await Cluster.startOwn();
  const { state } = await own.addNode({ timeout: 300, now: () => clock.time });
  setCampaign(state.budgets, { caps: { total: 1000 } });
  expect(await mayServe(state.budgets)).toBe(true);
  own.redis.freeze();
  let decided = 0;
  while (await mayServe(state.budgets)) {
    decide(state.budgets, state.epoch);
    decided += 1;
  }
  expect(decided).toBeGreaterThan(0);
  expect(decided).toBeLessThan(1000);
  own.redis.thaw();
  await expect.poll(() => mayServe(state.budgets)).toBe(true);
});
