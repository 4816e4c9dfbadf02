/** Requests after the first. */
import { type Countdown } from "./countdown.js";
import type { Slot } from "./types.js";
/** Has it requested again. */
export declare const requestAgain: (slot: Slot) => void;
/** Has a slot requested again after `data-refresh` seconds in view. */
export declare const createRefresh: (slot: Slot) => Countdown | undefined;
