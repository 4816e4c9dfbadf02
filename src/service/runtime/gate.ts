/** Limits how many tasks run at once. Waiting tasks take turns by owner, so that no owner blocks another. */

import { BUSY, type BusyReason } from "../../protocol/problems.ts";
import { getOrMake } from "../values/getOrMake.ts";

/** Thrown when too many tasks are queued, or when the wait is aborted. */
export class BusyError extends Error {
  override readonly name = "BusyError";
  readonly reason: BusyReason;
  constructor(reason: BusyReason, options?: ErrorOptions) {
    super(BUSY[reason], options);
    this.reason = reason;
  }
}

interface GateOptions {
  running: number;
  /** Maximum waiting tasks of one owner. */
  waiting: number;
  /** Maximum waiting tasks of all owners. */
  waitingOfAll?: number;
  /** Reason that `BusyError` gives. */
  refusal?: BusyReason;
}

/** Creates a gate of its own for each owner, where an owner's tasks take long. */
export function createGates(options: GateOptions): (owner: number) => Gate {
  const gates = new Map<number, Gate>();
  return (owner) => getOrMake(gates, owner, () => new Gate(options));
}

type Start = () => void;

export class Gate {
  readonly #options: Required<GateOptions>;
  #running = 0;
  #waiting = 0;
  /** Waiting tasks by owner; the owner whose turn is next comes first. */
  readonly #queues = new Map<string | number, Set<Start>>();

  constructor(options: GateOptions) {
    this.#options = {
      waitingOfAll: options.waiting,
      refusal: "requests",
      ...options,
    };
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs the task when its owner's turn comes. Rejects with `BusyError` when too many wait, or when the signal ends the
   * wait.
   */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal, owner: string | number = ""): Promise<T> {
    await this.#enter(owner, signal);
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  #enter(owner: string | number, signal?: AbortSignal): Promise<void> {
    const { running, waiting, waitingOfAll, refusal } = this.#options;
    if (this.#running < running) {
      this.#running += 1;
      return Promise.resolve();
    }
    const isFull = this.#waiting >= waitingOfAll || (this.#queues.get(owner)?.size ?? 0) >= waiting;
    if (isFull || signal?.aborted) return Promise.reject(new BusyError(refusal));
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener("abort", giveUp);
        // Tasks may fail at once: without turns of the event loop between them, they would stop everything else.
        setImmediate(resolve);
      };
      const giveUp = () => {
        this.#remove(owner, start);
        reject(new BusyError(refusal));
      };
      this.#add(owner, start);
      signal?.addEventListener("abort", giveUp);
    });
  }

  /** Hands the slot to the next task directly, so that no new task can take it. */
  #leave(): void {
    const [next] = this.#queues;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [owner, queue] = next;
    for (const start of queue) {
      this.#remove(owner, start);
      // The owner's next task queues behind those of other owners.
      if (this.#queues.delete(owner)) this.#queues.set(owner, queue);
      start();
      return;
    }
  }

  #add(owner: string | number, start: Start): void {
    getOrMake(this.#queues, owner, () => new Set()).add(start);
    this.#waiting += 1;
  }

  #remove(owner: string | number, start: Start): void {
    const queue = this.#queues.get(owner);
    if (!queue?.delete(start)) return;
    this.#waiting -= 1;
    if (queue.size === 0) this.#queues.delete(owner);
  }
}
