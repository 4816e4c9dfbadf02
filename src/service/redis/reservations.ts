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
import { readNumbers } from "./reply.ts";

const BUCKET_MS = 10_000;
/** Milliseconds that a page's keys are kept beyond the life of its addresses. */
const CLOCKS_DIFFER_MS = 60_000;

/** What a decision reserved. */
export interface Reservation {
  campaign: number;
  decidedAt: number;
}

/** Reservations of one stretch of time that wait for their impression, by the number of their decision. */
interface Bucket {
  lapsesAt: number;
  waiting: Map<number, Reservation>;
}

export interface ReservationsOptions {
  redis: Pick<RedisConnection, "run">;
  epoch: number;
  /** Milliseconds that a decision reserves its impression. */
  reservationLife: number;
  /** Milliseconds that signed addresses live. */
  life: number;
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
      bucket = { lapsesAt: this.computeEnd(decidedAt), waiting: new Map() };
      this.#buckets.set(key, bucket);
    }
    bucket.waiting.set(number, { campaign, decidedAt });
  }

  /** Ends one; false when there is none. */
  release(decision: BudgetedDecision): boolean {
    return this.#findBucket(decision)?.waiting.delete(decision.number) ?? false;
  }

  has(decision: BudgetedDecision): boolean {
    return this.#findBucket(decision)?.waiting.has(decision.number) ?? false;
  }

  clear(): void {
    this.#buckets.clear();
  }

  /** When a reservation lapses; milliseconds since 1970. */
  computeEnd(decidedAt: number): number {
    return (Math.floor(decidedAt / BUCKET_MS) + 1) * BUCKET_MS + this.#options.reservationLife;
  }

  /**
   * Closes those that have lapsed, and resolves with those whose impression did not come. Rejects with `RedisAwayError`,
   * and then they wait.
   */
  async close(now: number): Promise<Reservation[]> {
    const lapsed: Reservation[] = [];
    for (const [key, bucket] of this.#buckets) {
      if (bucket.lapsesAt > now) continue;
      lapsed.push(...(await this.#closeBucket(bucket)));
      this.#buckets.delete(key);
    }
    return lapsed;
  }

  async #closeBucket({ waiting }: Bucket): Promise<Reservation[]> {
    const { redis, epoch, life } = this.#options;
    const ascending = [...waiting.keys()].sort((a, b) => a - b);
    const pages = groupBy(ascending, (number) => Math.floor(number / PAGE_NUMBERS));
    const replies = await Promise.all(
      [...pages].map(([page, inPage]) => {
        const keys = ["claims", "closed", "impression"].map((what) => nameEvents(epoch, page, what));
        return redis.run("close", keys, [PAGE_NUMBERS, life + CLOCKS_DIFFER_MS, ...inPage]);
      }),
    );
    // One that was released meanwhile was taken back then.
    const free = replies.flatMap(readNumbers);
    return free.map((number) => waiting.get(number)).filter((reservation) => reservation !== undefined);
  }

  #findBucket({ epoch, decidedAt }: BudgetedDecision): Bucket | undefined {
    return epoch === this.#options.epoch ? this.#buckets.get(Math.floor(decidedAt / BUCKET_MS)) : undefined;
  }
}
