/**
 * Port for budgets and caps, including reservations of decisions that have no impression yet: in this process
 * (`localBudgets.ts`), or shared by several nodes.
 *
 * A decision reserves one impression, at its price then, until it is counted or the reservation lapses. An impression
 * with an open reservation is paid at most what was reserved; a later one, and a click, only if the campaign has
 * something left. So no budget is exceeded, whatever of the campaign changes meanwhile. Days are UTC days.
 */
import type { Nano } from "../values/money.ts";
import type { BudgetLimit, PricedCampaign } from "./budgetRules.ts";

/** A decision for a campaign, as tokens name it. */
export interface BudgetedDecision {
  campaign: number;
  /** Number of the start that made it. */
  epoch: number;
  /** Number within its epoch. */
  number: number;
  /** Milliseconds since 1970. */
  decidedAt: number;
  /** Mark of the amount that it reserved; see `ReservedAmounts`. Empty when it reserved nothing. */
  reserved: string;
}

/** All methods are synchronous: a placement is decided, and an event charged, within one task. */
export interface Budgets {
  /** Must be called when the catalogue changes. `campaigns`: by the positions that `remaining` uses. */
  setCampaigns(campaigns: readonly PricedCampaign[], now: number): void;
  /** Impressions left for each campaign, by position; Infinity without a limit. */
  remaining(now: number): Float64Array;
  /** Finds the first exhausted limit of the campaign at a position; undefined while `remaining` has impressions for it. */
  findLimit(position: number, now: number): BudgetLimit | undefined;
  /** Reserves one impression for a decision, and returns the mark of the amount. */
  reserve(decision: Omit<BudgetedDecision, "reserved">, now: number): string;
  /** Releases the reservation of a decision whose response was not sent. */
  release(decision: BudgetedDecision, now: number): void;
  /**
   * Charges an impression and returns its cost, or undefined when it is unpaid. Must be followed by `confirmImpression`
   * or `refundImpression`. `campaign`: as the current catalogue has it, also when it is not served; undefined when it is
   * unknown, and then the impression is free. `isReserved`: whether the reservation is open, if the deduplication of
   * events knows.
   */
  chargeImpression(
    decision: BudgetedDecision,
    campaign: PricedCampaign | undefined,
    now: number,
    isReserved?: boolean,
  ): Nano | undefined;
  /** Ends the reservation, once the impression is on disk. Until then it stays reserved. */
  confirmImpression(decision: BudgetedDecision, now: number): void;
  /** Undoes a charge whose impression was not counted; `cost` as `chargeImpression` returned it. */
  refundImpression(decision: BudgetedDecision, cost: Nano | undefined, now: number): void;
  /** Charges the price of a click and returns it; undefined when the budget does not cover it. */
  chargeClick(campaign: PricedCampaign, now: number): Nano | undefined;
  /** Undoes a charge whose click was not counted. */
  refundClick(campaign: number, cost: Nano | undefined, now: number): void;
}
