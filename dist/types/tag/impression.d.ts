import type { Ad, Slot } from "./types.js";
/** Counts an ad that is on a visible page and has a box, once. */
export declare const countImpression: (slot: Slot, ad: Ad) => void;
