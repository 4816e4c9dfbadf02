/** Lets a set number of tasks run at once; the rest wait their turn. */

/** Too many wait already, or a turn did not come in time. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

export class Gate {
  readonly #most: number;
  readonly #mostWaiting: number;
  #running = 0;
  readonly #waiting = new Set<() => void>();

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Runs the task when it is its turn. Rejects with `BusyError` when that does not come before the signal ends the wait. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(signal);
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  #enter(signal: AbortSignal): Promise<void> {
    if (this.#running < this.#most) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#mostWaiting || signal.aborted)
      return Promise.reject(new BusyError("Too much waits already."));
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(start);
        reject(new BusyError("The turn did not come in time."));
      };
      this.#waiting.add(start);
      signal.addEventListener("abort", giveUp);
    });
  }

  /** A turn goes from one task to the next, so that nobody gets in between. */
  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
