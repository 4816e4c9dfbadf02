/**
 * Budgets and caps shared by several nodes: each node leases some impressions or clicks of a campaign at a time, and
 * grants those without asking Redis. Leases count as spent, so all nodes together exceed no budget. Unused leases are
 * returned, except those of a node that crashed.
 *
 * An impression is paid from the lease of the node that decided it, whichever node counts it. Only that node takes the
 * reservation back when it lapses. Where an impression costs less than was leased, the node that counts it returns the
 * difference.
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
  isLimited,
  isPaidByClicks,
  isTighter,
  type Limits,
  type PricedCampaign,
  readLimits,
} from "../delivery/budgetRules.ts";
import type { BudgetedDecision, Budgets } from "../delivery/budgets.ts";
import type { ReservedAmounts } from "../delivery/reservedAmounts.ts";
import { toDayNumber } from "../values/day.ts";
import type { Nano } from "../values/money.ts";
import type { BudgetAccounts } from "./redisBudgetAccounts.ts";
import type { BudgetReservations, Reservation } from "./redisBudgetReservations.ts";
import { RedisAwayError } from "./redisConnection.ts";

interface LeasedBudgetsOptions {
  accounts: BudgetAccounts;
  amounts: ReservedAmounts;
  reservations: BudgetReservations;
  log: Logger;
  /** Milliseconds for which signed URLs are valid. */
  life: number;
  /** Wall clock that dates the decisions. */
  now: () => number;
}

/** Leases of a node for one campaign. */
interface Lease {
  limits: Limits;
  /** Position of the campaign in the catalogue; undefined when the campaign is not served. */
  position: number | undefined;
  /** Time since which the campaign has not been served. */
  unservedSince: number;
  /**
   * Time of the last tightening of a limit. Earlier reservations may exceed the new limit, so they do not pay for their
   * impressions.
   */
  tightenedAt: number;
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
  /** Amount that all nodes together could still lease, as of the last request. */
  left: number;
  /** Limit that restricted the last lease. */
  limit: BudgetLimit | undefined;
  lastUsed: number;
  /** Earliest time of the next request. */
  askAt: number;
  pause: number;
  isAsking: boolean;
}

/** Charge of an impression that is not yet confirmed or refunded. */
interface Charge {
  cost: Nano | undefined;
  /** Amount of its open reservation. */
  held: Nano | undefined;
  /** Lease that paid for the impression, and the amount per unit. */
  bought?: { lease: Lease; amount: Nano };
}

/** Amount to add to a campaign's account. */
interface Difference {
  campaign: number;
  day: number;
  shown: number;
  cost: Nano;
}

const TICK_MS = 100;
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
/** Maximum milliseconds until a change of the catalogue reaches all nodes, plus the difference of their clocks. */
const CHANGE_SPREADS_MS = 5000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

export class LeasedBudgets implements Budgets {
  readonly #options: LeasedBudgetsOptions;
  #leases = new Map<number, Lease>();
  /** Leases by position of the campaign; undefined for campaigns without limits. */
  #limited: (Lease | undefined)[] = [];
  #remaining = new Float64Array(0);
  /** Milliseconds that Redis' clock, which begins the days, is ahead of this node's. */
  #ahead = 0;
  #day: number;
  /** Charges by decision, of impressions that are neither confirmed nor refunded. */
  readonly #charges = new Map<string, Charge>();
  #differences: Difference[] = [];
  #looked = 0;
  #isClosing = false;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;

  constructor(options: LeasedBudgetsOptions) {
    this.#options = options;
    this.#day = toDayNumber(options.now());
  }

  /** Starts leasing. Call it first. */
  async open(): Promise<void> {
    const { accounts, now } = this.#options;
    this.#ahead = (await accounts.readTime()) - now();
    this.#day = this.#toDay(now());
    this.#timer = setInterval(() => void this.work(), TICK_MS).unref();
  }

  setLimits(limits: readonly CampaignLimits[], count: number, now: number): void {
    this.#options.amounts.setLimits(limits);
    this.#remaining = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    this.#limited = [];
    const isServed = new Set(limits.map(({ campaign }) => campaign.id));
    for (const [id, lease] of this.#leases)
      if (!isServed.has(id) && lease.position !== undefined) this.#stopServing(lease, now);
    for (const each of limits) {
      const lease = this.#continueLease(each, now);
      lease.position = each.position;
      this.#limited[each.position] = lease;
      this.#update(lease);
    }
    void this.work();
  }

  remaining(now: number): Float64Array {
    this.#beginDay(now);
    return this.#remaining;
  }

  /** Finds the limit that stops a campaign. Until the first lease is answered, assumes one of the campaign's limits. */
  findLimit(position: number): BudgetLimit | undefined {
    const lease = this.#limited[position];
    if (!lease || (this.#remaining[position] ?? 0) > 0) return undefined;
    const { dailyCost, totalCost } = lease.limits;
    return lease.limit ?? (dailyCost === undefined && totalCost === undefined ? "caps" : "budget");
  }

  reserve(decision: Omit<BudgetedDecision, "reserved">, now: number): string {
    const lease = this.#leases.get(decision.campaign);
    if (!lease) return "";
    lease.used += 1;
    lease.lastUsed = now;
    const reserved = lease.hasUnits ? this.#options.amounts.find(decision.campaign) : undefined;
    if (!reserved) return "";
    lease.units -= 1;
    this.#options.reservations.add(decision, reserved);
    this.#update(lease);
    if (this.#isLow(lease)) void this.work();
    return reserved.mark;
  }

  release(decision: BudgetedDecision): void {
    const released = this.#options.reservations.release(decision);
    if (released) this.#takeBack(released);
  }

  chargeImpression(
    decision: BudgetedDecision,
    priced: PricedCampaign | undefined,
    now: number,
    isReserved = this.#options.reservations.has(decision),
  ): Nano | undefined {
    this.#beginDay(now);
    const { campaign, reserved } = decision;
    const held = isReserved ? this.#options.amounts.read(campaign, reserved)?.amount : undefined;
    const lease = priced && this.#findLease(priced, now);
    const price = priced ? computeCost(priced, 1, 0) : 0n;
    const isPayable = held !== undefined && this.#isPayable(decision, lease, now);
    const charge: Charge = { cost: held !== undefined && held < price ? held : price, held };
    // Amounts without a lease are added afterwards, so that limits set later include them.
    if (lease?.hasUnits && !isPayable) this.#buy(lease, charge, now);
    this.#charges.set(nameDecision(decision), charge);
    return charge.cost;
  }

  /** Corrects the account, which contains the reserved or bought amount instead of the impression's cost. */
  confirmImpression(decision: BudgetedDecision, now: number): void {
    const { campaign, decidedAt } = decision;
    const charge = this.#takeCharge(decision);
    if (!charge) return;
    const { cost, held, bought } = charge;
    this.#options.reservations.release(decision);
    const isHeldUsed = held !== undefined && !bought && cost !== undefined;
    if (isHeldUsed) {
      this.#add(campaign, 0, cost - held, decidedAt);
      return;
    }
    if (held !== undefined) this.#add(campaign, -1, -held, decidedAt);
    if (bought) this.#add(campaign, 0, (cost ?? 0n) - bought.amount, now);
    else if (cost !== undefined) this.#add(campaign, 1, cost, now);
  }

  refundImpression(decision: BudgetedDecision): void {
    const lease = this.#takeCharge(decision)?.bought?.lease;
    if (!lease) return;
    lease.units += 1;
    this.#update(lease);
  }

  chargeClick(priced: PricedCampaign, now: number): Nano | undefined {
    this.#beginDay(now);
    const { id } = priced.campaign;
    const price = computeCost(priced, 0, 1);
    const lease = this.#findLease(priced, now);
    if (!lease?.hasClicks) {
      if (price !== 0n) this.#add(id, 0, price, now);
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

  /** Discards the leases of data that Redis has lost, without returning them. */
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

  /** Returns the unused part of all leases. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosing = true;
    await this.#working;
    for (const lease of this.#leases.values()) this.#returnLease(lease, lease.units, lease.clicks);
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
          .map((lease) => this.#requestLease(lease, now)),
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

  async #requestLease(lease: Lease, now: number): Promise<void> {
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

  /** Adds a lease. The catalogue or the day may have changed since the request. */
  #receive(lease: Lease, { units, clicks, day }: Grant): void {
    const current = { ...lease, day };
    if (this.#leases.get(lease.limits.campaign.id) !== lease || day < this.#day) {
      this.#returnLease(current, units, clicks);
      return;
    }
    Object.assign(lease, { day, units: lease.units + units, clicks: lease.clicks + clicks });
    this.#update(lease);
  }

  #continueLease(limits: Limits, now: number): Lease {
    const spendsBudget =
      (limits.dailyCost !== undefined || limits.totalCost !== undefined) && limits.unitCost > 0n;
    const hasCaps = limits.dailyShown < Infinity || limits.totalShown < Infinity;
    const hasUnits = hasCaps || (spendsBudget && !isPaidByClicks(limits.campaign));
    const hasClicks = spendsBudget && isPaidByClicks(limits.campaign);
    const { id } = limits.campaign;
    const found = this.#leases.get(id);
    const isTightened = found !== undefined && isTighter(found.limits, limits);
    // A lease is kept only at the same price: at another price, its amount pays for another number of impressions.
    if (
      found?.limits.unitCost === limits.unitCost &&
      found.hasUnits === hasUnits &&
      found.hasClicks === hasClicks &&
      !isTightened
    )
      return Object.assign(found, { limits, askAt: 0 });
    if (found) this.#returnLease(found, found.units, found.clicks);
    const lease: Lease = {
      limits,
      position: undefined,
      unservedSince: now,
      tightenedAt: isTightened ? now : (found?.tightenedAt ?? Number.NEGATIVE_INFINITY),
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
    this.#leases.set(id, lease);
    return lease;
  }

  /** Finds the lease of a campaign, even of one that is not served. */
  #findLease(priced: PricedCampaign, now: number): Lease | undefined {
    const found = this.#leases.get(priced.campaign.id);
    if (found && (found.position !== undefined || found.limits.campaign === priced.campaign)) return found;
    if (isLimited(priced.campaign)) return this.#continueLease(readLimits(priced), now);
    if (found) this.#end(found);
    return undefined;
  }

  /** Returns impressions, but keeps clicks, which may still come for ads already shown. */
  #stopServing(lease: Lease, now: number): void {
    this.#returnLease(lease, lease.units, 0);
    Object.assign(lease, { units: 0, position: undefined, unservedSince: now, lastUsed: 0 });
  }

  #end(lease: Lease): void {
    this.#returnLease(lease, lease.units, lease.clicks);
    this.#leases.delete(lease.limits.campaign.id);
  }

  /** Whether the reservation of a decision pays for its impression. */
  #isPayable(decision: BudgetedDecision, lease: Lease | undefined, now: number): boolean {
    const { decidedAt } = decision;
    const { reservations } = this.#options;
    // The lease of one day's budget does not pay for the next day.
    if (now >= reservations.computeEnd(decidedAt) || this.#toDay(decidedAt) !== this.#toDay(now))
      return false;
    const spreading = reservations.has(decision) ? 0 : CHANGE_SPREADS_MS;
    return lease === undefined || decidedAt > lease.tightenedAt + spreading;
  }

  /** Buys an impression from a lease. With an empty lease, it stays unpaid. */
  #buy(lease: Lease, charge: Charge, now: number): void {
    lease.lastUsed = now;
    if (lease.units < 1) {
      charge.cost = undefined;
      return;
    }
    lease.units -= 1;
    lease.used += 1;
    charge.bought = { lease, amount: computeCost(lease.limits, 1, 0) };
    this.#update(lease);
  }

  #takeCharge(decision: BudgetedDecision): Charge | undefined {
    const name = nameDecision(decision);
    const charge = this.#charges.get(name);
    this.#charges.delete(name);
    return charge;
  }

  /** Starts a new day: leases of the day before belong to its budget. */
  #beginDay(now: number): void {
    const today = this.#toDay(now);
    if (today <= this.#day) return;
    this.#day = today;
    for (const lease of this.#leases.values()) {
      this.#returnLease(lease, lease.units, lease.clicks);
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
      if (lease.position === undefined && now - lease.unservedSince > this.#options.life) {
        this.#end(lease);
        continue;
      }
      lease.rate = (lease.rate + lease.used) / 2;
      lease.used = 0;
      if (now - lease.lastUsed < IDLE_MS) continue;
      // Keeps at least the number that `#isLow` requires; otherwise an idle node would lease and return each second.
      const kept = Math.min(STOCK, Math.max(1, Math.ceil(lease.left / (2 * LARGEST_PART))));
      const [units, clicks] = [Math.max(0, lease.units - kept), Math.max(0, lease.clicks - kept)];
      if (units + clicks === 0) continue;
      this.#returnLease(lease, units, clicks);
      lease.units -= units;
      lease.clicks -= clicks;
      this.#update(lease);
    }
  }

  #isLow(lease: Lease): boolean {
    const stock = computeStock(lease) / 2;
    const kept = Math.max(1, Math.min(stock, lease.left / (2 * LARGEST_PART)));
    // Late impressions of a campaign that is not served are few.
    const wantsUnits = lease.position !== undefined || this.#options.now() - lease.lastUsed < IDLE_MS;
    return (lease.hasUnits && wantsUnits && lease.units < kept) || (lease.hasClicks && lease.clicks < kept);
  }

  /**
   * Releases a reservation that lapsed without an impression: to its lease if the lease can still grant it, otherwise
   * to the account.
   */
  #takeBack({ campaign, decidedAt, amount }: Reservation): void {
    const lease = this.#leases.get(campaign);
    const isSame =
      lease?.position !== undefined &&
      lease.hasUnits &&
      this.#toDay(decidedAt) === lease.day &&
      decidedAt > lease.tightenedAt &&
      amount === computeCost(lease.limits, 1, 0);
    if (isSame) {
      lease.units += 1;
      this.#update(lease);
    } else this.#add(campaign, -1, -amount, decidedAt);
  }

  /** Returns unused impressions and clicks of a lease to the campaign's account, with the next differences. */
  #returnLease({ limits, day }: Lease, units: number, clicks: number): void {
    if (units === 0 && clicks === 0) return;
    const cost = computeCost(limits, units, clicks);
    this.#differences.push({ campaign: limits.campaign.id, day, shown: -units, cost: -cost });
  }

  #add(campaign: number, shown: number, cost: Nano, time: number): void {
    if (shown === 0 && cost === 0n) return;
    this.#differences.push({ campaign, day: this.#toDay(time), shown, cost });
  }

  /** Converts a time of this node to the UTC day by Redis' clock. */
  #toDay(time: number): number {
    return toDayNumber(time + this.#ahead);
  }

  #update({ position, hasUnits, hasClicks, units, clicks }: Lease): void {
    if (position === undefined) return;
    const byClicks = hasClicks && clicks < 1 ? 0 : Number.POSITIVE_INFINITY;
    this.#remaining[position] = Math.min(hasUnits ? units : Number.POSITIVE_INFINITY, byClicks);
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
