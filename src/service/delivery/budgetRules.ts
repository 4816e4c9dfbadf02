/** What limits and what was given leave of a campaign: the rules, whoever keeps the account. */
import type { Campaign } from "../catalogue/catalogue.ts";
import type { Given } from "../store/delivered.ts";
import { DAY_MS } from "../values/day.ts";
import { type Nano, parseMoney } from "../values/money.ts";

/** What was given of a campaign, by what it was charged for. */
export interface Account extends Given {
  day: number;
  reserved: number;
}

/** A campaign, and what one impression or click of it costs. */
export interface PricedCampaign {
  campaign: Campaign;
  unitCost: Nano;
}

/** What a campaign may be given. */
export interface Limits extends PricedCampaign {
  dailyCost: Nano | undefined;
  totalCost: Nano | undefined;
  dailyShown: number;
  totalShown: number;
}

/** Limits of a campaign that has some, with its position among those that can be served. */
export interface CampaignLimits extends Limits {
  position: number;
}

export function listLimits(campaigns: readonly PricedCampaign[]): CampaignLimits[] {
  return campaigns.map((each, position) => ({ ...readLimits(each), position })).filter(isLimited);
}

export function readLimits({ campaign, unitCost }: PricedCampaign): Limits {
  const { budget, caps } = campaign;
  return {
    ...{ campaign, unitCost },
    dailyCost: budget.daily === undefined ? undefined : parseMoney(budget.daily),
    totalCost: budget.total === undefined ? undefined : parseMoney(budget.total),
    dailyShown: caps.daily ?? Number.POSITIVE_INFINITY,
    totalShown: caps.total ?? Number.POSITIVE_INFINITY,
  };
}

function isLimited({ dailyCost, totalCost, dailyShown, totalShown }: Limits): boolean {
  return dailyCost !== undefined || totalCost !== undefined || dailyShown < Infinity || totalShown < Infinity;
}

export function isPaidByClicks({ pricing }: Campaign): boolean {
  return pricing.model === "cpc";
}

/** What impressions and clicks cost: one of the two is free. */
export function computeCost(
  { campaign, unitCost }: PricedCampaign,
  impressions: number,
  clicks: number,
): Nano {
  return unitCost * BigInt(isPaidByClicks(campaign) ? clicks : impressions);
}

/**
 * Whether a campaign has nothing left for an impression without a reservation, pacing aside. `reserved`: impressions that
 * decisions hold, which nobody else is given.
 */
export function isSpent(limits: Limits | undefined, given: Given, reserved = 0): boolean {
  return limits !== undefined && countLeft(limits, { ...given, reserved }, 1) < 1;
}

export function computeMoneyLeft(
  { dailyCost, totalCost }: Limits,
  given: Given,
  share = 1,
): Nano | undefined {
  const daily = dailyCost === undefined ? undefined : takeShare(dailyCost, share) - given.costToday;
  const total = totalCost === undefined ? undefined : totalCost - given.costTotal;
  if (daily === undefined || total === undefined) return daily ?? total;
  return total < daily ? total : daily;
}

/** How many clicks the budget covers now, pacing included; for campaigns that pay for clicks. */
export function computeClicksLeft(limits: Limits, account: Account, now: number): number {
  const left = computeMoneyLeft(limits, account, computeShare(limits, now));
  if (left === undefined || limits.unitCost === 0n) return Number.POSITIVE_INFINITY;
  return left < 0n ? 0 : Number(left / limits.unitCost);
}

function computeShare({ campaign }: Limits, now: number): number {
  return campaign.spread === "even" ? computeDayShare(now) : 1;
}

export function computeRemaining(limits: Limits, account: Account, now: number): number {
  return countLeft(limits, account, computeShare(limits, now));
}

/** `share`: of a day's amounts, up to 1. */
function countLeft(limits: Limits, given: Given & { reserved: number }, share: number): number {
  const { dailyShown, totalShown } = limits;
  const { reserved, shownToday, shownTotal } = given;
  const byCap = Math.min(Math.ceil(dailyShown * share) - shownToday, totalShown - shownTotal);
  const money = computeMoneyLeft(limits, given, share);
  return Math.min(byCap - reserved, countAffordable(limits, money, reserved));
}

/** Impressions cost as they are shown, so reserved ones are spent; which clicks will come is unknown. */
function countAffordable({ campaign, unitCost }: Limits, left: Nano | undefined, reserved: number): number {
  if (left === undefined || unitCost === 0n) return Number.POSITIVE_INFINITY;
  if (isPaidByClicks(campaign)) return left >= unitCost ? Number.POSITIVE_INFINITY : 0;
  return left < 0n ? 0 : Number(left / unitCost) - reserved;
}

/** How much of a day's amount a paced campaign may have been given by now: up to the end of the current minute. */
function computeDayShare(now: number): number {
  return (Math.floor((now % DAY_MS) / 60_000) + 1) / 1440;
}

function takeShare(amount: Nano, share: number): Nano {
  return share === 1 ? amount : (amount * BigInt(Math.round(share * 1440))) / 1440n;
}
