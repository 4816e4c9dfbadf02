import type { Slot } from "./types.js";
/** Puts a banner's link in a placeholder and stores its content, unless it contains an ad already. */
export declare const putLink: (slot: Slot, link: Node) => void;
/** Stores the content before an ad replaces it. */
export declare const keepFallback: (slot: Slot) => void;
/** Restores the publisher's content. Nodes that the page has added beside a banner stay. */
export declare const putBack: (slot: Slot) => void;
