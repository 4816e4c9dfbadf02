/**
 * Budgets and caps that several nodes share: each node leases some impressions or clicks of a campaign at a time, and
 * gives those out without asking. What is leased counts as spent, so all nodes together pass no budget; what is not used
 * goes back, but for what a node held when it ended.
 *
 * An impression is paid by the lease of the node that decided for it, whichever node counts it: the decision took it from
 * there, and only that node takes it back when its reservation lapses.
 */
import type { Logger } from "pino";
import {
  type Account,
  type CampaignLimits,
  computeClicksLeft,
  computeCost,
  computeRemaining,
  isPaidByClicks,
  listLimits,
  type PricedCampaign,
} from "../delivery/budgetRules.ts";
import type { BudgetedDecision, Budgets } from "../delivery/budgets.ts";
import { toDayNumber } from "../values/day.ts";
import type { Nano } from "../values/money.ts";
import type { Accounts } from "./accounts.ts";
import { RedisAwayError } from "./connection.ts";
import type { Reservations } from "./reservations.ts";

export interface LeasedBudgetsOptions {
  accounts: Accounts;
  reservations: Reservations;
  log: Logger;
  /** The wall clock. */
  now: () => number;
}

/** What a node holds of a campaign. */
interface Lease {
  limits: CampaignLimits;
  /** Whether impressions are leased: by caps, or by a budget that impressions spend. */
  hasUnits: boolean;
  /** Whether clicks are leased: by a budget that clicks spend. */
  hasClicks: boolean;
  /** The day whose budget it is of. */
  day: number;
  units: number;
  clicks: number;
  /** Impressions given since the last look, and about how many a second. */
  used: number;
  rate: number;
  /** What all nodes might still lease, when last asked. */
  left: number;
  lastUsed: number;
  /** Not asked for more before then. */
  askAt: number;
  pause: number;
  isAsking: boolean;
}

/** What goes back to a campaign's account, or, below zero, is added to it. */
interface Difference {
  campaign: number;
  day: number;
  shown: number;
  cost: Nano;
}

const TICK_MS = 100;
/** Leased at first, and least that is aimed at, where there is plenty. */
const STOCK = 100;
/** Seconds of its traffic that a node holds. */
const STOCK_SECONDS = 2;
/** One lease takes at most this part of what is left, so that the last impressions are spread over the nodes. */
const LARGEST_PART = 4;
/** Milliseconds without use after which a node gives back. */
const IDLE_MS = 5000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

export class LeasedBudgets implements Budgets {
  readonly #options: LeasedBudgetsOptions;
  #leases = new Map<number, Lease>();
  #remaining = new Float64Array(0);
  #day: number;
  /** Paid by a unit of this node's own, by decision. */
  readonly #paidHere = new Map<string, Lease>();
  #differences: Difference[] = [];
  #looked = 0;
  #isClosing = false;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;

  constructor(options: LeasedBudgetsOptions) {
    this.#options = options;
    this.#day = toDayNumber(options.now());
    this.#timer = setInterval(() => void this.work(), TICK_MS).unref();
  }

  setCampaigns(campaigns: readonly PricedCampaign[], now: number): void {
    const limits = listLimits(campaigns);
    const before = this.#leases;
    this.#leases = new Map(limits.map((each) => [each.campaign.id, this.#continueLease(each, before, now)]));
    for (const [id, lease] of before)
      if (this.#leases.get(id) !== lease) this.#giveBack(lease, lease.units, lease.clicks);
    this.#remaining = new Float64Array(campaigns.length).fill(Number.POSITIVE_INFINITY);
    for (const lease of this.#leases.values()) this.#update(lease);
    void this.work();
  }

  remaining(now: number): Float64Array {
    this.#beginDay(now);
    return this.#remaining;
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
      // What no lease covers is added afterwards, so that limits that are set later know of it.
      this.#add(decision.campaign, 1, price, now);
      return price;
    }
    const { decidedAt } = decision;
    const isInTime = now < this.#options.reservations.computeEnd(decidedAt);
    // What was leased of one day's budget pays nothing of the next.
    if (isReserved && isInTime && toDayNumber(decidedAt) === toDayNumber(now)) return price;
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

  /** Gives up what is held, without giving it back: it is of data that Redis has lost. */
  drop(): void {
    this.#differences = [];
    this.#options.reservations.clear();
    for (const lease of this.#leases.values()) {
      Object.assign(lease, { units: 0, clicks: 0, askAt: 0, pause: FIRST_PAUSE_MS });
      this.#update(lease);
    }
  }

  /** Leases, gives back, and closes what lapsed, as far as it is time for that. Never rejects. */
  work(): Promise<void> {
    this.#working ??= this.#workOnce().finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  /** Gives everything back that is not given out. */
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

  async #settle(difference: Difference): Promise<void> {
    const { accounts, now } = this.#options;
    try {
      await accounts.change(difference.campaign, now(), (account) => applyDifference(account, difference));
    } catch (error) {
      this.#differences.push(difference);
      throw error;
    }
  }

  async #ask(lease: Lease, now: number): Promise<void> {
    if (lease.isAsking) return;
    lease.isAsking = true;
    const { campaign } = lease.limits;
    try {
      const granted = await this.#options.accounts.change(campaign.id, now, (account) => {
        const possible = grant(lease, account, now, computeStock(lease));
        lease.left = possible.left;
        return possible.units + possible.clicks > 0 ? possible : undefined;
      });
      if (granted) this.#receive(lease, granted);
      lease.pause = granted ? FIRST_PAUSE_MS : Math.min(lease.pause * 2, LONGEST_PAUSE_MS);
      lease.askAt = granted ? 0 : now + lease.pause;
    } finally {
      lease.isAsking = false;
    }
  }

  /** A reload, or midnight, may have come since it was asked for. */
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
    // At another price the same money is another number of impressions.
    if (
      found?.limits.unitCost === limits.unitCost &&
      found.hasUnits === hasUnits &&
      found.hasClicks === hasClicks
    )
      return Object.assign(found, { limits, askAt: 0 });
    return {
      ...{ limits, hasUnits, hasClicks, day: toDayNumber(now), units: 0, clicks: 0 },
      ...{ used: 0, rate: 0, left: 0, lastUsed: now, askAt: 0, pause: FIRST_PAUSE_MS, isAsking: false },
    };
  }

  /** What is left of yesterday's leases is of yesterday's budget. */
  #beginDay(now: number): void {
    const today = toDayNumber(now);
    if (today <= this.#day) return;
    this.#day = today;
    for (const lease of this.#leases.values()) {
      this.#giveBack(lease, lease.units, lease.clicks);
      Object.assign(lease, { day: today, units: 0, clicks: 0, askAt: 0, pause: FIRST_PAUSE_MS });
      this.#update(lease);
    }
  }

  /** Once a second: how much each campaign is given, and what of a lease is idle. */
  #measure(now: number): void {
    this.#looked = now;
    for (const lease of this.#leases.values()) {
      lease.rate = (lease.rate + lease.used) / 2;
      lease.used = 0;
      if (now - lease.lastUsed < IDLE_MS) continue;
      const kept = Math.min(STOCK, Math.max(1, Math.floor(lease.left / (4 * LARGEST_PART))));
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

  /** A reservation ended without an impression. */
  #takeBack({ campaign, decidedAt }: { campaign: number; decidedAt: number }): void {
    const lease = this.#leases.get(campaign);
    if (!lease?.hasUnits) return;
    if (toDayNumber(decidedAt) === lease.day) lease.units += 1;
    else this.#giveBack({ ...lease, day: toDayNumber(decidedAt) }, 1, 0);
    this.#update(lease);
  }

  #giveBack({ limits, day }: Lease, units: number, clicks: number): void {
    if (units === 0 && clicks === 0) return;
    const cost = computeCost(limits, units, clicks);
    this.#differences.push({ campaign: limits.campaign.id, day, shown: -units, cost: -cost });
  }

  #add(campaign: number, shown: number, cost: Nano, now: number): void {
    this.#differences.push({ campaign, day: toDayNumber(now), shown, cost });
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

/** Takes a lease out of the account. */
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

/** Impressions of a campaign that pays for clicks are held by its caps alone: clicks have leases of their own. */
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
