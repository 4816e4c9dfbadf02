/** Current time, and an abortable pause. */
import { onAbort } from "./abortListeners.ts";

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since a fixed moment, also while the computer's clock is set to another time. */
  steady(): number;
  /** Resolves after the pause. Rejects with the signal's reason if it aborts first. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Returns a random number from 0 to 1, to spread retries. */
  random(): number;
}

export const systemClock: Clock = {
  now: Date.now,
  steady: () => Math.floor(performance.now()),
  pause,
  random: Math.random,
};

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(done, milliseconds);
    const release = onAbort(signal, cancel);
    function done(): void {
      release();
      resolve();
    }
    function cancel(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
  });
}
