/**
 * Reservations of this node's decisions until they lapse.
 *
 * Any node may count the impression. When reservations lapse, Redis reports which of them got an impression, and closes
 * those without one. This node may then grant the amounts of the closed ones again.
 */
import type { BudgetedDecision } from "../delivery/budgets.ts";
import type { ReservedAmount } from "../delivery/reservedAmounts.ts";
import { PAGE_NUMBERS } from "../journal/localDeduplication.ts";
import { groupBy } from "../values/groupBy.ts";
import { nameEvents } from "./names.ts";
import type { RedisConnection } from "./redisConnection.ts";
import { readNumbers } from "./redisReply.ts";

const BUCKET_MS = 10_000;
/** Milliseconds for which the keys of a page outlive its URLs. */
const CLOCKS_DIFFER_MS = 60_000;

export interface Reservation extends Pick<ReservedAmount, "campaign" | "amount"> {
  decidedAt: number;
}

/** Open reservations of a time span, by the number of their decision. */
interface Bucket {
  lapsesAt: number;
  waiting: Map<number, Reservation>;
}

interface BudgetReservationsOptions {
  redis: Pick<RedisConnection, "run">;
  epoch: number;
  /** Milliseconds for which a decision reserves its impression. */
  reservationLife: number;
  /** Milliseconds for which signed URLs are valid. */
  life: number;
}

export class BudgetReservations {
  readonly #options: BudgetReservationsOptions;
  readonly #buckets = new Map<number, Bucket>();

  constructor(options: BudgetReservationsOptions) {
    this.#options = options;
  }

  add({ number, decidedAt }: Pick<BudgetedDecision, "number" | "decidedAt">, reserved: ReservedAmount): void {
    const key = Math.floor(decidedAt / BUCKET_MS);
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = { lapsesAt: this.computeEnd(decidedAt), waiting: new Map() };
      this.#buckets.set(key, bucket);
    }
    bucket.waiting.set(number, { campaign: reserved.campaign, amount: reserved.amount, decidedAt });
  }

  /** Ends a reservation and returns it; undefined when there is none. */
  release(decision: BudgetedDecision): Reservation | undefined {
    const waiting = this.#findBucket(decision)?.waiting;
    const found = waiting?.get(decision.number);
    waiting?.delete(decision.number);
    return found;
  }

  has(decision: BudgetedDecision): boolean {
    return this.#findBucket(decision)?.waiting.has(decision.number) ?? false;
  }

  clear(): void {
    this.#buckets.clear();
  }

  /** Returns when a reservation lapses; milliseconds since 1970. */
  computeEnd(decidedAt: number): number {
    return (Math.floor(decidedAt / BUCKET_MS) + 1) * BUCKET_MS + this.#options.reservationLife;
  }

  /**
   * Closes lapsed reservations, and resolves with those without an impression. Rejects with `RedisAwayError`; they then
   * stay open.
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
        return redis.run("closeBudgetReservations", keys, [PAGE_NUMBERS, life + CLOCKS_DIFFER_MS, ...inPage]);
      }),
    );
    // Reservations released meanwhile were already returned.
    const free = replies.flatMap(readNumbers);
    return free.map((number) => waiting.get(number)).filter((reservation) => reservation !== undefined);
  }

  #findBucket({ epoch, decidedAt }: BudgetedDecision): Bucket | undefined {
    return epoch === this.#options.epoch ? this.#buckets.get(Math.floor(decidedAt / BUCKET_MS)) : undefined;
  }
}
