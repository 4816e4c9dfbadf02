/** Computes from spending and missed requests, by quarter of an hour, when a daily budget would have been spent. */
import type { CampaignUnfilled } from "../../protocol/management.ts";

/** Sums of decimals may differ from an equal amount in their last binary digits. */
const TOLERANCE = 1e-9;

interface Budget {
  amount: number;
  /** Even delivery: each quarter of an hour has its share of the amount. */
  isEven: boolean;
}

/** Finds the start of the quarter of an hour in which the amount is spent, ISO 8601; undefined if it is never spent. */
export function findSpent(
  { per_request, quarters }: CampaignUnfilled["spending"],
  { amount, isEven }: Budget,
): string | undefined {
  let spent = 0;
  for (const { start, cost, missed, share } of quarters) {
    const most = amount * (isEven ? share : 1);
    spent = Math.min(spent + cost + missed * per_request, Math.max(spent, most));
    if (spent >= amount - TOLERANCE) return start;
  }
  return undefined;
}
