/**
 * Budgets and caps shared by several nodes: each node leases some impressions or clicks of a campaign at a time, and
 * grants those without asking. Leases count as spent, so all nodes together exceed no budget. Unused leases are
 * returned, except those of a node that crashed.
 *
 * An impression is paid from the lease of the node that decided it, whichever node counts it; only that node takes the
 * reservation back when it lapses.
 */
import type { Logger } from "pino";
import {
  type Account,
  type BudgetLimit,
  type CampaignLimits,
  computeClicksLeft,
  computeCost,
  computeRemaining,
  findLimit,
  isPaidByClicks,
  listLimits,
  type PricedCampaign,
} from "../delivery/budgetRules.ts";
import type { BudgetedDecision, Budgets } from "../delivery/budgets.ts";
import { toDayNumber } from "../values/day.ts";
import type { Nano } from "../values/money.ts";
import type { Accounts } from "./accounts.ts";
import { RedisAwayError } from "./redisConnection.ts";
import type { Reservations } from "./reservations.ts";

export interface LeasedBudgetsOptions {
  accounts: Accounts;
  reservations: Reservations;
  log: Logger;
  /** The wall clock, by which decisions are dated. */
  now: () => number;
}

/** Leases of a node for one campaign. */
interface Lease {
  limits: CampaignLimits;
  /** Whether impressions are leased: for caps, or for a budget per impression. */
  hasUnits: boolean;
  /** Whether clicks are leased: for a budget per click. */
  hasClicks: boolean;
  /** UTC day of the budget. */
  day: number;
  units: number;
  clicks: number;
  /** Impressions granted since the last measurement, and the approximate rate per second. */
  used: number;
  rate: number;
  /** Amount that all nodes together could still lease at the last request. */
  left: number;
  /** Limit that kept all nodes from leasing more at the last request. */
  limit: BudgetLimit | undefined;
  lastUsed: number;
  /** Earliest time of the next request. */
  askAt: number;
  pause: number;
  isAsking: boolean;
}

/** Amount to return to a campaign's account; negative amounts are added to it. */
interface Difference {
  campaign: number;
  day: number;
  shown: number;
  cost: Nano;
}

const TICK_MS = 100;
/** First lease, and minimum target when there is plenty. */
const STOCK = 100;
/** Seconds of its traffic that a node tries to hold. */
const STOCK_SECONDS = 2;
/**
 * Divisor of the remaining amount: one lease takes at most this part, so that the last impressions are spread over the
 * nodes.
 */
const LARGEST_PART = 4;
/** Milliseconds without use after which a node returns a lease. */
const IDLE_MS = 5000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

export class LeasedBudgets implements Budgets {
  readonly #options: LeasedBudgetsOptions;
  #leases = new Map<number, Lease>();
  /** By position; undefined without limits. */
  #limited: (Lease | undefined)[] = [];
  #remaining = new Float64Array(0);
  /** Milliseconds that Redis' clock, by which days begin, is ahead of this node's. */
  #ahead = 0;
  #day: number;
  /** Leases that paid an impression, by decision. */
  readonly #paidHere = new Map<string, Lease>();
  #differences: Difference[] = [];
  #looked = 0;
  #isClosing = false;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;

  constructor(options: LeasedBudgetsOptions) {
    this.#options = options;
    this.#day = toDayNumber(options.now());
  }

  /** Begins to lease. Must be called first. */
  async open(): Promise<void> {
    const { accounts, now } = this.#options;
    this.#ahead = (await accounts.readTime()) - now();
    this.#day = this.#toDay(now());
    this.#timer = setInterval(() => void this.work(), TICK_MS).unref();
  }

  setCampaigns(campaigns: readonly PricedCampaign[], now: number): void {
    const limits = listLimits(campaigns);
    const before = this.#leases;
    this.#leases = new Map(limits.map((each) => [each.campaign.id, this.#continueLease(each, before, now)]));
    for (const [id, lease] of before)
      if (this.#leases.get(id) !== lease) this.#giveBack(lease, lease.units, lease.clicks);
    this.#remaining = new Float64Array(campaigns.length).fill(Number.POSITIVE_INFINITY);
    this.#limited = [];
    for (const lease of this.#leases.values()) {
      this.#limited[lease.limits.position] = lease;
      this.#update(lease);
    }
    void this.work();
  }

  remaining(now: number): Float64Array {
    this.#beginDay(now);
    return this.#remaining;
  }

  /** Before the answer to the first lease, assumes a limit that the campaign has. */
  findLimit(position: number): BudgetLimit | undefined {
    const lease = this.#limited[position];
    if (!lease || (this.#remaining[position] ?? 0) > 0) return undefined;
    const { dailyCost, totalCost } = lease.limits;
    return lease.limit ?? (dailyCost === undefined && totalCost === undefined ? "caps" : "budget");
  }

  reserve(decision: BudgetedDecision, now: number): void {
    const lease = this.#leases.get(decision.campaign);
    if (!lease) return;
    lease.used += 1;
    lease.lastUsed = now;
    if (!lease.hasUnits) return;
    lease.units -= 1;
    this.#options.reservations.add(decision);
    this.#update(lease);
    if (this.#isLow(lease)) void this.work();
  }

  release(decision: BudgetedDecision): void {
    const lease = this.#leases.get(decision.campaign);
    if (lease?.hasUnits && this.#options.reservations.release(decision)) this.#takeBack(decision);
  }

  chargeImpression(
    decision: BudgetedDecision,
    price: Nano,
    now: number,
    isReserved = this.#options.reservations.has(decision),
  ): Nano | undefined {
    this.#beginDay(now);
    const lease = this.#leases.get(decision.campaign);
    if (!lease?.hasUnits) {
      // Amounts without a lease are added afterwards, so that limits set later include them.
      this.#add(decision.campaign, 1, price, now);
      return price;
    }
    const { decidedAt } = decision;
    const isInTime = now < this.#options.reservations.computeEnd(decidedAt);
    // A lease of one day's budget does not pay for the next day.
    if (isReserved && isInTime && this.#toDay(decidedAt) === this.#toDay(now)) return price;
    if (lease.units < 1) return undefined;
    lease.units -= 1;
    lease.used += 1;
    this.#paidHere.set(nameDecision(decision), lease);
    this.#update(lease);
    return price;
  }

  confirmImpression(decision: BudgetedDecision): void {
    this.#paidHere.delete(nameDecision(decision));
  }

  refundImpression(decision: BudgetedDecision, cost: Nano | undefined, now: number): void {
    if (!this.#leases.get(decision.campaign)?.hasUnits) {
      this.#add(decision.campaign, -1, -(cost ?? 0n), now);
      return;
    }
    const name = nameDecision(decision);
    const lease = this.#paidHere.get(name);
    if (!lease) return;
    this.#paidHere.delete(name);
    lease.units += 1;
    this.#update(lease);
  }

  chargeClick(campaign: number, price: Nano, now: number): Nano | undefined {
    this.#beginDay(now);
    const lease = this.#leases.get(campaign);
    if (!lease?.hasClicks) {
      if (price !== 0n) this.#add(campaign, 0, price, now);
      return price;
    }
    if (lease.clicks < 1) return undefined;
    lease.clicks -= 1;
    this.#update(lease);
    return price;
  }

  refundClick(campaign: number, cost: Nano | undefined, now: number): void {
    const lease = this.#leases.get(campaign);
    if (!cost) return;
    if (!lease?.hasClicks) this.#add(campaign, 0, -cost, now);
    else {
      lease.clicks += 1;
      this.#update(lease);
    }
  }

  /** Discards leases of data that Redis has lost, without returning them. */
  drop(): void {
    this.#differences = [];
    this.#options.reservations.clear();
    for (const lease of this.#leases.values()) {
      Object.assign(lease, { units: 0, clicks: 0, askAt: 0, pause: FIRST_PAUSE_MS });
      this.#update(lease);
    }
  }

  /** Leases, returns, and closes lapsed reservations when due. Never rejects. */
  work(): Promise<void> {
    this.#working ??= this.#workOnce().finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  /** Returns everything that is not granted. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosing = true;
    await this.#working;
    for (const lease of this.#leases.values()) this.#giveBack(lease, lease.units, lease.clicks);
    await this.#workOnce();
  }

  async #workOnce(): Promise<void> {
    const now = this.#options.now();
    this.#beginDay(now);
    const isTime = Math.abs(now - this.#looked) >= 1000;
    if (isTime) this.#measure(now);
    const differences = isTime || this.#isClosing ? sumUp(this.#differences.splice(0)) : [];
    try {
      await Promise.all([
        this.#closeLapsed(now),
        isTime || this.#isClosing ? this.#options.accounts.clarify() : undefined,
        ...differences.map((one) => this.#settle(one)),
        ...[...this.#leases.values()]
          .filter((lease) => !this.#isClosing && this.#isLow(lease) && lease.askAt <= now)
          .map((lease) => this.#ask(lease, now)),
      ]);
    } catch (error) {
      if (!(error instanceof RedisAwayError)) this.#options.log.error({ err: error }, "budgets not leased");
    }
  }

  async #closeLapsed(now: number): Promise<void> {
    for (const lapsed of await this.#options.reservations.close(now)) this.#takeBack(lapsed);
  }

  #settle(difference: Difference): Promise<void> {
    return this.#options.accounts.change(difference.campaign, {
      compute: (account) => applyDifference(account, difference),
      onWritten: () => {},
      onRefused: () => this.#differences.push(difference),
    });
  }

  async #ask(lease: Lease, now: number): Promise<void> {
    if (lease.isAsking) return;
    lease.isAsking = true;
    try {
      await this.#options.accounts.change(lease.limits.campaign.id, {
        compute: (account, time) => {
          this.#ahead = time - this.#options.now();
          lease.limit = findLimit(lease.limits, account, time);
          const possible = grant(lease, account, time, computeStock(lease));
          lease.left = possible.left;
          return possible.units + possible.clicks > 0 ? possible : undefined;
        },
        onWritten: (granted) => {
          this.#receive(lease, granted);
          Object.assign(lease, { pause: FIRST_PAUSE_MS, askAt: 0 });
        },
        onRefused: () => {
          lease.pause = Math.min(lease.pause * 2, LONGEST_PAUSE_MS);
          lease.askAt = now + lease.pause;
        },
      });
    } finally {
      lease.isAsking = false;
    }
  }

  /** The catalogue may have been reloaded, or the day have ended, since the request. */
  #receive(lease: Lease, { units, clicks, day }: Grant): void {
    const current = { ...lease, day };
    if (this.#leases.get(lease.limits.campaign.id) !== lease || day < this.#day) {
      this.#giveBack(current, units, clicks);
      return;
    }
    Object.assign(lease, { day, units: lease.units + units, clicks: lease.clicks + clicks });
    this.#update(lease);
  }

  #continueLease(limits: CampaignLimits, before: ReadonlyMap<number, Lease>, now: number): Lease {
    const spendsBudget =
      (limits.dailyCost !== undefined || limits.totalCost !== undefined) && limits.unitCost > 0n;
    const hasCaps = limits.dailyShown < Infinity || limits.totalShown < Infinity;
    const hasUnits = hasCaps || (spendsBudget && !isPaidByClicks(limits.campaign));
    const hasClicks = spendsBudget && isPaidByClicks(limits.campaign);
    const found = before.get(limits.campaign.id);
    // With another price, the same money is another number of impressions.
    if (
      found?.limits.unitCost === limits.unitCost &&
      found.hasUnits === hasUnits &&
      found.hasClicks === hasClicks
    )
      return Object.assign(found, { limits, askAt: 0 });
    return {
      limits,
      hasUnits,
      hasClicks,
      day: this.#toDay(now),
      units: 0,
      clicks: 0,
      used: 0,
      rate: 0,
      left: 0,
      limit: undefined,
      lastUsed: now,
      askAt: 0,
      pause: FIRST_PAUSE_MS,
      isAsking: false,
    };
  }

  /** Yesterday's leases belong to yesterday's budget. */
  #beginDay(now: number): void {
    const today = this.#toDay(now);
    if (today <= this.#day) return;
    this.#day = today;
    for (const lease of this.#leases.values()) {
      this.#giveBack(lease, lease.units, lease.clicks);
      Object.assign(lease, {
        day: today,
        units: 0,
        clicks: 0,
        askAt: 0,
        pause: FIRST_PAUSE_MS,
        limit: undefined,
      });
      this.#update(lease);
    }
  }

  /** Runs once a second: measures usage and finds idle leases. */
  #measure(now: number): void {
    this.#looked = now;
    for (const lease of this.#leases.values()) {
      lease.rate = (lease.rate + lease.used) / 2;
      lease.used = 0;
      if (now - lease.lastUsed < IDLE_MS) continue;
      // No fewer than `#isLow` wants, or an idle node would lease and return each second.
      const kept = Math.min(STOCK, Math.max(1, Math.ceil(lease.left / (2 * LARGEST_PART))));
      const [units, clicks] = [Math.max(0, lease.units - kept), Math.max(0, lease.clicks - kept)];
      if (units + clicks === 0) continue;
      this.#giveBack(lease, units, clicks);
      lease.units -= units;
      lease.clicks -= clicks;
      this.#update(lease);
    }
  }

  #isLow(lease: Lease): boolean {
    const stock = computeStock(lease) / 2;
    const kept = Math.max(1, Math.min(stock, lease.left / (2 * LARGEST_PART)));
    return (lease.hasUnits && lease.units < kept) || (lease.hasClicks && lease.clicks < kept);
  }

  /** Returns a reservation that ended without an impression to its lease. */
  #takeBack({ campaign, decidedAt }: { campaign: number; decidedAt: number }): void {
    const lease = this.#leases.get(campaign);
    if (!lease?.hasUnits) return;
    const day = this.#toDay(decidedAt);
    if (day === lease.day) lease.units += 1;
    else this.#giveBack({ ...lease, day }, 1, 0);
    this.#update(lease);
  }

  #giveBack({ limits, day }: Lease, units: number, clicks: number): void {
    if (units === 0 && clicks === 0) return;
    const cost = computeCost(limits, units, clicks);
    this.#differences.push({ campaign: limits.campaign.id, day, shown: -units, cost: -cost });
  }

  #add(campaign: number, shown: number, cost: Nano, now: number): void {
    this.#differences.push({ campaign, day: this.#toDay(now), shown, cost });
  }

  /** UTC day by Redis' clock. `time`: by this node's. */
  #toDay(time: number): number {
    return toDayNumber(time + this.#ahead);
  }

  #update({ limits, hasUnits, hasClicks, units, clicks }: Lease): void {
    const byClicks = hasClicks && clicks < 1 ? 0 : Number.POSITIVE_INFINITY;
    this.#remaining[limits.position] = Math.min(hasUnits ? units : Number.POSITIVE_INFINITY, byClicks);
  }
}

interface Grant {
  units: number;
  clicks: number;
  left: number;
  day: number;
}

function computeStock({ rate }: Lease): number {
  return Math.max(STOCK, Math.ceil(rate * STOCK_SECONDS));
}

/** Deducts a lease from the account. */
function grant(lease: Lease, account: Account, now: number, stock: number): Grant {
  const { limits, hasUnits, hasClicks } = lease;
  const leftUnits = hasUnits ? computeRemaining(withoutClicks(limits), account, now) : 0;
  const leftClicks = hasClicks ? computeClicksLeft(limits, account, now) : 0;
  const units = takePart(leftUnits, stock - lease.units);
  const clicks = takePart(leftClicks, stock - lease.clicks);
  const cost = computeCost(limits, units, clicks);
  account.shownToday += units;
  account.shownTotal += units;
  account.costToday += cost;
  account.costTotal += cost;
  return { units, clicks, left: hasUnits ? leftUnits : leftClicks, day: account.day };
}

/** For a campaign that pays per click, only caps limit impressions; clicks are leased separately. */
function withoutClicks(limits: CampaignLimits): CampaignLimits {
  return isPaidByClicks(limits.campaign) ? { ...limits, dailyCost: undefined, totalCost: undefined } : limits;
}

function takePart(left: number, wanted: number): number {
  return Math.max(0, Math.min(wanted, Math.ceil(left / LARGEST_PART)));
}

function applyDifference(account: Account, { day, shown, cost }: Difference): true {
  account.shownTotal += shown;
  account.costTotal += cost;
  if (account.day === day) {
    account.shownToday += shown;
    account.costToday += cost;
  }
  return true;
}

function sumUp(differences: readonly Difference[]): Difference[] {
  const sums = new Map<string, Difference>();
  for (const { campaign, day, shown, cost } of differences) {
    const name = `${campaign} ${day}`;
    const sum = sums.get(name) ?? { campaign, day, shown: 0, cost: 0n };
    sums.set(name, { ...sum, shown: sum.shown + shown, cost: sum.cost + cost });
  }
  return [...sums.values()];
}

function nameDecision({ epoch, number }: BudgetedDecision): string {
  return `${epoch}.${number}`;
}
