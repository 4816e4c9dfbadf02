/** Rules for the remaining impressions of a campaign, shared by local and leased budgets. */
import type { LimitReason } from "../../protocol/unfilled.ts";
import type { Campaign } from "../catalogue/catalogue.ts";
import type { Given } from "../facts/delivered.ts";
import { flatMapSliced, type Sliced } from "../runtime/slices.ts";
import { type Nano, parseMoney } from "../values/money.ts";
import type { CountedDays } from "./budgetClock.ts";
import { computeReleased, countDaysLeft, type Share } from "./pacing.ts";

/** Deliveries and open reservations of a campaign. */
export interface Account extends Given, CountedDays {
  reserved: number;
  /** Total amount of the open reservations. */
  reservedCost: Nano;
}

/** A limit that a campaign reaches for all visitors at once. */
export type BudgetLimit = Exclude<LimitReason, "frequency">;

/** A campaign with the price of one impression or click. */
export interface PricedCampaign {
  campaign: Campaign;
  unitCost: Nano;
}

/** Limits of a campaign. */
export interface Limits extends PricedCampaign {
  dailyCost: Nano | undefined;
  totalCost: Nano | undefined;
  dailyShown: number;
  totalShown: number;
}

/** Limits of a campaign, with its position in the index. */
export interface CampaignLimits extends Limits {
  position: number;
}

/** Lists the limits of campaigns that are not paused and have a budget or a cap. */
export function listLimits(campaigns: readonly PricedCampaign[]): Sliced<CampaignLimits[]> {
  return flatMapSliced(campaigns, (each, position) =>
    each.campaign.active && isLimited(each.campaign) ? [{ ...computeLimits(each), position }] : [],
  );
}

export function computeLimits({ campaign, unitCost }: PricedCampaign): Limits {
  const { budget, caps } = campaign;
  return {
    campaign,
    unitCost,
    dailyCost: budget.daily === undefined ? undefined : parseMoney(budget.daily),
    totalCost: budget.total === undefined ? undefined : parseMoney(budget.total),
    dailyShown: caps.daily ?? Number.POSITIVE_INFINITY,
    totalShown: caps.total ?? Number.POSITIVE_INFINITY,
  };
}

export function isLimited({ budget, caps }: Campaign): boolean {
  const hasBudget = budget.daily !== undefined || budget.total !== undefined;
  return hasBudget || caps.daily !== undefined || caps.total !== undefined;
}

export function isPaidByClicks({ pricing }: Campaign): boolean {
  return pricing.model === "cpc";
}

/** Computes the cost of impressions and clicks; a campaign pays for only one of the two. */
export function computeCost(
  { campaign, unitCost }: PricedCampaign,
  impressions: number,
  clicks: number,
): Nano {
  return unitCost * BigInt(isPaidByClicks(campaign) ? clicks : impressions);
}

/** Whether a campaign cannot afford another impression, apart from pacing and reservations. */
export function isSpent(limits: Limits, given: Given): boolean {
  return countLeft(limits, { ...given, reserved: 0, reservedCost: 0n }) < 1;
}

/**
 * Computes the charge of an impression; undefined when the budget does not cover it. `reserved`: amount of its open
 * reservation, which is the maximum charge. Without a reservation, the impression is paid from the unreserved budget.
 */
export function chargeForImpression(
  limits: Limits,
  account: Account,
  reserved: Nano | undefined,
): Nano | undefined {
  const price = computeCost(limits, 1, 0);
  if (reserved === undefined)
    return countByCaps(limits, account) < 1 ? undefined : chargeWithin(limits, account, price);
  // The budget may have been lowered since the decision.
  return chargeWithin(limits, { ...account, reservedCost: 0n }, reserved < price ? reserved : price);
}

/** Computes the charge of a click; undefined when the budget does not cover it. */
export function chargeForClick(limits: Limits, account: Account): Nano | undefined {
  return chargeWithin(limits, account, computeCost(limits, 0, 1));
}

function chargeWithin(limits: Limits, account: Account, cost: Nano): Nano | undefined {
  const left = computeMoneyLeft(limits, account);
  return left !== undefined && left - account.reservedCost < cost ? undefined : cost;
}

/** Whether a limit is lower than before, so that reservations may exceed it. */
export function isTighter(before: Limits, after: Limits): boolean {
  const isLower = (field: "dailyCost" | "totalCost" | "dailyShown" | "totalShown") =>
    (after[field] ?? Infinity) < (before[field] ?? Infinity);
  return isLower("dailyCost") || isLower("totalCost") || isLower("dailyShown") || isLower("totalShown");
}

export function computeMoneyLeft({ dailyCost, totalCost }: Limits, given: Given): Nano | undefined {
  const daily = dailyCost === undefined ? undefined : dailyCost - given.costToday;
  const total = totalCost === undefined ? undefined : totalCost - given.costTotal;
  if (daily === undefined || total === undefined) return daily ?? total;
  return total < daily ? total : daily;
}

/** Computes how many clicks the budget covers now, pacing included, for campaigns that pay per click. */
export function computeClicksLeft(limits: Limits, account: Account, now: number): number {
  const left = computeMoneyLeft(pace(limits, account, now), account);
  if (left === undefined || limits.unitCost === 0n) return Number.POSITIVE_INFINITY;
  return left < 0n ? 0 : Number(left / limits.unitCost);
}

export function computeRemaining(limits: Limits, account: Account, now: number): number {
  return countLeft(pace(limits, account, now), account);
}

/** Finds the first exhausted limit: caps, then budgets, then pacing. */
export function findLimit(limits: Limits, account: Account, now: number): BudgetLimit | undefined {
  if (countByCaps(limits, account) < 1) return "caps";
  if (countByBudget(limits, account) < 1) return "budget";
  return computeRemaining(limits, account, now) < 1 ? "spread" : undefined;
}

type Counted = Given & Pick<Account, "reserved" | "reservedCost">;

function countLeft(limits: Limits, given: Counted): number {
  return Math.min(countByCaps(limits, given), countByBudget(limits, given));
}

function countByCaps({ dailyShown, totalShown }: Limits, given: Counted): number {
  const { reserved, shownToday, shownTotal } = given;
  return Math.min(dailyShown - shownToday, totalShown - shownTotal) - reserved;
}

function countByBudget(limits: Limits, given: Counted): number {
  return countAffordable(limits, computeMoneyLeft(limits, given), given.reservedCost);
}

/**
 * Counts the impressions that a budget covers. Reserved impressions count as spent. Future clicks are unknown, so none
 * are reserved.
 */
function countAffordable({ campaign, unitCost }: Limits, left: Nano | undefined, reserved: Nano): number {
  if (left === undefined || unitCost === 0n) return Number.POSITIVE_INFINITY;
  const free = left - reserved;
  if (isPaidByClicks(campaign)) return free >= unitCost ? Number.POSITIVE_INFINITY : 0;
  return free < 0n ? 0 : Number(free / unitCost);
}

/**
 * Lowers the daily limits of an evenly delivered campaign to what is released by now. With a last day, a total limit is
 * divided among the days left.
 */
function pace(limits: Limits, given: Given, now: number): Limits {
  const { campaign, dailyCost, totalCost, dailyShown, totalShown } = limits;
  if (campaign.spread !== "even") return limits;
  const released = computeReleased(campaign, now);
  const days = countDaysLeft(campaign, now);
  const leftCost = totalCost === undefined ? undefined : totalCost - (given.costTotal - given.costToday);
  const leftShown = totalShown - (given.shownTotal - given.shownToday);
  const isDivided = days !== undefined;
  const cost = isDivided && leftCost !== undefined ? least(dailyCost, leftCost / BigInt(days)) : dailyCost;
  const shown = isDivided ? Math.min(dailyShown, Math.ceil(leftShown / days)) : dailyShown;
  return {
    ...limits,
    dailyCost: cost === undefined ? undefined : takeShare(cost, released),
    dailyShown: Math.ceil((shown * released.part) / released.whole),
  };
}

function least(one: Nano | undefined, other: Nano): Nano {
  return one !== undefined && one < other ? one : other;
}

function takeShare(amount: Nano, { part, whole }: Share): Nano {
  return (amount * BigInt(part)) / BigInt(whole);
}
