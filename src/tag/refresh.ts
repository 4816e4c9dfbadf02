/** Requests after the first. */
import { type Countdown, createCountdown } from "./countdown.ts";
import type { Slot } from "./types.ts";

/** Has it requested again. */
export const requestAgain = (slot: Slot): void => {
  slot.isNear = true;
  slot.stage = "waiting";
  slot._wake();
};

/** Has a slot requested again after `data-refresh` seconds in view. */
export const createRefresh = (slot: Slot): Countdown | undefined => {
  const { refresh } = slot.values;
  return refresh ? createCountdown(+refresh * 1000, () => requestAgain(slot)) : undefined;
};
