/** Repeated requests of a slot. */
import { type Countdown } from "./countdown.js";
import type { Slot } from "./types.js";
export declare const requestAgain: (slot: Slot) => void;
/** Starts the countdown of `data-refresh` seconds in view, then requests the slot again. */
export declare const createRefresh: (slot: Slot) => Countdown | undefined;
