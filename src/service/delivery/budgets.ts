/**
 * Port for budgets and caps, including reservations of decisions that have no impression yet: in this process
 * (`localBudgets.ts`), or shared by several nodes.
 *
 * A decision reserves one impression, at its current price, until it is counted or the reservation lapses. An
 * impression with an open reservation costs at most the reserved amount; a later impression and a click are paid only
 * from the remaining budget. So no budget is exceeded, even if the campaign changes meanwhile. Days are UTC days.
 */
import type { Awaitable } from "../runtime/awaitable.ts";
import type { Nano } from "../values/money.ts";
import type { BudgetLimit, CampaignLimits, PricedCampaign } from "./budgetRules.ts";
import type { ImportedChange } from "./importedDeliveries.ts";

/** A decision for a campaign, as stored in tokens. */
export interface BudgetedDecision {
  campaign: number;
  /** Epoch: number of the service start that made the decision. */
  epoch: number;
  /** Number of the decision within its epoch. */
  number: number;
  /** Milliseconds since 1970. */
  decidedAt: number;
  /** Mark of the reserved amount; see `ReservedAmounts`. Empty when nothing was reserved. */
  reserved: string;
}

/** Methods for placements and events are synchronous: each is decided or charged within one task. */
export interface Budgets {
  /** Sets the limits of served campaigns; call it when they change. `count`: number of positions in `remaining`. */
  setLimits(limits: readonly CampaignLimits[], count: number, now: number): void;
  /** Returns the impressions left for each campaign, by position; Infinity without a limit. */
  remaining(now: number): Float64Array;
  /**
   * Finds the first exhausted limit of the campaign at a position; undefined while `remaining` has impressions for it.
   */
  findLimit(position: number, now: number): BudgetLimit | undefined;
  /** Reserves one impression for a decision, and returns the mark of the reserved amount. */
  reserve(decision: Omit<BudgetedDecision, "reserved">, now: number): string;
  /** Releases the reservation of a decision whose response was not sent. */
  release(decision: BudgetedDecision, now: number): void;
  /**
   * Charges an impression and returns its cost, or undefined when the budget does not cover it. Must be followed by
   * `confirmImpression` or `refundImpression`. `campaign`: the campaign in the current catalogue, served or not;
   * undefined for an unknown campaign, whose impressions are free. `isReserved`: whether the reservation is open;
   * undefined when the deduplication of events does not know.
   */
  chargeImpression(
    decision: BudgetedDecision,
    campaign: PricedCampaign | undefined,
    now: number,
    isReserved?: boolean,
  ): Nano | undefined;
  /** Ends the reservation. Call it once the impression is on disk. */
  confirmImpression(decision: BudgetedDecision, now: number): void;
  /** Undoes a charge whose impression was not counted; `cost` is the result of `chargeImpression`. */
  refundImpression(decision: BudgetedDecision, cost: Nano | undefined, now: number): void;
  /** Charges the price of a click and returns it; undefined when the budget does not cover it. */
  chargeClick(campaign: PricedCampaign, now: number): Nano | undefined;
  /** Undoes a charge whose click was not counted. */
  refundClick(campaign: number, cost: Nano | undefined, now: number): void;
  /** Adds the sums of an import, or removes them again. Rejects when they cannot be added now. */
  addImported(change: ImportedChange, now: number): Awaitable<void>;
}
