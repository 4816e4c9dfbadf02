import type { Slot } from "./types.js";
/** Says of a placeholder that it takes no space. */
export declare const COLLAPSED = "data-zone-collapsed";
/**
 * Takes a slot away that shows nothing, where the page asks for it, or shows it again. `isInView`: only if nothing in view
 * moves.
 */
export declare const collapse: ({ element, _ad, values }: Slot, isInView?: boolean) => void;
