/**
 * Reservations of this node's decisions until they lapse, by the monotonic clock.
 *
 * Any node may count the impression. When reservations lapse, Redis reports which of them got an impression, and closes
 * those without one. This node may then grant the amounts of the closed ones again.
 *
 * A node that counts an impression of another node's decision while Redis is away pays for it from its own lease, or not
 * at all, because the other node may close the reservation meanwhile. Once Redis is back, it frees such reservations, so
 * that their amounts are granted again although there is an impression.
 */
import type { BudgetDay } from "../delivery/budgetClock.ts";
import type { BudgetedDecision } from "../delivery/budgets.ts";
import { PAGE_NUMBERS } from "../journal/localDeduplication.ts";
import { groupBy } from "../values/groupBy.ts";
import type { Nano } from "../values/money.ts";
import { nameEvents } from "./names.ts";
import type { RedisConnection } from "./redisConnection.ts";
import type { RedisNode } from "./redisNode.ts";
import { parseNumbers } from "./redisReply.ts";

/** Interval by which reservations are grouped, so that they lapse together. */
const STEP_MS = 10_000;
/** Milliseconds for which the keys of a page outlive its URLs. */
const CLOCKS_DIFFER_MS = 60_000;

type Decision = Pick<BudgetedDecision, "epoch" | "number">;

export interface ReservedUnit {
  campaign: number;
  amount: Nano;
}

export interface Reservation extends ReservedUnit {
  /** Monotonic milliseconds. */
  madeAt: number;
  day: BudgetDay;
  /** Lease that the amount is from. */
  lease: object;
}

interface ForeignUnit extends ReservedUnit, Decision {}

/** Properties of the node that reservations use. */
type Reserver = Pick<RedisNode, "epoch" | "reservationLife" | "trackingLife"> & {
  redis: Pick<RedisConnection, "run" | "runOnReturn">;
};

export class BudgetReservations {
  readonly #node: Reserver;
  /** By number of the decision, oldest first. */
  readonly #waiting = new Map<number, Reservation>();
  /** Unused reservations of other nodes that Redis does not know yet. */
  #foreign: ForeignUnit[] = [];

  constructor(node: Reserver) {
    this.#node = node;
  }

  /** Maximum milliseconds from a decision until its reservation lapses. */
  get longestLife(): number {
    return this.#node.reservationLife + STEP_MS;
  }

  add({ number }: Decision, reservation: Reservation): void {
    this.#waiting.set(number, reservation);
  }

  find({ epoch, number }: Decision): Reservation | undefined {
    return this.isOwn(epoch) ? this.#waiting.get(number) : undefined;
  }

  /** Ends a reservation and returns it; undefined when there is none. */
  release(decision: Decision): Reservation | undefined {
    const found = this.find(decision);
    if (found) this.#waiting.delete(decision.number);
    return found;
  }

  isOwn(epoch: number): boolean {
    return epoch === this.#node.epoch;
  }

  clear(): void {
    this.#waiting.clear();
    this.#foreign = [];
  }

  /**
   * Closes lapsed reservations, and resolves with those without an impression. Rejects with `RedisAwayError`; they then
   * stay open. `elapsed`: monotonic milliseconds.
   */
  async close(elapsed: number): Promise<Reservation[]> {
    const { redis, epoch } = this.#node;
    const lapsed: Decision[] = [];
    for (const [number, { madeAt }] of this.#waiting) {
      if (this.#computeEnd(madeAt) > elapsed) break;
      lapsed.push({ epoch, number });
    }
    if (lapsed.length === 0) return [];
    const free = await this.#run("closeBudgetReservations", lapsed, redis.run.bind(redis));
    // Reservations released meanwhile were already returned.
    const closed = free.map((decision) => this.release(decision));
    for (const { number } of lapsed) this.#waiting.delete(number);
    return closed.filter((reservation) => reservation !== undefined);
  }

  /** Frees the reservation of another node, whose impression this node counted without using it. */
  free({ epoch, number }: Decision, { campaign, amount }: ReservedUnit): void {
    this.#foreign.push({ epoch, number, campaign, amount });
  }

  /**
   * Reports freed reservations of other nodes to Redis. Resolves with those that their node had closed as used, so that
   * this node must return their amounts. `isReturning`: whether Redis is just answering again.
   */
  async reportFreed(isReturning: boolean): Promise<ForeignUnit[]> {
    const { redis } = this.#node;
    const freed = this.#foreign;
    if (freed.length === 0) return [];
    this.#foreign = [];
    try {
      const run = isReturning ? redis.runOnReturn.bind(redis) : redis.run.bind(redis);
      return await this.#run("freeBudgetReservations", freed, run);
    } catch (error) {
      this.#foreign.push(...freed);
      throw error;
    }
  }

  /** Runs a script for each page of decisions. Resolves with the decisions that it returns. */
  async #run<D extends Decision>(
    name: "closeBudgetReservations" | "freeBudgetReservations",
    decisions: readonly D[],
    run: RedisConnection["run"],
  ): Promise<D[]> {
    const ascending = [...decisions].sort((a, b) => a.number - b.number);
    const pages = groupBy(ascending, ({ epoch, number }) => `${epoch} ${Math.floor(number / PAGE_NUMBERS)}`);
    const replies = await Promise.all(
      [...pages.values()].map(async (inPage) => {
        const [{ epoch, number } = { epoch: 0, number: 0 }] = inPage;
        const page = Math.floor(number / PAGE_NUMBERS);
        const keys = ["claims", "closed", "impression", "freed"].map((what) => nameEvents(epoch, page, what));
        const numbers = inPage.map((one) => one.number);
        const parameters = [PAGE_NUMBERS, this.#node.trackingLife + CLOCKS_DIFFER_MS, ...numbers];
        const returned = new Set(parseNumbers(await run(name, keys, parameters)));
        return inPage.filter((one) => returned.has(one.number));
      }),
    );
    return replies.flat();
  }

  #computeEnd(madeAt: number): number {
    return (Math.floor(madeAt / STEP_MS) + 1) * STEP_MS + this.#node.reservationLife;
  }
}
