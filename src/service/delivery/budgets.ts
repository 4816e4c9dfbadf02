/**
 * What budgets and caps leave of each campaign, also while decisions wait for their impressions: kept in this process
 * (`localBudgets.ts`), or by several that share each campaign's budget.
 *
 * A decision reserves one impression until that is counted or the reservation lapses. An impression whose reservation
 * still holds is always paid, so neither cap nor budget is passed; one that comes later is paid only if the campaign has
 * something left. A click is paid as long as the budget covers it. Days are UTC days.
 */
import type { Nano } from "../values/money.ts";
import type { PricedCampaign } from "./budgetRules.ts";

/** A decision for a campaign, as tokens name it. */
export interface BudgetedDecision {
  campaign: number;
  /** Of the start that made it. */
  epoch: number;
  /** Within its epoch. */
  number: number;
  /** Milliseconds since 1970. */
  decidedAt: number;
}

/** Nothing here waits: a placement is decided, and an event charged, within one task. */
export interface Budgets {
  /** `campaigns`: by the positions that `remaining` uses; to be called when the catalogue changes. */
  setCampaigns(campaigns: readonly PricedCampaign[], now: number): void;
  /** Impressions that each campaign may still be given, by position; Infinity where nothing limits them. */
  remaining(now: number): Float64Array;
  /** Holds one impression for a decision. */
  reserve(decision: BudgetedDecision, now: number): void;
  /** Takes back a decision whose answer was not sent. */
  release(decision: BudgetedDecision, now: number): void;
  /**
   * Counts an impression and what it costs: its price, or undefined when its reservation has lapsed and the campaign has
   * nothing left. `confirmImpression` or `refundImpression` follows. `isReserved`: whether the reservation holds, where
   * the deduplication of events knows it.
   */
  chargeImpression(
    decision: BudgetedDecision,
    price: Nano,
    now: number,
    isReserved?: boolean,
  ): Nano | undefined;
  /** The impression is on disk, and its reservation over. Until then nobody is given the same impression. */
  confirmImpression(decision: BudgetedDecision, now: number): void;
  /** Undoes a charge whose impression was not counted; `cost` as `chargeImpression` gave it. */
  refundImpression(decision: BudgetedDecision, cost: Nano | undefined, now: number): void;
  /** Spends the price of a click; undefined when the budget does not cover it. */
  chargeClick(campaign: number, price: Nano, now: number): Nano | undefined;
  /** Undoes a charge whose click was not counted. */
  refundClick(campaign: number, cost: Nano | undefined, now: number): void;
}
