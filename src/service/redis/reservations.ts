/**
 * What this node's decisions reserved: which of them wait for their impression, until the reservations lapse.
 *
 * An impression may be counted by any node. So when reservations lapse, Redis says which impressions came, and closes
 * the rest: what they held is this node's to give again.
 */
import type { BudgetedDecision } from "../delivery/budgets.ts";
import { PAGE_NUMBERS } from "../store/deduplication.ts";
import { groupBy } from "../values/groupBy.ts";
import type { RedisConnection } from "./connection.ts";
import { nameEvents } from "./names.ts";

const BUCKET_MS = 10_000;
/** Milliseconds that a page's keys are kept beyond the life of its addresses. */
const CLOCKS_DIFFER_MS = 60_000;

/** Decisions of one stretch of time, in their order. */
interface Bucket {
  lapsesAt: number;
  numbers: number[];
  campaigns: number[];
  decidedAt: number[];
  released: Set<number>;
}

export interface ReservationsOptions {
  redis: RedisConnection;
  epoch: number;
  /** Milliseconds that a decision reserves its impression. */
  reservationLife: number;
  /** Milliseconds that signed addresses live. */
  life: number;
}

/** A reservation whose impression did not come. */
export interface Lapsed {
  campaign: number;
  decidedAt: number;
}

export class Reservations {
  readonly #options: ReservationsOptions;
  readonly #buckets = new Map<number, Bucket>();

  constructor(options: ReservationsOptions) {
    this.#options = options;
  }

  add({ campaign, number, decidedAt }: BudgetedDecision): void {
    const key = Math.floor(decidedAt / BUCKET_MS);
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      const lapsesAt = this.computeEnd(decidedAt);
      bucket = { lapsesAt, numbers: [], campaigns: [], decidedAt: [], released: new Set() };
      this.#buckets.set(key, bucket);
    }
    bucket.numbers.push(number);
    bucket.campaigns.push(campaign);
    bucket.decidedAt.push(decidedAt);
  }

  /** Ends one; false when there is none. */
  release(decision: BudgetedDecision): boolean {
    const bucket = this.#find(decision);
    bucket?.released.add(decision.number);
    return bucket !== undefined;
  }

  has(decision: BudgetedDecision): boolean {
    return this.#find(decision) !== undefined;
  }

  clear(): void {
    this.#buckets.clear();
  }

  /** When a reservation lapses; milliseconds since 1970. */
  computeEnd(decidedAt: number): number {
    return (Math.floor(decidedAt / BUCKET_MS) + 1) * BUCKET_MS + this.#options.reservationLife;
  }

  /** Closes those that have lapsed. Rejects with `RedisAwayError`, and then they wait. */
  async close(now: number): Promise<Lapsed[]> {
    const lapsed: Lapsed[] = [];
    for (const [key, bucket] of this.#buckets) {
      if (bucket.lapsesAt > now) continue;
      lapsed.push(...(await this.#closeBucket(bucket)));
      this.#buckets.delete(key);
    }
    return lapsed;
  }

  async #closeBucket({ numbers, campaigns, decidedAt, released }: Bucket): Promise<Lapsed[]> {
    const { redis, epoch, life } = this.#options;
    const places = new Map(numbers.map((number, at) => [number, at]));
    const waiting = numbers.filter((number) => !released.has(number)).sort((a, b) => a - b);
    const pages = groupBy(waiting, (number) => Math.floor(number / PAGE_NUMBERS));
    const replies = await Promise.all(
      [...pages].map(([page, inPage]) => {
        const keys = ["claims", "closed", "impression"].map((what) => nameEvents(epoch, page, what));
        return redis.run("close", keys, [PAGE_NUMBERS, life + CLOCKS_DIFFER_MS, ...inPage]);
      }),
    );
    return (replies as number[][]).flat().map((number) => {
      const at = places.get(number) as number;
      return { campaign: campaigns[at] as number, decidedAt: decidedAt[at] as number };
    });
  }

  #find({ epoch, number, decidedAt }: BudgetedDecision): Bucket | undefined {
    if (epoch !== this.#options.epoch) return undefined;
    const bucket = this.#buckets.get(Math.floor(decidedAt / BUCKET_MS));
    return bucket && includesSorted(bucket.numbers, number) && !bucket.released.has(number)
      ? bucket
      : undefined;
  }
}

function includesSorted(numbers: readonly number[], number: number): boolean {
  let [low, high] = [0, numbers.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = numbers[middle] as number;
    if (found === number) return true;
    if (found < number) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
