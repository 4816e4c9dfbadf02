/**
 * Impressions and clicks of one campaign that a node leased in advance. They count as spent in the campaign's account,
 * so the node grants them without asking Redis. Times are monotonic milliseconds.
 */
import {
  type Account,
  type BudgetLimit,
  computeClicksLeft,
  computeCost,
  computeRemaining,
  findLimit,
  isPaidByClicks,
  isTighter,
  type Limits,
} from "../delivery/budgetRules.ts";
import type { Nano } from "../values/money.ts";

/** Leased impressions and clicks. */
export interface Leased {
  impressions: number;
  clicks: number;
}

/** Size of the first lease, and minimum target while the budget is large. */
const STOCK = 100;
/** Seconds of traffic that a node tries to hold in advance. */
const STOCK_SECONDS = 2;
/**
 * Divisor of the remaining amount: the maximum of one lease, so that the last impressions are spread over the nodes.
 */
const LARGEST_PART = 4;
/** Milliseconds after the last use after which a node returns a lease. */
const IDLE_MS = 5000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

export class Lease {
  /** Whether impressions are leased: for caps, or for a budget per impression. */
  readonly hasImpressions: boolean;
  /** Whether clicks are leased: for a budget per click. */
  readonly hasClicks: boolean;
  /**
   * Time of the last tightening of a limit. Earlier reservations may exceed the new limit, so they do not pay for their
   * impressions.
   */
  readonly tightenedAt: number;
  /** Whether a request for more is in flight. */
  isAsking = false;
  #limits: Limits;
  #impressions = 0;
  #clicks = 0;
  /** List of what remains of each served campaign, and the position in it. Undefined while the campaign is not served. */
  #served: { remaining: Float64Array; position: number } | undefined;
  #unservedSince: number;
  /** Impressions used since the last measurement, and the approximate rate per second. */
  #used = 0;
  #rate = 0;
  #lastUsed: number;
  /** Amount that all nodes together could still lease, as of the last request. */
  #left = 0;
  /** Limit that restricted the last request. */
  #limit: BudgetLimit | undefined;
  /** Earliest time of the next request. */
  #askAt = 0;
  #pause = FIRST_PAUSE_MS;

  constructor(limits: Limits, now: number, tightenedAt = Number.NEGATIVE_INFINITY) {
    this.#limits = limits;
    this.hasImpressions = needsImpressions(limits);
    this.hasClicks = needsClicks(limits);
    this.tightenedAt = tightenedAt;
    this.#unservedSince = now;
    this.#lastUsed = now;
  }

  get limits(): Limits {
    return this.#limits;
  }

  get isServed(): boolean {
    return this.#served !== undefined;
  }

  /** Limit that stops the campaign. Until the first request is answered, assumes one of the campaign's limits. */
  get limit(): BudgetLimit | undefined {
    if (this.#remaining > 0) return undefined;
    const { dailyCost, totalCost } = this.#limits;
    return this.#limit ?? (dailyCost === undefined && totalCost === undefined ? "caps" : "budget");
  }

  /** Impressions that may be granted now; Infinity if only clicks are limited. */
  get #remaining(): number {
    if (this.hasClicks && this.#clicks < 1) return 0;
    return this.hasImpressions ? this.#impressions : Number.POSITIVE_INFINITY;
  }

  /** Returns the lease for changed limits: this one, or a new one if what is leased does not fit them. */
  continueWith(limits: Limits, now: number): Lease {
    const isTightened = isTighter(this.#limits, limits);
    // At another price, the leased amount pays for another number of impressions.
    const fits =
      !isTightened &&
      limits.unitCost === this.#limits.unitCost &&
      needsImpressions(limits) === this.hasImpressions &&
      needsClicks(limits) === this.hasClicks;
    if (!fits) return new Lease(limits, now, isTightened ? now : this.tightenedAt);
    this.#limits = limits;
    this.#askAt = 0;
    return this;
  }

  /** Begins or continues to serve the campaign. `remaining`: list in which the lease keeps its position up to date. */
  serve(remaining: Float64Array, position: number): void {
    this.#served = { remaining, position };
    this.add({});
  }

  /** Returns the impressions, but keeps the clicks, which may still come for ads already shown. */
  stopServing(now: number): Leased {
    this.#served = undefined;
    this.#unservedSince = now;
    this.#lastUsed = now - IDLE_MS;
    return this.#take(this.#impressions, 0);
  }

  wasUnservedFor(milliseconds: number, now: number): boolean {
    return !this.isServed && now - this.#unservedSince > milliseconds;
  }

  /** Changes what is leased, and what remains of the campaign. */
  add({ impressions = 0, clicks = 0 }: Partial<Leased>): void {
    this.#impressions += impressions;
    this.#clicks += clicks;
    if (this.#served) this.#served.remaining[this.#served.position] = this.#remaining;
  }

  /** Counts a decision for the campaign. */
  noteUse(now: number): void {
    this.#used += 1;
    this.#lastUsed = now;
  }

  /** Takes an impression that was not reserved. Returns its amount; undefined when none is left. */
  buyImpression(now: number): Nano | undefined {
    this.#lastUsed = now;
    if (this.#impressions < 1) return undefined;
    this.#used += 1;
    this.add({ impressions: -1 });
    return computeCost(this.#limits, 1, 0);
  }

  /** Takes a click. Returns false when none is left. */
  takeClick(): boolean {
    if (this.#clicks < 1) return false;
    this.add({ clicks: -1 });
    return true;
  }

  /** Returns everything that is leased. */
  takeAll(): Leased {
    return this.#take(this.#impressions, this.#clicks);
  }

  /** Measures the traffic of the last second. Returns what an idle node does not need. */
  measure(now: number): Leased {
    this.#rate = (this.#rate + this.#used) / 2;
    this.#used = 0;
    if (!this.#isIdle(now)) return this.#take(0, 0);
    // At least the number that `isLow` requires; otherwise an idle node would lease and return each second.
    const kept = Math.min(STOCK, Math.max(1, Math.ceil(this.#left / (2 * LARGEST_PART))));
    return this.#take(Math.max(0, this.#impressions - kept), Math.max(0, this.#clicks - kept));
  }

  isLow(now: number): boolean {
    const kept = Math.max(1, Math.min(this.#stock / 2, this.#left / (2 * LARGEST_PART)));
    // Late impressions of a campaign that is not served are few.
    const wantsImpressions = this.hasImpressions && (this.isServed || !this.#isIdle(now));
    return (wantsImpressions && this.#impressions < kept) || (this.hasClicks && this.#clicks < kept);
  }

  /** Whether to request more now. */
  isDue(now: number): boolean {
    return this.isLow(now) && this.#askAt <= now && !this.isAsking;
  }

  /** Computes the next part and deducts it from the account. Undefined when nothing can be leased. */
  deductFrom(account: Account, time: number): Leased | undefined {
    const limits = this.#limits;
    this.#limit = findLimit(limits, account, time);
    const leftImpressions = this.hasImpressions ? computeRemaining(withoutClicks(limits), account, time) : 0;
    const leftClicks = this.hasClicks ? computeClicksLeft(limits, account, time) : 0;
    this.#left = this.hasImpressions ? leftImpressions : leftClicks;
    const impressions = takePart(leftImpressions, this.#stock - this.#impressions);
    const clicks = takePart(leftClicks, this.#stock - this.#clicks);
    if (impressions + clicks === 0) return undefined;
    const cost = computeCost(limits, impressions, clicks);
    account.shownToday += impressions;
    account.shownTotal += impressions;
    account.costToday += cost;
    account.costTotal += cost;
    return { impressions, clicks };
  }

  /** Allows the next request at once. */
  askAgain(): void {
    this.#askAt = 0;
    this.#pause = FIRST_PAUSE_MS;
  }

  /** Delays the next request, each time longer. */
  pause(now: number): void {
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
    this.#askAt = now + this.#pause;
  }

  /** Forgets which limit stopped the campaign the day before. */
  beginDay(): void {
    this.#limit = undefined;
    this.askAgain();
  }

  /** Impressions that the node tries to hold. */
  get #stock(): number {
    return Math.max(STOCK, Math.ceil(this.#rate * STOCK_SECONDS));
  }

  #isIdle(now: number): boolean {
    return now - this.#lastUsed >= IDLE_MS;
  }

  #take(impressions: number, clicks: number): Leased {
    this.add({ impressions: -impressions, clicks: -clicks });
    return { impressions, clicks };
  }
}

function needsImpressions(limits: Limits): boolean {
  const hasCaps = limits.dailyShown < Infinity || limits.totalShown < Infinity;
  return hasCaps || (spendsBudget(limits) && !isPaidByClicks(limits.campaign));
}

function needsClicks(limits: Limits): boolean {
  return spendsBudget(limits) && isPaidByClicks(limits.campaign);
}

function spendsBudget({ dailyCost, totalCost, unitCost }: Limits): boolean {
  return (dailyCost !== undefined || totalCost !== undefined) && unitCost > 0n;
}

/**
 * Removes the limits of clicks: only caps limit the impressions of a campaign that pays per click, and its clicks are
 * leased separately.
 */
function withoutClicks(limits: Limits): Limits {
  return isPaidByClicks(limits.campaign) ? { ...limits, dailyCost: undefined, totalCost: undefined } : limits;
}

function takePart(left: number, wanted: number): number {
  return Math.max(0, Math.min(wanted, Math.ceil(left / LARGEST_PART)));
}
