import type { Slot } from "./types.js";
/** Puts a banner's link in a placeholder. Its content is kept, unless an ad has taken its place before. */
export declare const putLink: (slot: Slot, link: Node) => void;
/** Remembers the content, before an ad takes its place. */
export declare const keepFallback: (slot: Slot) => void;
/** Puts back what the publisher wrote. What the page has added beside a banner stays. */
export declare const putBack: (slot: Slot) => void;
