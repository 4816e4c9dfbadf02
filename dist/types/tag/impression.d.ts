import type { Ad, Slot } from "./types.js";
/** Counts the impression of an ad once. Call it when the page is visible and the ad has a box. */
export declare const countImpression: (slot: Slot, ad: Ad) => void;
