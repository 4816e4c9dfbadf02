/** Time that passes only while something holds, as while an ad is in view. */
import { attempt, page, readClock } from "./globals.ts";

/** Runs while it is called with true. */
export type Countdown = (isRunning: boolean) => void;

/**
 * Calls `onEnd` once, after so many milliseconds of running. A break holds it up; where the time has to be continuous,
 * it starts again.
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
