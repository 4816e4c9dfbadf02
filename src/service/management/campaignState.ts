/** State of a campaign: whether it runs, and if not, why. */
import type { CampaignState } from "../../protocol/management.ts";
import { computeUnitCost } from "../catalogue/accounting.ts";
import type { Account, Campaign } from "../catalogue/catalogue.ts";
import { computeLimits, isSpent } from "../delivery/budgetRules.ts";
import type { Given } from "../facts/delivered.ts";
import { formatDay } from "../values/day.ts";

/** `filled`: requests of the last 24 hours that it filled. */
export function findCampaignState(
  campaign: Campaign,
  given: Given,
  filled: number,
  now: number,
  account: Pick<Account, "suspended"> | undefined,
): CampaignState {
  const { deleted, active, from, to, variations } = campaign;
  const today = formatDay(now);
  if (deleted) return "archived";
  if (account?.suspended) return "suspended";
  if (!active) return "paused";
  if (to !== undefined && to < today) return "ended";
  if (from !== undefined && from > today) return "scheduled";
  if (!variations.some((creative) => creative.active && creative.review === "approved")) return "waiting";
  if (isSpent(computeLimits({ campaign, unitCost: computeUnitCost(campaign) }), given)) return "spent";
  return filled > 0 ? "running" : "unmatched";
}
