import type { Slot } from "./types.js";
/** Remembers the content, before anything else stands there. */
export declare const keepFallback: (slot: Slot) => void;
/** Puts back what the publisher wrote. */
export declare const putBack: (slot: Slot) => void;
