/** Measures time that counts only under a condition, such as while an ad is in view. */
import { getClock } from "./globals.ts";
import { startTimer } from "./time.ts";

/** Runs the countdown while the latest call passed true. */
export type Countdown = (isRunning: boolean) => void;

/**
 * Calls `onEnd` once, after this many milliseconds of running time. An interruption pauses the countdown; where the
 * time must be continuous, it restarts.
 */
export const createCountdown = (
  milliseconds: number,
  onEnd: () => void,
  isContinuous?: boolean,
): Countdown => {
  let startedAt = 0;
  /** Stops the timer; absent while the countdown is paused. */
  let stop: (() => void) | undefined;
  let isOver = false;
  return (isRunning) => {
    if (isOver || (isRunning ? stop : !stop)) return;
    if (isRunning) {
      startedAt = getClock();
      stop = startTimer(milliseconds, () => {
        isOver = true;
        onEnd();
      });
    } else {
      stop?.();
      stop = undefined;
      if (!isContinuous) milliseconds -= getClock() - startedAt;
    }
  };
};
