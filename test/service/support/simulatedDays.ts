/** Simulated days of visitors, with quiet nights and an evening peak, for budgets of one process. */
import type { Campaign } from "../../../src/service/catalogue/catalogue.ts";
import { LocalBudgets } from "../../../src/service/delivery/localBudgets.ts";
import { setCampaigns } from "./budgets.ts";

const MINUTE = 60_000;
const DAY_MINUTES = 1440;
/** Requests by the visitors' local hour. */
const HOURS = [2, 1, 1, 1, 1, 1, 2, 3, 4, 4, 5, 5, 5, 5, 5, 5, 5, 6, 7, 8, 8, 7, 5, 3];
const SUM = HOURS.reduce((sum, weight) => sum + weight, 0);

export interface SimulatedDays {
  /** Start of the first UTC day. */
  midnight: number;
  /** Requests of each day. */
  requests: readonly number[];
  /** Visitors' local hour at which the UTC day begins. */
  boundary: number;
}

/** Delivers a campaign on these days. Returns the impressions of each day. */
export function deliverDays(campaign: Campaign, { midnight, requests, boundary }: SimulatedDays): number[] {
  const budgets = new LocalBudgets(MINUTE);
  const [priced] = setCampaigns(budgets, [campaign], midnight);
  let number = 0;
  let waiting = 0;
  return requests.map((daily, day) => {
    let delivered = 0;
    for (let minute = 0; minute < DAY_MINUTES; minute++) {
      const now = midnight + (day * DAY_MINUTES + minute) * MINUTE;
      const weight = HOURS[(boundary + Math.floor(minute / 60)) % 24] ?? 0;
      waiting += (weight / SUM / 60) * daily;
      for (; waiting >= 1; waiting--) {
        if ((budgets.remaining(now)[0] ?? 0) < 1) continue;
        number += 1;
        const decision = { campaign: campaign.id, epoch: 1, number, decidedAt: now };
        const reserved = budgets.reserve(decision, now);
        budgets.chargeImpression({ ...decision, reserved }, priced, now);
        budgets.confirmImpression({ ...decision, reserved }, now);
        delivered += 1;
      }
    }
    return delivered;
  });
}
