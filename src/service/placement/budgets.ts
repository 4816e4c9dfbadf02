/**
 * What budgets and caps leave of each campaign, held also while many decisions wait for their impression.
 *
 * A decision reserves one impression until that is counted or the address expires, so a cap, and the budget of a
 * campaign paid by impressions, is never passed. A click is paid as long as the budget covers it; one beyond it leads
 * on all the same, at no cost. Days are UTC days.
 */
import { parseMoney } from "../money.ts";
import type { CampaignIndex, Servable } from "./campaign-index.ts";

/** What a campaign has had, from the store. */
export interface Spent {
  campaign: number;
  costToday: bigint;
  costTotal: bigint;
  shownToday: number;
  shownTotal: number;
  /** Decisions that may still become an impression. */
  pending: number;
}

interface Account {
  day: number;
  costToday: bigint;
  costTotal: bigint;
  shownToday: number;
  shownTotal: number;
  reserved: number;
}

interface Limits {
  at: number;
  servable: Servable;
  dailyCost: bigint | undefined;
  totalCost: bigint | undefined;
  dailyShown: number;
  totalShown: number;
}

/** Reservations by campaign, of the decisions of one stretch of time. */
interface Bucket {
  endsAt: number;
  reserved: Map<number, number>;
}

const DAY_MS = 86_400_000;
const BUCKET_MS = 10_000;
const SPREAD_MS = 1000;

export class Budgets {
  readonly #life: number;
  readonly #accounts = new Map<number, Account>();
  readonly #buckets = new Map<number, Bucket>();
  /** When the first bucket ends. */
  #expiresAt = Number.POSITIVE_INFINITY;
  #limits = new Map<number, Limits>();
  #room = new Float64Array(0);
  #day = -1;
  #spreadAt = 0;

  /** `life`: milliseconds that a decision may still become an impression. */
  constructor(life: number) {
    this.#life = life;
  }

  /** Takes over what the store knows. Decisions of earlier starts are reserved as if they were made now. */
  recall(rows: readonly Spent[], now: number): void {
    for (const { campaign, pending, ...spent } of rows) {
      this.#accounts.set(campaign, { day: dayOf(now), reserved: pending, ...spent });
      this.#addBucket(-campaign, { endsAt: now + this.#life, reserved: new Map([[campaign, pending]]) });
    }
  }

  /** To be called with every new index. */
  arrange(index: CampaignIndex, now: number): void {
    this.#limits = new Map(
      index.servable.filter(isLimited).map((each) => [each.campaign.id, limitsOf(each)] as const),
    );
    this.#room = new Float64Array(index.servable.length).fill(Number.POSITIVE_INFINITY);
    this.#refresh(now);
  }

  /** Impressions that each campaign may still be given, by its position in the index. */
  room(now: number): Float64Array {
    this.#expire(now);
    if (dayOf(now) !== this.#day || now >= this.#spreadAt) this.#refresh(now);
    return this.#room;
  }

  /** A decision was made for the campaign. */
  reserve(campaign: number, now: number): void {
    const limits = this.#limits.get(campaign);
    if (!limits) return;
    const account = this.#account(campaign, now);
    account.reserved += 1;
    const bucket = this.#bucket(now);
    bucket.reserved.set(campaign, (bucket.reserved.get(campaign) ?? 0) + 1);
    this.#measure(limits, now);
  }

  /** A decision was never told to anyone. */
  cancel(campaign: number, decidedAt: number, now: number): void {
    this.#release(campaign, decidedAt);
    this.#measureId(campaign, now);
  }

  /** A decision became an impression: valid, at its cost, or invalid, at none. */
  shown(campaign: number, decidedAt: number, valid: boolean, cost: bigint, now: number): void {
    const account = this.#account(campaign, now);
    this.#release(campaign, decidedAt);
    if (valid) {
      account.shownToday += 1;
      account.shownTotal += 1;
      this.#spend(account, cost);
    }
    this.#measureId(campaign, now);
  }

  /** What a click may cost: its price, or nothing when the budget does not cover it. It counts as spent at once. */
  charge(campaign: number, price: bigint, now: number): bigint {
    const account = this.#account(campaign, now);
    const limits = this.#limits.get(campaign);
    const left = limits ? costLeft(limits, account) : undefined;
    if (left !== undefined && left < price) return 0n;
    this.#spend(account, price);
    this.#measureId(campaign, now);
    return price;
  }

  /** Undoes a charge whose click was not counted. */
  refund(campaign: number, cost: bigint, now: number): void {
    this.#spend(this.#account(campaign, now), -cost);
    this.#measureId(campaign, now);
  }

  #spend(account: Account, cost: bigint): void {
    account.costToday += cost;
    account.costTotal += cost;
  }

  #account(campaign: number, now: number): Account {
    let account = this.#accounts.get(campaign);
    if (!account) {
      account = { day: dayOf(now), costToday: 0n, costTotal: 0n, shownToday: 0, shownTotal: 0, reserved: 0 };
      this.#accounts.set(campaign, account);
    }
    if (account.day !== dayOf(now)) Object.assign(account, { day: dayOf(now), costToday: 0n, shownToday: 0 });
    return account;
  }

  #bucket(now: number): Bucket {
    const key = bucketKey(now);
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = { endsAt: (key + 1) * BUCKET_MS + this.#life, reserved: new Map() };
      this.#addBucket(key, bucket);
    }
    return bucket;
  }

  #addBucket(key: number, bucket: Bucket): void {
    this.#buckets.set(key, bucket);
    this.#expiresAt = Math.min(this.#expiresAt, bucket.endsAt);
  }

  #release(campaign: number, decidedAt: number): void {
    // A decision of an earlier start is in the bucket that `recall` made.
    for (const key of [bucketKey(decidedAt), -campaign]) {
      const bucket = this.#buckets.get(key);
      const count = bucket?.reserved.get(campaign) ?? 0;
      if (!bucket || count === 0) continue;
      bucket.reserved.set(campaign, count - 1);
      const account = this.#accounts.get(campaign);
      if (account) account.reserved -= 1;
      return;
    }
  }

  #expire(now: number): void {
    if (now < this.#expiresAt) return;
    this.#expiresAt = Number.POSITIVE_INFINITY;
    for (const [key, bucket] of this.#buckets) {
      if (bucket.endsAt > now) {
        this.#expiresAt = Math.min(this.#expiresAt, bucket.endsAt);
        continue;
      }
      this.#buckets.delete(key);
      for (const [campaign, count] of bucket.reserved) {
        const account = this.#accounts.get(campaign);
        if (account) account.reserved -= count;
        this.#measureId(campaign, now);
      }
    }
  }

  #refresh(now: number): void {
    this.#day = dayOf(now);
    this.#spreadAt = now + SPREAD_MS;
    for (const limits of this.#limits.values()) this.#measure(limits, now);
  }

  #measureId(campaign: number, now: number): void {
    const limits = this.#limits.get(campaign);
    if (limits) this.#measure(limits, now);
  }

  #measure(limits: Limits, now: number): void {
    this.#room[limits.at] = roomOf(limits, this.#account(limits.servable.campaign.id, now), now);
  }
}

function isLimited({ campaign: { budget, caps } }: Servable): boolean {
  return [budget.daily, budget.total, caps.daily, caps.total].some((limit) => limit !== undefined);
}

function limitsOf(servable: Servable): Limits {
  const { budget, caps } = servable.campaign;
  return {
    at: servable.at,
    servable,
    dailyCost: budget.daily === undefined ? undefined : parseMoney(budget.daily),
    totalCost: budget.total === undefined ? undefined : parseMoney(budget.total),
    dailyShown: caps.daily ?? Number.POSITIVE_INFINITY,
    totalShown: caps.total ?? Number.POSITIVE_INFINITY,
  };
}

function costLeft({ dailyCost, totalCost }: Limits, account: Account, share = 1): bigint | undefined {
  const daily = dailyCost === undefined ? undefined : part(dailyCost, share) - account.costToday;
  const total = totalCost === undefined ? undefined : totalCost - account.costTotal;
  if (daily === undefined || total === undefined) return daily ?? total;
  if (total < daily) return total;
  return daily;
}

function roomOf(limits: Limits, account: Account, now: number): number {
  const { servable, dailyShown, totalShown } = limits;
  const even = servable.campaign.spread === "even";
  const share = even ? dayShare(now) : 1;
  const byCap = Math.min(Math.ceil(dailyShown * share) - account.shownToday, totalShown - account.shownTotal);
  const money = costLeft(limits, account, share);
  return Math.min(byCap - account.reserved, roomForMoney(servable, money, account.reserved));
}

/** Impressions cost as they are shown, so that reserved ones are spent; of clicks nobody knows which will come. */
function roomForMoney({ campaign, unitCost }: Servable, left: bigint | undefined, reserved: number): number {
  if (left === undefined || unitCost === 0n) return Number.POSITIVE_INFINITY;
  if (campaign.pricing.model === "cpc") return left >= unitCost ? Number.POSITIVE_INFINITY : 0;
  return left < 0n ? 0 : Number(left / unitCost) - reserved;
}

/** How much of a day's amount may be given out by now: the part of the day that the current minute ends. */
function dayShare(now: number): number {
  return (Math.floor((now % DAY_MS) / 60_000) + 1) / 1440;
}

function part(amount: bigint, share: number): bigint {
  return share === 1 ? amount : (amount * BigInt(Math.round(share * 1440))) / 1440n;
}

function dayOf(time: number): number {
  return Math.floor(time / DAY_MS);
}

function bucketKey(time: number): number {
  return Math.floor(time / BUCKET_MS);
}
