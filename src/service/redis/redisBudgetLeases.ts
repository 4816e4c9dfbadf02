/**
 * Budgets and caps shared by several nodes: each node leases some impressions or clicks of a campaign at a time, and
 * grants those without asking Redis. Leases count as spent, so all nodes together exceed no budget. Unused leases are
 * returned, except those of a node that crashed.
 *
 * An impression is paid from the lease of the node that decided it, whichever node counts it. Only that node takes the
 * reservation back when it lapses. Where an impression costs less than was leased, the node that counts it returns the
 * difference.
 *
 * Days follow Redis' clock (see `delivery/budgetClock.ts`), all other times the monotonic clock.
 */
import type { Logger } from "pino";
import type { BudgetClock, BudgetDay } from "../delivery/budgetClock.ts";
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
import { addImportedSums, type ImportedChange, type ImportedSums } from "../delivery/importedDeliveries.ts";
import type { ReservedAmounts } from "../delivery/reservedAmounts.ts";
import { groupBy } from "../values/groupBy.ts";
import type { Nano } from "../values/money.ts";
import type { BudgetAccounts } from "./redisBudgetAccounts.ts";
import type { BudgetReservations, Reservation, ReservedUnit } from "./redisBudgetReservations.ts";
import { RedisAwayError } from "./redisConnection.ts";

interface LeasedBudgetsOptions {
  accounts: BudgetAccounts;
  amounts: ReservedAmounts;
  reservations: BudgetReservations;
  log: Logger;
  /** Milliseconds for which signed URLs are valid. */
  life: number;
  /** Redis' clock. */
  clock: BudgetClock;
  /** Monotonic milliseconds. */
  elapsed: () => number;
}

/** Leases of a node for one campaign. Times are monotonic milliseconds. */
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
  /** Reservation of another node that Redis could not confirm, so that it does not pay. */
  unconfirmed: ReservedUnit | undefined;
  /** Lease that paid for the impression, and the amount per unit. */
  bought?: { lease: Lease; amount: Nano };
}

/** Amount to add to a campaign's account. */
interface Difference {
  campaign: number;
  /** Day whose budget it belongs to. */
  day: BudgetDay;
  shown: number;
  cost: Nano;
}

/** Day of amounts that count against total limits only. */
const EARLIER: BudgetDay = { number: -1 };
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
  /** Day of the leases. */
  #day: BudgetDay;
  /** Its number, which changes when Redis' clock is set. */
  #dayNumber: number;
  /** Charges by decision, of impressions that are neither confirmed nor refunded. */
  readonly #charges = new Map<string, Charge>();
  #differences: Difference[] = [];
  #looked = 0;
  #isClosing = false;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;

  constructor(options: LeasedBudgetsOptions) {
    this.#options = options;
    this.#day = options.clock.day;
    this.#dayNumber = this.#day.number;
  }

  /** Starts leasing. Call it first. */
  async open(): Promise<void> {
    await this.#options.accounts.readTime();
    this.#beginDay();
    this.#timer = setInterval(() => void this.work(), TICK_MS).unref();
  }

  setLimits(limits: readonly CampaignLimits[], count: number): void {
    this.#options.amounts.setLimits(limits);
    this.#remaining = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    this.#limited = [];
    const isServed = new Set(limits.map(({ campaign }) => campaign.id));
    for (const [id, lease] of this.#leases)
      if (!isServed.has(id) && lease.position !== undefined) this.#stopServing(lease);
    for (const each of limits) {
      const lease = this.#continueLease(each);
      lease.position = each.position;
      this.#limited[each.position] = lease;
      this.#update(lease);
    }
    void this.work();
  }

  remaining(): Float64Array {
    this.#beginDay();
    return this.#remaining;
  }

  /** Finds the limit that stops a campaign. Until the first lease is answered, assumes one of the campaign's limits. */
  findLimit(position: number): BudgetLimit | undefined {
    const lease = this.#limited[position];
    if (!lease || (this.#remaining[position] ?? 0) > 0) return undefined;
    const { dailyCost, totalCost } = lease.limits;
    return lease.limit ?? (dailyCost === undefined && totalCost === undefined ? "caps" : "budget");
  }

  reserve(decision: Omit<BudgetedDecision, "reserved">): string {
    const lease = this.#leases.get(decision.campaign);
    if (!lease) return "";
    lease.used += 1;
    lease.lastUsed = this.#options.elapsed();
    const reserved = lease.hasUnits ? this.#options.amounts.find(decision.campaign) : undefined;
    if (!reserved) return "";
    lease.units -= 1;
    const { campaign, amount } = reserved;
    const madeAt = lease.lastUsed;
    this.#options.reservations.add(decision, { campaign, amount, lease, day: this.#day, madeAt });
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
    isReserved?: boolean,
  ): Nano | undefined {
    this.#beginDay();
    const { campaign, reserved, epoch } = decision;
    const { amounts, reservations } = this.#options;
    const own = reservations.find(decision);
    const known = amounts.read(campaign, reserved);
    const held = (isReserved ?? own !== undefined) ? known?.amount : undefined;
    const lease = priced && this.#findLease(priced);
    const price = priced ? computeCost(priced, 1, 0) : 0n;
    const isPayable = held !== undefined && this.#isPayable(decision, own, lease, now);
    const isUnconfirmed = isReserved === undefined && !reservations.isOwn(epoch) && reserved !== "";
    const charge: Charge = {
      cost: held !== undefined && held < price ? held : price,
      held,
      unconfirmed: isUnconfirmed ? { campaign, amount: known?.amount ?? 0n } : undefined,
    };
    // Amounts without a lease are added afterwards, so that limits set later include them.
    if (lease?.hasUnits && !isPayable) this.#buy(lease, charge);
    this.#charges.set(nameDecision(decision), charge);
    return charge.cost;
  }

  /** Corrects the account, which contains the reserved or bought amount instead of the impression's cost. */
  confirmImpression(decision: BudgetedDecision, now: number): void {
    const { campaign } = decision;
    const charge = this.#takeCharge(decision);
    if (!charge) return;
    const { cost, held, unconfirmed, bought } = charge;
    const { reservations } = this.#options;
    const own = reservations.release(decision);
    if (unconfirmed) reservations.free(decision, unconfirmed);
    if (held !== undefined && !bought && cost !== undefined) {
      this.#add(campaign, 0, cost - held, this.#day);
      return;
    }
    const unused = own?.amount ?? held;
    if (unused !== undefined) this.#add(campaign, -1, -unused, own?.day ?? this.#findDay(decision, now));
    if (bought) this.#add(campaign, 0, (cost ?? 0n) - bought.amount, this.#day);
    else if (cost !== undefined) this.#add(campaign, 1, cost, this.#day);
  }

  refundImpression(decision: BudgetedDecision): void {
    const lease = this.#takeCharge(decision)?.bought?.lease;
    if (!lease) return;
    lease.units += 1;
    this.#update(lease);
  }

  chargeClick(priced: PricedCampaign): Nano | undefined {
    this.#beginDay();
    const { id } = priced.campaign;
    const price = computeCost(priced, 0, 1);
    const lease = this.#findLease(priced);
    if (!lease?.hasClicks) {
      if (price !== 0n) this.#add(id, 0, price, this.#day);
      return price;
    }
    if (lease.clicks < 1) return undefined;
    lease.clicks -= 1;
    this.#update(lease);
    return price;
  }

  refundClick(campaign: number, cost: Nano | undefined): void {
    const lease = this.#leases.get(campaign);
    if (!cost) return;
    if (!lease?.hasClicks) this.#add(campaign, 0, -cost, this.#day);
    else {
      lease.clicks += 1;
      this.#update(lease);
    }
  }

  /**
   * Tells Redis, which answers again, which reservations of other nodes were not used. Call it before counted keys are
   * shared.
   */
  reportFreed(): Promise<void> {
    return this.#reportFreed(true);
  }

  /** Changes the accounts in Redis. Returns the leases of the campaigns, which may exceed what is left now. */
  async addImported({ id, sums }: ImportedChange): Promise<void> {
    let refused = 0;
    const add = (campaign: number, own: readonly ImportedSums[]) =>
      this.#options.accounts.change(campaign, {
        once: id,
        compute: (account) => {
          addImportedSums(account, own);
          return true;
        },
        onWritten: () => {},
        onRefused: () => {
          refused += 1;
        },
      });
    const campaigns = groupBy(sums, (each) => each.campaign);
    await Promise.all([...campaigns].map(([campaign, own]) => add(campaign, own)));
    // Afterwards, because a lease may have been granted meanwhile.
    for (const campaign of campaigns.keys()) this.#renew(campaign);
    if (refused > 0) throw new Error("Redis did not take the sums of an import.");
  }

  /** Returns a lease, so that a new one is requested. */
  #renew(campaign: number): void {
    const lease = this.#leases.get(campaign);
    if (!lease) return;
    this.#returnLease(lease, lease.units, lease.clicks);
    Object.assign(lease, { units: 0, clicks: 0, askAt: 0, pause: FIRST_PAUSE_MS });
    this.#update(lease);
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
    this.#beginDay();
    const now = this.#options.elapsed();
    const isTime = now - this.#looked >= 1000;
    if (isTime) this.#measure(now);
    const { accounts } = this.#options;
    try {
      // Before differences are added, because the day may prove wrong.
      if (isTime) await accounts.readTime();
      this.#beginDay();
      const differences = isTime || this.#isClosing ? sumUp(this.#differences.splice(0)) : [];
      await Promise.all([
        this.#closeLapsed(now),
        this.#reportFreed(false),
        isTime || this.#isClosing ? accounts.clarify() : undefined,
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

  async #reportFreed(isReturning: boolean): Promise<void> {
    for (const { campaign, amount } of await this.#options.reservations.reportFreed(isReturning))
      this.#add(campaign, -1, -amount, this.#day);
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
          lease.limit = findLimit(lease.limits, account, time);
          const possible = grant(lease, account, time, computeStock(lease));
          lease.left = possible.left;
          const { day } = this.#options.clock;
          return possible.units + possible.clicks > 0 ? { ...possible, day } : undefined;
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
    this.#beginDay();
    if (this.#leases.get(lease.limits.campaign.id) !== lease || day !== this.#day) {
      this.#returnLease(lease, units, clicks, day);
      return;
    }
    Object.assign(lease, { units: lease.units + units, clicks: lease.clicks + clicks });
    this.#update(lease);
  }

  #continueLease(limits: Limits): Lease {
    const now = this.#options.elapsed();
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
  #findLease(priced: PricedCampaign): Lease | undefined {
    const found = this.#leases.get(priced.campaign.id);
    if (found && (found.position !== undefined || found.limits.campaign === priced.campaign)) return found;
    if (isLimited(priced.campaign)) return this.#continueLease(readLimits(priced));
    if (found) this.#end(found);
    return undefined;
  }

  /** Returns impressions, but keeps clicks, which may still come for ads already shown. */
  #stopServing(lease: Lease): void {
    this.#returnLease(lease, lease.units, 0);
    const now = this.#options.elapsed();
    Object.assign(lease, { units: 0, position: undefined, unservedSince: now, lastUsed: now - IDLE_MS });
  }

  #end(lease: Lease): void {
    this.#returnLease(lease, lease.units, lease.clicks);
    this.#leases.delete(lease.limits.campaign.id);
  }

  /** Whether the open reservation of a decision pays for its impression. `own`: if this node made it. */
  #isPayable(
    decision: BudgetedDecision,
    own: Reservation | undefined,
    lease: Lease | undefined,
    now: number,
  ): boolean {
    // The lease of one day's budget does not pay for the next day.
    if (own) return own.day === this.#day && (!lease || own.madeAt > lease.tightenedAt);
    const age = now - decision.decidedAt;
    const { elapsed, reservations } = this.#options;
    if (age >= reservations.longestLife || this.#findDay(decision, now) !== this.#day) return false;
    return !lease || elapsed() - age > lease.tightenedAt + CHANGE_SPREADS_MS;
  }

  /** Finds the day of another node's decision, whose time is by that node's clock. */
  #findDay({ decidedAt }: BudgetedDecision, now: number): BudgetDay {
    return this.#options.clock.hadBegun(Math.max(0, now - decidedAt)) ? this.#day : EARLIER;
  }

  /** Buys an impression from a lease. With an empty lease, it stays unpaid. */
  #buy(lease: Lease, charge: Charge): void {
    lease.lastUsed = this.#options.elapsed();
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

  /**
   * Starts a new day: leases of the day before belong to its budget. When Redis' clock was set to another day, leases and
   * accounts continue in it; each account is changed once, while this node still knows of the step.
   */
  #beginDay(): void {
    const { day } = this.#options.clock;
    if (day === this.#day && day.number === this.#dayNumber) return;
    for (const lease of this.#leases.values()) {
      if (day !== this.#day) {
        this.#returnLease(lease, lease.units, lease.clicks);
        Object.assign(lease, { units: 0, clicks: 0 });
      } else this.#differences.push({ campaign: lease.limits.campaign.id, day, shown: 0, cost: 0n });
      Object.assign(lease, { askAt: 0, pause: FIRST_PAUSE_MS, limit: undefined });
      this.#update(lease);
    }
    this.#day = day;
    this.#dayNumber = day.number;
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
    const wantsUnits = lease.position !== undefined || this.#options.elapsed() - lease.lastUsed < IDLE_MS;
    return (lease.hasUnits && wantsUnits && lease.units < kept) || (lease.hasClicks && lease.clicks < kept);
  }

  /**
   * Releases a reservation that lapsed without an impression: to its lease if the lease can still grant it, otherwise
   * to the account.
   */
  #takeBack(reservation: Reservation): void {
    const { campaign, amount, day } = reservation;
    const lease = this.#leases.get(campaign);
    // A lease is replaced when the price changes or a limit is tightened.
    if (lease?.position !== undefined && lease === reservation.lease && day === this.#day) {
      lease.units += 1;
      this.#update(lease);
    } else this.#add(campaign, -1, -amount, day);
  }

  /** Returns unused impressions and clicks of a lease to the campaign's account, with the next differences. */
  #returnLease({ limits }: Lease, units: number, clicks: number, day = this.#day): void {
    if (units === 0 && clicks === 0) return;
    const cost = computeCost(limits, units, clicks);
    this.#differences.push({ campaign: limits.campaign.id, day, shown: -units, cost: -cost });
  }

  #add(campaign: number, shown: number, cost: Nano, day: BudgetDay): void {
    if (shown === 0 && cost === 0n) return;
    this.#differences.push({ campaign, day, shown, cost });
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
  day: BudgetDay;
}

function computeStock({ rate }: Lease): number {
  return Math.max(STOCK, Math.ceil(rate * STOCK_SECONDS));
}

/** Deducts a lease from the account. */
function grant(lease: Lease, account: Account, now: number, stock: number): Omit<Grant, "day"> {
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
  return { units, clicks, left: hasUnits ? leftUnits : leftClicks };
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
  if (account.day === day.number) {
    account.shownToday += shown;
    account.costToday += cost;
  }
  return true;
}

function sumUp(differences: readonly Difference[]): Difference[] {
  const sums = new Map<string, Difference>();
  for (const { campaign, day, shown, cost } of differences) {
    const name = `${campaign} ${day.number}`;
    const sum = sums.get(name) ?? { campaign, day, shown: 0, cost: 0n };
    sums.set(name, { ...sum, shown: sum.shown + shown, cost: sum.cost + cost });
  }
  return [...sums.values()];
}

function nameDecision({ epoch, number }: BudgetedDecision): string {
  return `${epoch}.${number}`;
}
