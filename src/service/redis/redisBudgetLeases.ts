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
import type { BudgetDay } from "../delivery/budgetClock.ts";
import {
  type Account,
  type BudgetLimit,
  type CampaignLimits,
  computeCost,
  computeLimits,
  isLimited,
  type Limits,
  type PricedCampaign,
} from "../delivery/budgetRules.ts";
import type { BudgetedDecision, Budgets } from "../delivery/budgets.ts";
import { addImportedSums, type ImportedChange, type ImportedSums } from "../delivery/importedDeliveries.ts";
import type { ReservedAmounts } from "../delivery/reservedAmounts.ts";
import { groupBy } from "../values/groupBy.ts";
import type { Nano } from "../values/money.ts";
import { Lease, type Leased } from "./budgetLease.ts";
import type { BudgetAccounts } from "./redisBudgetAccounts.ts";
import { BudgetReservations, type Reservation, type ReservedUnit } from "./redisBudgetReservations.ts";
import { RedisAwayError } from "./redisConnection.ts";
import type { RedisNode } from "./redisNode.ts";

/** Unit of a campaign's budget that a lease gave. */
type Unit = Pick<Reservation, "campaign" | "amount" | "day" | "lease">;

/** Charge of an impression that is not yet confirmed or refunded. */
interface Charge {
  cost: Nano | undefined;
  /** Amount of its open reservation. */
  held: Nano | undefined;
  /** Reservation of another node that Redis could not confirm, so that it does not pay. */
  unconfirmed: ReservedUnit | undefined;
  /** Lease that paid for the impression, and the amount per unit. */
  bought?: Omit<Unit, "campaign">;
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
/** Maximum milliseconds until a change of the catalogue reaches all nodes, plus the difference of their clocks. */
const CHANGE_SPREADS_MS = 5000;

export class LeasedBudgets implements Budgets {
  readonly #node: RedisNode;
  readonly #accounts: BudgetAccounts;
  readonly #amounts: ReservedAmounts;
  readonly #reservations: BudgetReservations;
  /** By campaign. */
  readonly #leases = new Map<number, Lease>();
  /** Leases of served campaigns by position; undefined for campaigns without limits. */
  #served: (Lease | undefined)[] = [];
  /** Each lease of a served campaign updates its own position. */
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

  constructor(node: RedisNode, accounts: BudgetAccounts, amounts: ReservedAmounts) {
    this.#node = node;
    this.#accounts = accounts;
    this.#amounts = amounts;
    this.#reservations = new BudgetReservations(node);
    this.#day = node.clock.day;
    this.#dayNumber = this.#day.number;
  }

  /** Starts leasing. Call it first. */
  async open(): Promise<void> {
    await this.#accounts.readTime();
    this.#beginDay();
    this.#timer = setInterval(() => void this.work(), TICK_MS).unref();
  }

  setLimits(limits: readonly CampaignLimits[], count: number): void {
    this.#amounts.setLimits(limits);
    this.#remaining = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    this.#served = [];
    const now = this.#node.elapsed();
    const isServed = new Set(limits.map(({ campaign }) => campaign.id));
    for (const [id, lease] of this.#leases)
      if (!isServed.has(id) && lease.isServed) this.#return(lease, lease.stopServing(now));
    for (const each of limits) {
      const lease = this.#continueLease(each);
      lease.serve(this.#remaining, each.position);
      this.#served[each.position] = lease;
    }
    void this.work();
  }

  remaining(): Float64Array {
    this.#beginDay();
    return this.#remaining;
  }

  findLimit(position: number): BudgetLimit | undefined {
    return this.#served[position]?.limit;
  }

  reserve(decision: Omit<BudgetedDecision, "reserved">): string {
    const lease = this.#leases.get(decision.campaign);
    if (!lease) return "";
    const madeAt = this.#node.elapsed();
    lease.noteUse(madeAt);
    const reserved = lease.hasImpressions ? this.#amounts.find(decision.campaign) : undefined;
    if (!reserved) return "";
    lease.add({ impressions: -1 });
    const { campaign, amount } = reserved;
    this.#reservations.add(decision, { campaign, amount, lease, day: this.#day, madeAt });
    if (lease.isLow(madeAt)) void this.work();
    return reserved.mark;
  }

  release(decision: BudgetedDecision): void {
    const released = this.#reservations.release(decision);
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
    const own = this.#reservations.find(decision);
    const known = this.#amounts.read(campaign, reserved);
    const held = (isReserved ?? own !== undefined) ? known?.amount : undefined;
    const lease = priced && this.#findLease(priced);
    const price = priced ? computeCost(priced, 1, 0) : 0n;
    const isPayable = held !== undefined && this.#isPayable(decision, own, lease, now);
    const isUnconfirmed = isReserved === undefined && !this.#reservations.isOwn(epoch) && reserved !== "";
    const charge: Charge = {
      cost: held !== undefined && held < price ? held : price,
      held,
      unconfirmed: isUnconfirmed ? { campaign, amount: known?.amount ?? 0n } : undefined,
    };
    // Amounts without a lease are added afterwards, so that limits set later include them.
    if (lease?.hasImpressions && !isPayable) {
      const amount = lease.buyImpression(this.#node.elapsed());
      if (amount === undefined) charge.cost = undefined;
      else charge.bought = { lease, amount, day: this.#day };
    }
    this.#charges.set(nameDecision(decision), charge);
    return charge.cost;
  }

  /** Corrects the account, which contains the reserved or bought amount instead of the impression's cost. */
  confirmImpression(decision: BudgetedDecision, now: number): void {
    const { campaign } = decision;
    const charge = this.#takeCharge(decision);
    if (!charge) return;
    const { cost, held, unconfirmed, bought } = charge;
    const own = this.#reservations.release(decision);
    if (unconfirmed) this.#reservations.free(decision, unconfirmed);
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
    const { bought } = this.#takeCharge(decision) ?? {};
    if (bought) this.#takeBack({ campaign: decision.campaign, ...bought });
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
    return lease.takeClick() ? price : undefined;
  }

  refundClick(campaign: number, cost: Nano | undefined): void {
    const lease = this.#leases.get(campaign);
    if (!cost) return;
    if (lease?.hasClicks) lease.add({ clicks: 1 });
    else this.#add(campaign, 0, -cost, this.#day);
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
      this.#accounts.change(campaign, {
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
    this.#return(lease, lease.takeAll());
    lease.askAgain();
  }

  /** Discards the leases of data that Redis has lost, without returning them. */
  drop(): void {
    this.#differences = [];
    this.#reservations.clear();
    for (const lease of this.#leases.values()) {
      lease.takeAll();
      lease.askAgain();
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
    for (const lease of this.#leases.values()) this.#return(lease, lease.takeAll());
    await this.#workOnce();
  }

  async #workOnce(): Promise<void> {
    this.#beginDay();
    const now = this.#node.elapsed();
    const isTime = now - this.#looked >= 1000;
    if (isTime) this.#measure(now);
    try {
      // Before differences are added, because the day may prove wrong.
      if (isTime) await this.#accounts.readTime();
      this.#beginDay();
      const differences = isTime || this.#isClosing ? sumUp(this.#differences.splice(0)) : [];
      await Promise.all([
        this.#closeLapsed(now),
        this.#reportFreed(false),
        isTime || this.#isClosing ? this.#accounts.clarify() : undefined,
        ...differences.map((one) => this.#settle(one)),
        ...[...this.#leases.values()]
          .filter((lease) => !this.#isClosing && lease.isDue(now))
          .map((lease) => this.#requestLease(lease, now)),
      ]);
    } catch (error) {
      if (!(error instanceof RedisAwayError)) this.#node.log.error({ err: error }, "budgets not leased");
    }
  }

  async #closeLapsed(now: number): Promise<void> {
    for (const lapsed of await this.#reservations.close(now)) this.#takeBack(lapsed);
  }

  async #reportFreed(isReturning: boolean): Promise<void> {
    for (const { campaign, amount } of await this.#reservations.reportFreed(isReturning))
      this.#add(campaign, -1, -amount, this.#day);
  }

  #settle(difference: Difference): Promise<void> {
    return this.#accounts.change(difference.campaign, {
      compute: (account) => applyDifference(account, difference),
      onWritten: () => {},
      onRefused: () => this.#differences.push(difference),
    });
  }

  async #requestLease(lease: Lease, now: number): Promise<void> {
    lease.isAsking = true;
    try {
      await this.#accounts.change(lease.limits.campaign.id, {
        compute: (account, time) => {
          const leased = lease.deductFrom(account, time);
          return leased && { leased, day: this.#node.clock.day };
        },
        onWritten: ({ leased, day }) => {
          this.#receive(lease, leased, day);
          lease.askAgain();
        },
        onRefused: () => lease.pause(now),
      });
    } finally {
      lease.isAsking = false;
    }
  }

  /** Adds to a lease. The catalogue or the day may have changed since the request. */
  #receive(lease: Lease, leased: Leased, day: BudgetDay): void {
    this.#beginDay();
    if (this.#leases.get(lease.limits.campaign.id) === lease && day === this.#day) lease.add(leased);
    else this.#return(lease, leased, day);
  }

  #continueLease(limits: Limits): Lease {
    const { id } = limits.campaign;
    const now = this.#node.elapsed();
    const found = this.#leases.get(id);
    const lease = found?.continueWith(limits, now) ?? new Lease(limits, now);
    if (found && found !== lease) this.#return(found, found.takeAll());
    this.#leases.set(id, lease);
    return lease;
  }

  /** Finds the lease of a campaign, even of one that is not served. */
  #findLease(priced: PricedCampaign): Lease | undefined {
    const found = this.#leases.get(priced.campaign.id);
    if (found && (found.isServed || found.limits.campaign === priced.campaign)) return found;
    if (isLimited(priced.campaign)) return this.#continueLease(computeLimits(priced));
    if (found) this.#end(found);
    return undefined;
  }

  #end(lease: Lease): void {
    this.#return(lease, lease.takeAll());
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
    if (age >= this.#reservations.longestLife || this.#findDay(decision, now) !== this.#day) return false;
    return !lease || this.#node.elapsed() - age > lease.tightenedAt + CHANGE_SPREADS_MS;
  }

  /** Finds the day of another node's decision, whose time is by that node's clock. */
  #findDay({ decidedAt }: BudgetedDecision, now: number): BudgetDay {
    return this.#node.clock.hadBegun(Math.max(0, now - decidedAt)) ? this.#day : EARLIER;
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
    const { day } = this.#node.clock;
    if (day === this.#day && day.number === this.#dayNumber) return;
    for (const lease of this.#leases.values()) {
      if (day !== this.#day) this.#return(lease, lease.takeAll());
      else this.#differences.push({ campaign: lease.limits.campaign.id, day, shown: 0, cost: 0n });
      lease.beginDay();
    }
    this.#day = day;
    this.#dayNumber = day.number;
  }

  /** Runs once a second: measures usage and returns idle leases. */
  #measure(now: number): void {
    this.#looked = now;
    for (const lease of this.#leases.values())
      if (lease.wasUnservedFor(this.#node.trackingLife, now)) this.#end(lease);
      else this.#return(lease, lease.measure(now));
  }

  /**
   * Releases a reservation that lapsed without an impression: to its lease if the lease can still grant it, otherwise
   * to the account.
   */
  #takeBack({ campaign, amount, day, lease: from }: Unit): void {
    const lease = this.#leases.get(campaign);
    // A lease is replaced when the price changes or a limit is tightened.
    if (lease?.isServed && lease === from && day === this.#day) lease.add({ impressions: 1 });
    else this.#add(campaign, -1, -amount, day);
  }

  /** Returns what a lease no longer holds to the campaign's account, with the next differences. */
  #return({ limits }: Lease, { impressions, clicks }: Leased, day = this.#day): void {
    this.#add(limits.campaign.id, -impressions, -computeCost(limits, impressions, clicks), day);
  }

  #add(campaign: number, shown: number, cost: Nano, day: BudgetDay): void {
    if (shown === 0 && cost === 0n) return;
    this.#differences.push({ campaign, day, shown, cost });
  }
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
