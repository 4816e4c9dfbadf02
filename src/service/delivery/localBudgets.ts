/** Budgets and caps of a single process, from its own deliveries. */
import { randomBytes } from "node:crypto";
import type { Delivered } from "../facts/delivered.ts";
import type { Nano } from "../values/money.ts";
import { BudgetClock, moveToToday } from "./budgetClock.ts";
import {
  type Account,
  type BudgetLimit,
  type CampaignLimits,
  chargeForClick,
  chargeForImpression,
  computeLimits,
  computeRemaining,
  findLimit,
  type Limits,
  type PricedCampaign,
} from "./budgetRules.ts";
import type { BudgetedDecision, Budgets } from "./budgets.ts";
import { addImportedSums, type ImportedChange } from "./importedDeliveries.ts";
import { ReservationBuckets } from "./reservationBuckets.ts";
import { type ReservedAmount, ReservedAmounts } from "./reservedAmounts.ts";

/** Interval at which remaining impressions are recomputed, because pacing releases more each minute. */
const PACING_MS = 1000;

export class LocalBudgets implements Budgets {
  readonly #amounts: ReservedAmounts;
  readonly #reservations: ReservationBuckets<ReservedAmount>;
  /** Amounts reserved by decisions of earlier starts, by campaign id. */
  readonly #recalled = new Map<number, ReservedAmount>();
  readonly #accounts = new Map<number, Account>();
  readonly #clock: BudgetClock;
  /** Time of the last call, milliseconds since 1970. */
  #now = 0;
  #limits = new Map<number, CampaignLimits>();
  #remaining = new Float64Array(0);
  /** Limits by position; undefined without limits. */
  #limited: (CampaignLimits | undefined)[] = [];
  /** Results of `findLimit` since the last update, by position. */
  #found: (BudgetLimit | undefined)[] = [];
  #day = 0;
  #pacedUntil = 0;

  /**
   * `reservationLife`: milliseconds for which a decision reserves its impression. `elapsed`: monotonic milliseconds; by
   * default the wall clock. `key`: key of the marks; see `ReservedAmounts`. `onClockSet`: called with the change when the
   * wall clock was set by more than a minute. `slept`: milliseconds that the machine slept.
   */
  constructor(
    reservationLife: number,
    elapsed: (now: number) => number = (now) => now,
    key: Buffer = randomBytes(32),
    onClockSet: (milliseconds: number) => void = () => {},
    slept?: () => number,
  ) {
    this.#amounts = new ReservedAmounts(key);
    this.#clock = new BudgetClock({ elapsed: () => elapsed(this.#now), onSet: onClockSet, slept });
    this.#reservations = new ReservationBuckets({
      life: reservationLife,
      elapsed,
      onLapse: (reserved, count, now) => {
        this.#addReserved(reserved, -count, now);
        this.#updateId(reserved.campaign, now);
      },
    });
  }

  /** Restores deliveries from the store. Pending decisions of earlier starts are reserved as if they were made now. */
  recall(delivered: readonly Delivered[], now: number): void {
    this.#readClock(now);
    const day = this.#clock.day.number;
    for (const { campaign, pending, pendingCost, ...given } of delivered) {
      this.#accounts.set(campaign, { day, ...given, reserved: pending, reservedCost: pendingCost });
      if (pending === 0) continue;
      const reserved = { campaign, amount: pendingCost / BigInt(pending), mark: "" };
      this.#recalled.set(campaign, reserved);
      this.#reservations.recall(reserved, pending, now);
    }
  }

  setLimits(limits: readonly CampaignLimits[], count: number, now: number): void {
    this.#amounts.setLimits(limits);
    this.#limits = new Map(limits.map((each) => [each.campaign.id, each]));
    this.#limited = new Array(count).fill(undefined);
    for (const each of limits) this.#limited[each.position] = each;
    this.#found = new Array(count).fill(undefined);
    this.#remaining = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    this.#readClock(now);
    this.#updateAll(now);
  }

  remaining(now: number): Float64Array {
    this.#reservations.lapse(now);
    const isPaced = now < this.#pacedUntil && now >= this.#pacedUntil - PACING_MS;
    this.#readClock(now);
    if (this.#clock.day.number !== this.#day || !isPaced) this.#updateAll(now);
    return this.#remaining;
  }

  findLimit(position: number, now: number): BudgetLimit | undefined {
    const limits = this.#limited[position];
    if (!limits || (this.#remaining[position] ?? 0) > 0) return undefined;
    const known = this.#found[position];
    if (known) return known;
    const found = findLimit(limits, this.#account(limits.campaign.id, now), now);
    this.#found[position] = found;
    return found;
  }

  reserve({ campaign }: Pick<BudgetedDecision, "campaign">, now: number): string {
    const limits = this.#limits.get(campaign);
    const reserved = limits && this.#amounts.find(campaign);
    if (!reserved) return "";
    this.#addReserved(reserved, 1, now);
    this.#reservations.add(reserved, now);
    this.#update(limits, now);
    return reserved.mark;
  }

  release(decision: BudgetedDecision, now: number): void {
    const reserved = this.#findReserved(decision);
    if (!reserved || !this.#reservations.take(reserved, decision.decidedAt)) return;
    this.#addReserved(reserved, -1, now);
    this.#updateId(decision.campaign, now);
  }

  confirmImpression(decision: BudgetedDecision, now: number): void {
    this.release(decision, now);
  }

  chargeImpression(
    decision: BudgetedDecision,
    priced: PricedCampaign | undefined,
    now: number,
  ): Nano | undefined {
    this.#reservations.lapse(now);
    const account = this.#account(decision.campaign, now);
    const reserved = this.#findReserved(decision)?.amount;
    const cost = priced ? chargeForImpression(this.#findLimits(priced), account, reserved) : 0n;
    this.#add(account, 1, cost ?? 0n);
    this.#updateId(decision.campaign, now);
    return cost;
  }

  refundImpression({ campaign }: BudgetedDecision, cost: Nano | undefined, now: number): void {
    this.#add(this.#account(campaign, now), -1, -(cost ?? 0n));
    this.#updateId(campaign, now);
  }

  chargeClick(priced: PricedCampaign, now: number): Nano | undefined {
    const { id } = priced.campaign;
    const account = this.#account(id, now);
    const cost = chargeForClick(this.#findLimits(priced), account);
    this.#add(account, 0, cost ?? 0n);
    this.#updateId(id, now);
    return cost;
  }

  refundClick(campaign: number, cost: Nano | undefined, now: number): void {
    this.#add(this.#account(campaign, now), 0, -(cost ?? 0n));
    this.#updateId(campaign, now);
  }

  addImported({ sums }: ImportedChange, now: number): void {
    for (const each of sums) {
      addImportedSums(this.#account(each.campaign, now), [each]);
      this.#updateId(each.campaign, now);
    }
  }

  /** Finds the limits of a campaign, even one that is not served. */
  #findLimits(priced: PricedCampaign): Limits {
    return this.#limits.get(priced.campaign.id) ?? computeLimits(priced);
  }

  /** Finds the amount of a decision's open reservation. */
  #findReserved({ campaign, decidedAt, reserved }: BudgetedDecision): ReservedAmount | undefined {
    const own = this.#amounts.read(campaign, reserved);
    if (own && this.#reservations.has(own, decidedAt)) return own;
    const recalled = reserved === "" ? undefined : this.#recalled.get(campaign);
    return recalled && this.#reservations.has(recalled, decidedAt) ? recalled : undefined;
  }

  #addReserved({ campaign, amount }: ReservedAmount, count: number, now: number): void {
    const account = this.#account(campaign, now);
    account.reserved += count;
    account.reservedCost += count === 1 ? amount : amount * BigInt(count);
  }

  #add(account: Account, shown: number, cost: Nano): void {
    account.shownToday += shown;
    account.shownTotal += shown;
    account.costToday += cost;
    account.costTotal += cost;
  }

  #account(campaign: number, now: number): Account {
    this.#now = now;
    const day = this.#clock.day.number;
    let account = this.#accounts.get(campaign);
    if (!account) {
      account = {
        day,
        costToday: 0n,
        costTotal: 0n,
        shownToday: 0,
        shownTotal: 0,
        reserved: 0,
        reservedCost: 0n,
      };
      this.#accounts.set(campaign, account);
    }
    moveToToday(account, this.#clock);
    return account;
  }

  /** Reads the clock. Only where `now` is the current time: it may be older where an event waited for the disk. */
  #readClock(now: number): void {
    this.#now = now;
    this.#clock.read(now);
  }

  #updateAll(now: number): void {
    this.#day = this.#clock.day.number;
    this.#pacedUntil = now + PACING_MS;
    for (const limits of this.#limits.values()) this.#update(limits, now);
  }

  #updateId(campaign: number, now: number): void {
    const limits = this.#limits.get(campaign);
    if (limits) this.#update(limits, now);
  }

  #update(limits: CampaignLimits, now: number): void {
    const account = this.#account(limits.campaign.id, now);
    this.#remaining[limits.position] = computeRemaining(limits, account, now);
    this.#found[limits.position] = undefined;
  }
}
