/** Simulates days of visitors: even delivery reaches its goal wherever the UTC day begins in the visitors' day. */
import { expect, test } from "vitest";
import { LocalBudgets } from "../../../src/service/delivery/localBudgets.ts";
import { setCampaigns } from "../support/budgets.ts";
import { aCampaign, aCatalogue, type CampaignOptions } from "../support/catalogue.ts";
import { deliverDays } from "../support/simulatedDays.ts";

const MINUTE = 60_000;
const MIDNIGHT = Date.parse("2026-11-20T00:00:00Z");
const GOAL = 2000;
const BOUNDARIES = [0, 3, 6, 9, 12, 15, 18, 21];
const DEMANDS = [1.3, 2];

interface Demand {
  /** Requests a day, as a multiple of the goal. */
  demand: number;
  /** Visitors' local hour at which the UTC day begins. */
  boundary: number;
}

/** Delivers a campaign for some days. Returns the impressions of each day. */
function deliver(options: CampaignOptions, days: number, { demand, boundary }: Demand): number[] {
  const [campaign] = aCatalogue({ campaigns: [aCampaign(options)] }).data.campaigns;
  if (!campaign) throw new Error("There is no campaign.");
  const requests = new Array<number>(days).fill(GOAL * demand);
  return deliverDays(campaign, { midnight: MIDNIGHT, requests, boundary });
}

const cases = DEMANDS.flatMap((demand) => BOUNDARIES.map((boundary) => ({ demand, boundary })));

test.each(cases)(
  "an even daily goal is reached at $demand times the demand, the day beginning at $boundary:00",
  (one) => {
    for (const limits of [{ caps: { daily: GOAL } }, { budget: { daily: String(GOAL * 0.002) } }]) {
      const [delivered = 0] = deliver({ id: 1, spread: "even", ...limits }, 1, one);
      expect(delivered).toBeGreaterThanOrEqual(0.97 * GOAL);
      expect(delivered).toBeLessThanOrEqual(GOAL);
    }
  },
);

test.each(cases)(
  "an even total with a last day is reached at $demand times the demand, from $boundary:00",
  (one) => {
    const days = 5;
    for (const limits of [
      { caps: { total: days * GOAL } },
      { budget: { total: String(days * GOAL * 0.002) } },
    ]) {
      const delivered = deliver({ id: 1, spread: "even", to: "2026-11-24", ...limits }, days, one);
      const sum = delivered.reduce((all, day) => all + day, 0);
      expect(sum).toBeGreaterThanOrEqual(0.97 * days * GOAL);
      expect(sum).toBeLessThanOrEqual(days * GOAL);
      expect(Math.max(...delivered)).toBeLessThan(1.2 * GOAL);
    }
  },
);

test("after a quarter of the day at most a third of an even daily goal is delivered, whatever the demand", () => {
  const budgets = new LocalBudgets(MINUTE);
  const { data } = aCatalogue({ campaigns: [aCampaign({ id: 1, spread: "even", caps: { daily: 1200 } })] });
  setCampaigns(budgets, data.campaigns, MIDNIGHT);
  expect(budgets.remaining(MIDNIGHT + 6 * 60 * MINUTE - 1)[0]).toBe(400);
});
