import type { Slot } from "./types.js";
/** Attribute of a collapsed placeholder. */
export declare const COLLAPSED = "data-zone-collapsed";
/**
 * Collapses a slot that shows nothing, or expands it for an ad. With `isInView`, only if no visible content moves. A
 * collapsed slot expands as soon as its content changes so that it shows something.
 */
export declare const collapse: (slot: Slot, isInView?: boolean) => void;
