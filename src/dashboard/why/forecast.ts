/** Computes from spending and missed requests, by quarter of an hour, when a daily budget would have been spent. */
import type { CampaignUnfilled } from "../../protocol/management.ts";

const QUARTERS = 96;
const QUARTER_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
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
  for (const { start, cost, missed } of quarters) {
    const share = isEven ? ((Date.parse(start) % DAY_MS) / QUARTER_MS + 1) / QUARTERS : 1;
    spent = Math.min(spent + cost + missed * per_request, Math.max(spent, amount * share));
    if (spent >= amount - TOLERANCE) return start;
  }
  return undefined;
}
