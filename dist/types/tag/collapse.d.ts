import type { Slot } from "./types.js";
/** Attribute of a collapsed placeholder. */
export declare const COLLAPSED = "data-zone-collapsed";
/** Collapses a slot that shows nothing, or expands it again. With `isInView`, only if no visible content moves. */
export declare const collapse: ({ element, _ad, values }: Slot, isInView?: boolean) => void;
