/**
 * Port for budgets and caps, including reservations of decisions that have no impression yet: in this process
 * (`localBudgets.ts`), or shared by several nodes.
 *
 * A decision reserves one impression until it is counted or the reservation lapses. An impression with an open
 * reservation is always paid, so neither cap nor budget is exceeded; a later one is paid only if the campaign has
 * something left. A click is paid as long as the budget covers it. Days are UTC days.
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
}

/** All methods are synchronous: a placement is decided, and an event charged, within one task. */
export interface Budgets {
  /** Must be called when the catalogue changes. `campaigns`: by the positions that `remaining` uses. */
  setCampaigns(campaigns: readonly PricedCampaign[], now: number): void;
  /** Impressions left for each campaign, by position; Infinity without a limit. */
  remaining(now: number): Float64Array;
  /** Finds the first exhausted limit of the campaign at a position; undefined while `remaining` has impressions for it. */
  findLimit(position: number, now: number): BudgetLimit | undefined;
  /** Reserves one impression for a decision. */
  reserve(decision: BudgetedDecision, now: number): void;
  /** Releases the reservation of a decision whose response was not sent. */
  release(decision: BudgetedDecision, now: number): void;
  /**
   * Charges an impression and returns its cost, or undefined when its reservation has lapsed and the campaign has
   * nothing left. Must be followed by `confirmImpression` or `refundImpression`. `isReserved`: whether the reservation
   * is open, if the deduplication of events knows.
   */
  chargeImpression(
    decision: BudgetedDecision,
    price: Nano,
    now: number,
    isReserved?: boolean,
  ): Nano | undefined;
  /** Ends the reservation, once the impression is on disk. Until then it stays reserved. */
  confirmImpression(decision: BudgetedDecision, now: number): void;
  /** Undoes a charge whose impression was not counted; `cost` as `chargeImpression` returned it. */
  refundImpression(decision: BudgetedDecision, cost: Nano | undefined, now: number): void;
  /** Charges the price of a click and returns it; undefined when the budget does not cover it. */
  chargeClick(campaign: number, price: Nano, now: number): Nano | undefined;
  /** Undoes a charge whose click was not counted. */
  refundClick(campaign: number, cost: Nano | undefined, now: number): void;
}
