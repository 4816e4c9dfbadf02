/** The time, and a pause that can be called off. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when it is aborted first. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** 0 to 1; spreads retries. */
  random(): number;
}

export const systemClock: Clock = { now: Date.now, pause, random: Math.random };

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", cancel, { once: true });
    function done(): void {
      signal?.removeEventListener("abort", cancel);
      resolve();
    }
    function cancel(this: AbortSignal): void {
      clearTimeout(timer);
      reject(this.reason);
    }
  });
}
