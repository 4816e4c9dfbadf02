/** Budgets and caps of a single process, from its own deliveries. */
import type { Delivered } from "../facts/delivered.ts";
import { toDayNumber } from "../values/day.ts";
import type { Nano } from "../values/money.ts";
import {
  type Account,
  type BudgetLimit,
  type CampaignLimits,
  computeMoneyLeft,
  computeRemaining,
  findLimit,
  isSpent,
  listLimits,
  type PricedCampaign,
} from "./budgetRules.ts";
import type { BudgetedDecision, Budgets } from "./budgets.ts";
import { ReservationBuckets } from "./reservationBuckets.ts";

/** Interval at which limits are recomputed; paced campaigns get more by the minute. */
const PACING_MS = 1000;

export class LocalBudgets implements Budgets {
  /** By campaign id. */
  readonly #reservations: ReservationBuckets<number>;
  readonly #accounts = new Map<number, Account>();
  /** Deliveries of the day before each account's current day, in case the clock is set forward and back. */
  readonly #otherDays = new Map<number, Pick<Account, "day" | "costToday" | "shownToday">>();
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
   * default the wall clock.
   */
  constructor(reservationLife: number, elapsed?: (now: number) => number) {
    this.#reservations = new ReservationBuckets({
      life: reservationLife,
      elapsed,
      onLapse: (campaign, count, now) => {
        this.#account(campaign, now).reserved -= count;
        this.#updateId(campaign, now);
      },
    });
  }

  /** Restores what the store knows. Decisions of earlier starts are reserved as if they were made now. */
  recall(delivered: readonly Delivered[], now: number): void {
    for (const { campaign, pending, ...account } of delivered) {
      this.#accounts.set(campaign, { day: toDayNumber(now), reserved: pending, ...account });
      if (pending > 0) this.#reservations.recall(campaign, pending, now);
    }
  }

  setCampaigns(campaigns: readonly PricedCampaign[], now: number): void {
    const limits = listLimits(campaigns);
    this.#limits = new Map(limits.map((each) => [each.campaign.id, each]));
    this.#limited = new Array(campaigns.length).fill(undefined);
    for (const each of limits) this.#limited[each.position] = each;
    this.#found = new Array(campaigns.length).fill(undefined);
    this.#remaining = new Float64Array(campaigns.length).fill(Number.POSITIVE_INFINITY);
    this.#updateAll(now);
  }

  remaining(now: number): Float64Array {
    this.#reservations.lapse(now);
    const isPaced = now < this.#pacedUntil && now >= this.#pacedUntil - PACING_MS;
    if (toDayNumber(now) !== this.#day || !isPaced) this.#updateAll(now);
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

  reserve({ campaign }: BudgetedDecision, now: number): void {
    const limits = this.#limits.get(campaign);
    if (!limits) return;
    this.#account(campaign, now).reserved += 1;
    this.#reservations.add(campaign, now);
    this.#update(limits, now);
  }

  release({ campaign, decidedAt }: BudgetedDecision, now: number): void {
    if (!this.#reservations.take(campaign, decidedAt)) return;
    this.#account(campaign, now).reserved -= 1;
    this.#updateId(campaign, now);
  }

  confirmImpression(decision: BudgetedDecision, now: number): void {
    this.release(decision, now);
  }

  chargeImpression({ campaign, decidedAt }: BudgetedDecision, price: Nano, now: number): Nano | undefined {
    this.#reservations.lapse(now);
    const account = this.#account(campaign, now);
    const limits = this.#limits.get(campaign);
    const isReserved = this.#reservations.has(campaign, decidedAt);
    const isPaid = isReserved || !isSpent(limits, account, account.reserved);
    const cost = isPaid ? price : 0n;
    this.#add(account, 1, cost);
    this.#updateId(campaign, now);
    return isPaid ? cost : undefined;
  }

  refundImpression({ campaign }: BudgetedDecision, cost: Nano | undefined, now: number): void {
    this.#add(this.#account(campaign, now), -1, -(cost ?? 0n));
    this.#updateId(campaign, now);
  }

  chargeClick(campaign: number, price: Nano, now: number): Nano | undefined {
    const account = this.#account(campaign, now);
    const limits = this.#limits.get(campaign);
    const left = limits && computeMoneyLeft(limits, account);
    if (left !== undefined && left < price) return undefined;
    this.#add(account, 0, price);
    this.#updateId(campaign, now);
    return price;
  }

  refundClick(campaign: number, cost: Nano | undefined, now: number): void {
    this.#add(this.#account(campaign, now), 0, -(cost ?? 0n));
    this.#updateId(campaign, now);
  }

  #add(account: Account, shown: number, cost: Nano): void {
    account.shownToday += shown;
    account.shownTotal += shown;
    account.costToday += cost;
    account.costTotal += cost;
  }

  #account(campaign: number, now: number): Account {
    const day = toDayNumber(now);
    let account = this.#accounts.get(campaign);
    if (!account) {
      account = { day, costToday: 0n, costTotal: 0n, shownToday: 0, shownTotal: 0, reserved: 0 };
      this.#accounts.set(campaign, account);
    }
    if (account.day !== day) this.#turnTo(day, campaign, account);
    return account;
  }

  #turnTo(day: number, campaign: number, account: Account): void {
    const other = this.#otherDays.get(campaign);
    const { costToday, shownToday } = account;
    this.#otherDays.set(campaign, { day: account.day, costToday, shownToday });
    Object.assign(account, other?.day === day ? other : { day, costToday: 0n, shownToday: 0 });
  }

  #updateAll(now: number): void {
    this.#day = toDayNumber(now);
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
