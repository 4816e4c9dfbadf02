/** Repeated requests of a slot. */
import { type Countdown, createCountdown } from "./countdown.ts";
import type { Slot } from "./types.ts";

export const requestAgain = (slot: Slot): void => {
  slot.stage = "due";
  slot._wake();
};

/** Starts the countdown of `data-refresh` seconds in view, then requests the slot again. */
export const createRefresh = (slot: Slot): Countdown | undefined => {
  const { refresh } = slot.values;
  return refresh ? createCountdown(+refresh * 1000, () => requestAgain(slot)) : undefined;
};
