import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Budgets } from "../../../src/service/placement/budgets.ts";
import { indexCampaigns } from "../../../src/service/placement/campaign-index.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";

const LIFE = 3600_000;
const DAY = 86_400_000;
const NOON = Date.parse("2026-11-20T12:00:00Z");
/** Cost of one impression at a price of 2.00 a thousand. */
const COST = 2_000_000n;

function budgetsOf(options: object, now = NOON): Budgets {
  const index = indexCampaigns(aCatalogue({ campaigns: [aCampaign({ id: 1, ...options })] }), "0.70");
  const budgets = new Budgets(LIFE);
  budgets.arrange(index, now);
  return budgets;
}

const room = (budgets: Budgets, now = NOON) => budgets.room(now)[0];
const cpc = { model: "cpc", price: "0.25" };

describe("a cap", () => {
  it("counts what is reserved", () => {
    const budgets = budgetsOf({ caps: { daily: 3 } });
    expect(room(budgets)).toBe(3);
    budgets.reserve(1, NOON);
    budgets.reserve(1, NOON);
    expect(room(budgets)).toBe(1);
    budgets.shown(1, NOON, true, COST, NOON);
    expect(room(budgets)).toBe(1);
  });

  it("gets back what never became an impression, and what became an invalid one", () => {
    const budgets = budgetsOf({ caps: { total: 2 } });
    budgets.reserve(1, NOON);
    budgets.reserve(1, NOON);
    budgets.shown(1, NOON, false, 0n, NOON);
    expect(room(budgets)).toBe(1);
    expect(room(budgets, NOON + LIFE - 1)).toBe(1);
    expect(room(budgets, NOON + LIFE + 10_000)).toBe(2);
  });

  it("of a day starts anew at midnight UTC, one of the whole campaign does not", () => {
    const daily = budgetsOf({ caps: { daily: 1 } });
    const total = budgetsOf({ caps: { total: 1 } });
    for (const budgets of [daily, total]) {
      budgets.reserve(1, NOON);
      budgets.shown(1, NOON, true, COST, NOON);
      expect(room(budgets)).toBe(0);
    }
    expect(room(daily, NOON + DAY / 2)).toBe(1);
    expect(room(total, NOON + DAY)).toBe(0);
  });
});

describe("a budget", () => {
  it("of a campaign paid by impressions covers whole impressions", () => {
    expect(room(budgetsOf({ budget: { daily: "0.005" } }))).toBe(2);
    expect(room(budgetsOf({ budget: { daily: "1", total: "0.002" } }))).toBe(1);
    expect(room(budgetsOf({}))).toBe(Number.POSITIVE_INFINITY);
  });

  it("of a campaign paid by clicks pays clicks until it is spent, and no part of one", () => {
    const budgets = budgetsOf({ pricing: cpc, budget: { daily: "0.60" } });
    expect(room(budgets)).toBe(Number.POSITIVE_INFINITY);
    const charges = [1, 2, 3].map(() => budgets.charge(1, 250_000_000n, NOON));
    expect(charges).toEqual([250_000_000n, 250_000_000n, 0n]);
    expect(room(budgets)).toBe(0);
    budgets.refund(1, 250_000_000n, NOON);
    expect(room(budgets)).toBe(Number.POSITIVE_INFINITY);
  });

  it("that is spread evenly is given out by the time of day", () => {
    const morning = Date.parse("2026-11-20T06:00:00Z");
    const budgets = budgetsOf({ spread: "even", caps: { daily: 1440 } }, morning);
    expect(room(budgets, morning)).toBe(361);
    expect(room(budgets, NOON)).toBe(721);
    expect(room(budgets, Date.parse("2026-11-20T23:59:30Z"))).toBe(1440);
    const money = budgetsOf({ spread: "even", budget: { daily: "2.88" } }, morning);
    expect(room(money, NOON)).toBe(721);
  });
});

describe("after a restart", () => {
  it("what was spent and what is pending still count; the pending come free", () => {
    const budgets = new Budgets(LIFE);
    const spent = { costToday: 3n * COST, costTotal: 5n * COST, shownToday: 3, shownTotal: 5, pending: 4 };
    budgets.recall([{ campaign: 1, ...spent }], NOON);
    const campaigns = [aCampaign({ id: 1, caps: { daily: 10, total: 100 } })];
    budgets.arrange(indexCampaigns(aCatalogue({ campaigns }), "0.70"), NOON);
    expect(room(budgets)).toBe(3);
    // One of the earlier start's decisions is shown now.
    budgets.shown(1, NOON - 1000, true, COST, NOON);
    expect(room(budgets)).toBe(3);
    expect(room(budgets, NOON + LIFE)).toBe(6);
  });
});

describe("a new catalogue", () => {
  it("keeps what was spent, under the new limits", () => {
    const budgets = budgetsOf({ caps: { daily: 2 } });
    budgets.reserve(1, NOON);
    const campaigns = [aCampaign({ id: 9 }), aCampaign({ id: 1, caps: { daily: 5 } })];
    budgets.arrange(indexCampaigns(aCatalogue({ campaigns }), "0.70"), NOON);
    expect([...budgets.room(NOON)]).toEqual([Number.POSITIVE_INFINITY, 4]);
  });
});

describe("whatever happens in whatever order", () => {
  const step = fc.oneof(
    fc.constant({ kind: "decide" as const }),
    fc.record({ kind: fc.constant("show" as const), which: fc.nat(), valid: fc.boolean() }),
    fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: LIFE / 2 }) }),
  );

  it("no day passes its cap, and the campaign neither cap nor budget", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const limits = { caps: { daily: 5, total: 12 }, budget: { total: "0.021" } };
        const budgets = budgetsOf(limits);
        let now = NOON;
        let waiting: number[] = [];
        const shownOn = new Map<number, number>();
        let shown = 0;
        for (const each of steps) {
          if (each.kind === "wait") now += each.ms;
          waiting = waiting.filter((decided) => decided + LIFE > now);
          if (each.kind === "decide" && (room(budgets, now) ?? 0) > 0) {
            budgets.reserve(1, now);
            waiting.push(now);
          }
          if (each.kind === "show" && waiting.length > 0) {
            const [decided = now] = waiting.splice(each.which % waiting.length, 1);
            budgets.shown(1, decided, each.valid, each.valid ? COST : 0n, now);
            const day = Math.floor(now / DAY);
            if (each.valid) shownOn.set(day, (shownOn.get(day) ?? 0) + 1);
            if (each.valid) shown += 1;
          }
        }
        expect(Math.max(0, ...shownOn.values())).toBeLessThanOrEqual(5);
        expect(shown).toBeLessThanOrEqual(10);
      }),
    );
  });
});
