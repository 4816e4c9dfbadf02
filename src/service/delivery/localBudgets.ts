/** Budgets and caps of a single process, from what it delivered. */
import type { Delivered } from "../store/delivered.ts";
import { toDayNumber } from "../values/day.ts";
import type { Nano } from "../values/money.ts";
import {
  type Account,
  type CampaignLimits,
  computeMoneyLeft,
  computeRemaining,
  isSpent,
  listLimits,
  type PricedCampaign,
} from "./budgetRules.ts";
import type { BudgetedDecision, Budgets } from "./budgets.ts";

/** Reservations by campaign, of the decisions of one stretch of time. */
interface Bucket {
  /** By the clock that only runs forward. */
  lapsesAt: number;
  reserved: Map<number, number>;
}

const BUCKET_MS = 10_000;
/** Paced campaigns get more by the minute; what they have left is computed again this often. */
const PACING_MS = 1000;

export class LocalBudgets implements Budgets {
  readonly #reservationLife: number;
  readonly #elapsed: (now: number) => number;
  readonly #accounts = new Map<number, Account>();
  /** What campaigns with an account delivered on the day before its own, for a clock that is set there and back. */
  readonly #otherDays = new Map<number, Pick<Account, "day" | "costToday" | "shownToday">>();
  /** By the time of day of their decisions. */
  readonly #buckets = new Map<number, Bucket>();
  /** When the first bucket lapses. */
  #lapsesAt = Number.POSITIVE_INFINITY;
  #limits = new Map<number, CampaignLimits>();
  #remaining = new Float64Array(0);
  #day = 0;
  #pacedUntil = 0;

  /**
   * `reservationLife`: milliseconds that a decision reserves its impression. `elapsed`: milliseconds of a clock that only
   * runs forward; without it the time of day is one.
   */
  constructor(reservationLife: number, elapsed = (now: number): number => now) {
    this.#reservationLife = reservationLife;
    this.#elapsed = elapsed;
  }

  /** Takes over what the store knows. Decisions of earlier starts are reserved as if they were made now. */
  recall(delivered: readonly Delivered[], now: number): void {
    for (const { campaign, pending, ...account } of delivered) {
      this.#accounts.set(campaign, { day: toDayNumber(now), reserved: pending, ...account });
      const lapsesAt = this.#elapsed(now) + this.#reservationLife;
      this.#addBucket(toRecalledKey(campaign), { lapsesAt, reserved: new Map([[campaign, pending]]) });
    }
  }

  setCampaigns(campaigns: readonly PricedCampaign[], now: number): void {
    const limits = listLimits(campaigns);
    this.#limits = new Map(limits.map((each) => [each.campaign.id, each]));
    this.#remaining = new Float64Array(campaigns.length).fill(Number.POSITIVE_INFINITY);
    this.#updateAll(now);
  }

  remaining(now: number): Float64Array {
    this.#lapse(now);
    const isPaced = now < this.#pacedUntil && now >= this.#pacedUntil - PACING_MS;
    if (toDayNumber(now) !== this.#day || !isPaced) this.#updateAll(now);
    return this.#remaining;
  }

  reserve({ campaign }: BudgetedDecision, now: number): void {
    const limits = this.#limits.get(campaign);
    if (!limits) return;
    this.#account(campaign, now).reserved += 1;
    const { reserved } = this.#bucket(now);
    reserved.set(campaign, (reserved.get(campaign) ?? 0) + 1);
    this.#update(limits, now);
  }

  release({ campaign, decidedAt }: BudgetedDecision, now: number): void {
    const bucket = this.#findReservation(campaign, decidedAt);
    if (!bucket) return;
    bucket.reserved.set(campaign, (bucket.reserved.get(campaign) ?? 0) - 1);
    this.#account(campaign, now).reserved -= 1;
    this.#updateId(campaign, now);
  }

  confirmImpression(decision: BudgetedDecision, now: number): void {
    this.release(decision, now);
  }

  chargeImpression({ campaign, decidedAt }: BudgetedDecision, price: Nano, now: number): Nano | undefined {
    this.#lapse(now);
    const account = this.#account(campaign, now);
    const limits = this.#limits.get(campaign);
    const isReserved = this.#findReservation(campaign, decidedAt) !== undefined;
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

  #bucket(now: number): Bucket {
    const key = toBucketKey(now);
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      const rest = (key + 1) * BUCKET_MS - now;
      bucket = { lapsesAt: this.#elapsed(now) + rest + this.#reservationLife, reserved: new Map() };
      this.#addBucket(key, bucket);
    }
    return bucket;
  }

  #addBucket(key: number, bucket: Bucket): void {
    this.#buckets.set(key, bucket);
    this.#lapsesAt = Math.min(this.#lapsesAt, bucket.lapsesAt);
  }

  /** The bucket that holds a decision's reservation; one of an earlier start is where `recall` put it. */
  #findReservation(campaign: number, decidedAt: number): Bucket | undefined {
    const keys = [toBucketKey(decidedAt), toRecalledKey(campaign)];
    const buckets = keys.map((key) => this.#buckets.get(key));
    return buckets.find((bucket) => (bucket?.reserved.get(campaign) ?? 0) > 0);
  }

  #lapse(now: number): void {
    const elapsed = this.#elapsed(now);
    if (elapsed < this.#lapsesAt) return;
    this.#lapsesAt = Number.POSITIVE_INFINITY;
    for (const [key, bucket] of this.#buckets) {
      if (bucket.lapsesAt > elapsed) {
        this.#lapsesAt = Math.min(this.#lapsesAt, bucket.lapsesAt);
        continue;
      }
      this.#buckets.delete(key);
      for (const [campaign, count] of bucket.reserved) {
        this.#account(campaign, now).reserved -= count;
        this.#updateId(campaign, now);
      }
    }
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
  }
}

function toBucketKey(time: number): number {
  return Math.floor(time / BUCKET_MS);
}

function toRecalledKey(campaign: number): number {
  return -campaign;
}
