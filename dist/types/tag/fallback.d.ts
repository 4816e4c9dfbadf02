import type { Slot } from "./types.js";
/** Puts a banner's link in a placeholder and stores its content, unless it contains an ad already. */
export declare const putLink: (slot: Slot, link: Node) => void;
/**
 * Puts an element that is not displayed into a sized placeholder that is empty: themes hide every empty `div`
 * (https://github.com/Shopify/dawn/issues/290), which is no statement about the placeholder. No text, which would show in
 * `<pre>`. Only during a request: a framework that hydrates the placeholder expects nothing in it, and without an ad it
 * stays as the publisher wrote it.
 */
export declare const addFiller: (slot: Slot) => void;
export declare const dropFiller: (slot: Slot) => void;
/** Stores the content before an ad replaces it. */
export declare const keepFallback: (slot: Slot) => void;
/** Restores the publisher's content. Nodes that the page has added beside a banner stay. */
export declare const putBack: (slot: Slot) => void;
