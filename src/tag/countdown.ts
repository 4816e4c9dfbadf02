/** Measures time that counts only under a condition, such as while an ad is in view. */
import { attempt, page, readClock } from "./globals.ts";

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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  return (isRunning) => {
    if (isOver || (isRunning ? timer : !timer)) return;
    if (isRunning) {
      startedAt = readClock();
      timer = attempt(() =>
        page.setTimeout(() => {
          isOver = true;
          onEnd();
        }, milliseconds),
      );
    } else {
      attempt(() => page.clearTimeout(timer));
      timer = undefined;
      if (!isContinuous) milliseconds -= readClock() - startedAt;
    }
  };
};
