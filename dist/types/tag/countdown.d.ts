/** Runs while it is called with true. */
export type Countdown = (isRunning: boolean) => void;
/**
 * Calls `onEnd` once, after so many milliseconds of running. A break holds it up; where the time has to be continuous,
 * it starts again.
 */
export declare const createCountdown: (milliseconds: number, onEnd: () => void, isContinuous?: boolean) => Countdown;
