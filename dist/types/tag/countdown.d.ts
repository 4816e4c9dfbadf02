/** Runs the countdown while the latest call passed true. */
export type Countdown = (isRunning: boolean) => void;
/**
 * Calls `onEnd` once, after this many milliseconds of running time. An interruption pauses the countdown; where the
 * time must be continuous, it restarts.
 */
export declare const createCountdown: (milliseconds: number, onEnd: () => void, isContinuous?: boolean) => Countdown;
