import fc from "fast-check";
import { expect, test } from "vitest";
import type { PricedCampaign } from "../../../src/service/delivery/budgetRules.ts";
import type { Budgets } from "../../../src/service/delivery/budgets.ts";
import { LocalBudgets } from "../../../src/service/delivery/localBudgets.ts";
import { setCampaigns } from "../support/budgets.ts";
import { aCampaign, aCatalogue, type CampaignOptions } from "../support/catalogue.ts";

const LIFE = 120_000;
const DAY = 86_400_000;
const NOON = Date.parse("2026-11-20T12:00:00Z");
/** Cost of one impression at a price of 2.00 a thousand. */
const COST = 2_000_000n;

function createBudgets(options: object, now = NOON): Budgets {
  mark = "";
  const budgets = new LocalBudgets(LIFE);
  serve(budgets, [{ id: 1, ...options }], now);
  return budgets;
}

function serve(budgets: Budgets, campaigns: CampaignOptions[], now = NOON): void {
  const { data } = aCatalogue({ campaigns: campaigns.map(aCampaign) });
  const servable = setCampaigns(budgets, data.campaigns, now);
  priced = servable.find(({ campaign }) => campaign.id === 1) ?? priced;
}

/** Reservation mark of the last decision. */
let mark = "";
/** Creates a decision for the campaign. */
const decision = (decidedAt = NOON, reserved = mark) => {
  return { campaign: 1, epoch: 1, number: 1, decidedAt, reserved };
};
const reserve = (budgets: Budgets, now = NOON) => {
  mark = budgets.reserve(decision(now), now);
  return mark;
};

/** The campaign with the prices of the current catalogue. */
let priced: PricedCampaign;

/** Counts an impression as tracking does. */
function show(budgets: Budgets, decidedAt: number, now = decidedAt, reserved = mark): bigint | undefined {
  const cost = budgets.chargeImpression(decision(decidedAt, reserved), priced, now);
  budgets.confirmImpression(decision(decidedAt, reserved), now);
  return cost;
}

const room = (budgets: Budgets, now = NOON) => budgets.remaining(now)[0];
const cpc = { model: "cpc", price: "0.25" };

test("each reservation lapses at its own time", () => {
  const budgets = createBudgets({ caps: { total: 5 } });
  for (const time of [NOON, NOON + 60_000]) reserve(budgets, time);
  const lapsed = [NOON, NOON + 60_000].map((time) => time + LIFE + 10_000);
  expect(lapsed.map((now) => room(budgets, now))).toEqual([4, 5]);
});

test("an impression after its reservation lapsed is not paid if the cap is used up", () => {
  const budgets = createBudgets({ caps: { total: 2 } });
  const late = NOON + LIFE + 10_000;
  reserve(budgets);
  reserve(budgets);
  expect(show(budgets, NOON, NOON + LIFE - 1)).toBe(COST);
  reserve(budgets, late);
  expect(show(budgets, late)).toBe(COST);
  expect(show(budgets, NOON, late)).toBe(undefined);
  expect(room(budgets, late)).toBe(-1);
});

test.each([
  ["a cap", { caps: { total: 1 } }],
  ["a daily cap", { caps: { daily: 1 } }],
  ["a budget", { budget: { total: "0.002" } }],
])("%s does not pay a late impression from another decision's reservation", (_what, options) => {
  const budgets = createBudgets(options);
  const late = NOON + LIFE + 10_000;
  reserve(budgets);
  expect(room(budgets, late)).toBe(1);
  reserve(budgets, late);
  expect(show(budgets, NOON, late)).toBe(undefined);
  expect(show(budgets, late)).toBe(COST);
});

test("a late impression without a reservation is paid until the cap is used up", () => {
  const budgets = createBudgets({ caps: { total: 2 } });
  reserve(budgets);
  expect(show(budgets, NOON - 2 * LIFE, NOON)).toBe(COST);
  expect(show(budgets, NOON - 2 * LIFE, NOON)).toBe(undefined);
  expect(show(budgets, NOON)).toBe(COST);
});

test("an unlimited campaign always has remaining impressions and pays its clicks", () => {
  const budgets = createBudgets({});
  reserve(budgets);
  expect(show(budgets, NOON)).toBe(COST);
  expect(room(budgets)).toBe(Number.POSITIVE_INFINITY);
  expect(createBudgets({ pricing: cpc }).chargeClick(priced, NOON)).toBe(250_000_000n);
});

test("remaining impressions are recomputed every second and at midnight", () => {
  const paced = createBudgets({ spread: "even", caps: { daily: 1440 } }, NOON - 500);
  expect([NOON - 500, NOON + 499, NOON + 500].map((now) => room(paced, now))).toEqual([960, 960, 962]);
  const midnight = NOON + DAY / 2;
  const daily = createBudgets({ caps: { daily: 1 } }, midnight - 100);
  show(daily, midnight - 100);
  expect([midnight - 100, midnight + 100].map((now) => room(daily, now))).toEqual([0, 1]);
});

test("clicks are paid until the total budget is used up, across midnights", () => {
  const budgets = createBudgets({ pricing: cpc, budget: { total: "0.50" } });
  expect(budgets.chargeClick(priced, NOON)).toBe(250_000_000n);
  expect(budgets.chargeClick(priced, NOON + DAY)).toBe(250_000_000n);
  expect(budgets.chargeClick(priced, NOON + 2 * DAY)).toBe(undefined);
});

test("refunding an unpaid repeated impression does not change the cap", () => {
  const budgets = createBudgets({ caps: { total: 1 } });
  reserve(budgets);
  show(budgets, NOON);
  const again = budgets.chargeImpression(decision(), priced, NOON);
  expect(again).toBe(undefined);
  budgets.refundImpression(decision(), again, NOON);
  expect(room(budgets)).toBe(0);
});

test("an evenly spread cap or budget is released over the day", () => {
  const morning = Date.parse("2026-11-20T06:00:00Z");
  const budgets = createBudgets({ spread: "even", caps: { daily: 1440 } }, morning);
  expect(room(budgets, morning)).toBe(482);
  expect(room(budgets, NOON)).toBe(962);
  expect(room(budgets, Date.parse("2026-11-20T23:59:30Z"))).toBe(1440);
  const money = createBudgets({ spread: "even", budget: { daily: "2.88" } }, morning);
  expect(room(money, NOON)).toBe(961);
});

test("recalled amounts of an earlier start count, and its pending decisions lapse", () => {
  const budgets = new LocalBudgets(LIFE);
  const spent = {
    costToday: 3n * COST,
    costTotal: 5n * COST,
    shownToday: 3,
    shownTotal: 5,
    pending: 4,
    pendingCost: 4n * COST,
  };
  budgets.recall([{ campaign: 1, ...spent }], NOON);
  serve(budgets, [{ id: 1, caps: { daily: 10, total: 100 } }]);
  expect(room(budgets)).toBe(3);
  // The impression of a decision of the earlier start.
  expect(show(budgets, NOON - 1000, NOON, "mark of then")).toBe(COST);
  expect(room(budgets)).toBe(3);
  expect(room(budgets, NOON + LIFE)).toBe(6);
});

test("while the clock is set to another day, and afterwards, what was spent stays spent", () => {
  for (const away of [NOON + DAY, NOON - DAY, NOON + 5 * DAY]) {
    mark = "";
    const changes: number[] = [];
    const budgets = new LocalBudgets(
      LIFE,
      () => 0,
      undefined,
      (change) => changes.push(change),
    );
    serve(budgets, [{ id: 1, caps: { daily: 4 }, budget: { daily: "0.01" } }]);
    show(budgets, NOON);
    expect(room(budgets, away)).toBe(3);
    show(budgets, away);
    expect(room(budgets, NOON)).toBe(2);
    expect(room(budgets, away)).toBe(2);
    expect(changes).toEqual([away - NOON, NOON - away, away - NOON]);
  }
});

test("an impression that waited for hours is not taken for a clock that was set back", () => {
  mark = "";
  let elapsed = 0;
  const changes: number[] = [];
  const budgets = new LocalBudgets(
    DAY,
    () => elapsed,
    undefined,
    (change) => changes.push(change),
  );
  serve(budgets, [{ id: 1, caps: { daily: 4 } }]);
  reserve(budgets);
  elapsed = DAY / 2;
  expect(room(budgets, NOON + DAY / 2)).toBe(3);
  budgets.chargeImpression(decision(), priced, NOON);
  budgets.confirmImpression(decision(), NOON);
  expect(room(budgets, NOON + DAY / 2)).toBe(3);
  expect(changes).toEqual([]);
});

test("an even spread is recomputed when the clock is set back", () => {
  const budgets = createBudgets({ spread: "even", caps: { daily: 1440 } });
  expect(room(budgets, NOON)).toBe(962);
  expect(room(budgets, NOON - DAY / 4)).toBe(482);
});

test("reserved amounts count towards the limits of a new catalogue", () => {
  const budgets = createBudgets({ caps: { daily: 2 } });
  reserve(budgets);
  serve(budgets, [{ id: 9 }, { id: 1, caps: { daily: 5 } }]);
  expect([...budgets.remaining(NOON)]).toEqual([Number.POSITIVE_INFINITY, 4]);
});

/** Counts pending impressions by the marks of their decisions, and returns their charges. */
const showAll = (budgets: Budgets, marks: readonly string[], now = NOON) =>
  marks.map((each) => show(budgets, NOON, now, each));
const sum = (costs: readonly (bigint | undefined)[]) =>
  costs.reduce<bigint>((all, each) => all + (each ?? 0n), 0n);
const reserveMany = (budgets: Budgets, count: number) =>
  Array.from({ length: count }, () => reserve(budgets));
const raised = { pricing: { model: "cpm", price: "200" } };

test("an impression costs the lower of the reserved and the current price", () => {
  const budgets = createBudgets({ budget: { total: "1" }, ...raised });
  const [dear = "", again = ""] = reserveMany(budgets, 2);
  serve(budgets, [{ id: 1, budget: { total: "1" } }]);
  const cheap = reserve(budgets);
  expect(show(budgets, NOON, NOON, dear)).toBe(COST);
  serve(budgets, [{ id: 1, budget: { total: "1" }, ...raised }]);
  expect(showAll(budgets, [again, cheap])).toEqual([100n * COST, COST]);
  expect(room(budgets)).toBe(3);
});

test("a campaign that lost its limits pays at most the reserved price for pending impressions", () => {
  const budgets = createBudgets({ budget: { total: "0.10" } });
  const waiting = reserveMany(budgets, 40);
  serve(budgets, [{ id: 1, ...raised }]);
  expect(sum(showAll(budgets, waiting))).toBe(40n * COST);
});

test.each([
  ["a total budget that is lowered", { budget: { total: "0.10" } }, { budget: { total: "0.05" } }],
  ["a daily budget in place of a larger total", { budget: { total: "0.10" } }, { budget: { daily: "0.05" } }],
  ["a budget that is set", {}, { budget: { total: "0.05" } }],
])("%s while decisions are pending pays up to its new amount", (_what, before, after) => {
  const budgets = createBudgets(before);
  const waiting = reserveMany(budgets, 40);
  serve(budgets, [{ id: 1, ...after }]);
  expect(sum(showAll(budgets, waiting))).toBe(25n * COST);
});

test("after a change to CPC, clicks cannot use the budget that earlier decisions reserved", () => {
  const budgets = createBudgets({ budget: { total: "0.60" } });
  reserveMany(budgets, 100);
  serve(budgets, [{ id: 1, pricing: cpc, budget: { total: "0.60" } }]);
  expect([1, 2].map(() => budgets.chargeClick(priced, NOON))).toEqual([250_000_000n, undefined]);
});

test("clicks on a paused campaign are paid up to its budget", () => {
  const options = { pricing: cpc, budget: { total: "0.60" } };
  const budgets = createBudgets(options);
  setCampaigns(budgets, [], NOON);
  const charges = [1, 2, 3].map(() => budgets.chargeClick(priced, NOON));
  expect(charges).toEqual([250_000_000n, 250_000_000n, undefined]);
});

test("after a price rise, impressions of an earlier start cost the price reserved then", () => {
  const budgets = new LocalBudgets(LIFE);
  const none = { costToday: 0n, costTotal: 0n, shownToday: 0, shownTotal: 0 };
  budgets.recall([{ campaign: 1, ...none, pending: 40, pendingCost: 40n * COST }], NOON);
  serve(budgets, [{ id: 1, budget: { total: "0.10" }, ...raised }]);
  expect(room(budgets)).toBe(0);
  const waiting = Array.from({ length: 60 }, () => "earlier");
  expect(sum(showAll(budgets, waiting))).toBe(40n * COST);
});

// Time passes rarely enough for caps to be reserved completely, and often enough for late impressions.
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: "decide" as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom("show" as const, "repeat" as const), which: fc.nat() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 2 * LIFE }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "wait" as const, ms: DAY / 3 }) },
);

test("in any order of events, paid impressions stay within caps and budget and valid reservations are paid", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 300, size: "max" }), (steps) => {
      const budgets = createBudgets({ caps: { daily: 5, total: 12 }, budget: { total: "0.021" } });
      let now = NOON;
      const waiting: number[] = [];
      const paidOn = new Map<number, number>();
      let [paid, shown] = [0, 0];
      const today = () => Math.floor(now / DAY);
      for (const each of steps) {
        if (each.kind === "wait") now += each.ms;
        else if (each.kind === "decide" && (room(budgets, now) ?? 0) > 0) {
          reserve(budgets, now);
          waiting.push(now);
        } else if (each.kind === "show" && waiting.length > 0) {
          const [decidedAt = now] = waiting.splice(each.which % waiting.length, 1);
          const isPaid = show(budgets, decidedAt, now) !== undefined;
          if (decidedAt + LIFE > now) expect(isPaid).toBe(true);
          shown += 1;
          if (isPaid) paid += 1;
          if (isPaid) paidOn.set(today(), (paidOn.get(today()) ?? 0) + 1);
        } else if (each.kind === "repeat") {
          const cost = budgets.chargeImpression(decision(now - 2 * LIFE), priced, now);
          budgets.refundImpression(decision(), cost, now);
        }
      }
      expect(Math.max(0, ...paidOn.values())).toBeLessThanOrEqual(5);
      // 0.021 pays ten impressions.
      expect(paid).toBeLessThanOrEqual(10);
      expect(shown).toBeGreaterThanOrEqual(paid);
    }),
  );
});

test("the remaining impressions are the cap minus shown and reserved ones", () => {
  const plain = fc.array(fc.constantFrom("decide", "show", "cancel"), { maxLength: 60, size: "max" });
  fc.assert(
    fc.property(plain, (steps) => {
      const budgets = createBudgets({ caps: { daily: 20 } });
      let [reserved, shown] = [0, 0];
      for (const each of steps) {
        if (each === "decide" && shown + reserved < 20) {
          reserve(budgets);
          reserved += 1;
        } else if (each !== "decide" && reserved > 0) {
          if (each === "show") show(budgets, NOON);
          else budgets.release(decision(), NOON);
          reserved -= 1;
          if (each === "show") shown += 1;
        }
        expect(room(budgets)).toBe(20 - shown - reserved);
      }
    }),
  );
});
