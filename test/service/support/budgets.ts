import { computeUnitCost } from "../../../src/service/catalogue/accounting.ts";
import type { Campaign } from "../../../src/service/catalogue/catalogue.ts";
import { listLimits, type PricedCampaign } from "../../../src/service/delivery/budgetRules.ts";
import type { Budgets } from "../../../src/service/delivery/budgets.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";

export function priceCampaign(campaign: Campaign): PricedCampaign {
  return { campaign, unitCost: computeUnitCost(campaign) };
}

/** Sets the limits of campaigns as the service does. Returns the campaigns with their prices. */
export function setCampaigns(
  budgets: Budgets,
  campaigns: readonly Campaign[],
  now: number,
): PricedCampaign[] {
  const priced = campaigns.map(priceCampaign);
  budgets.setLimits(runAtOnce(listLimits(priced)), priced.length, now);
  return priced;
}
