/** The boxes of placeholders and banners, as rules of one sheet that no policy on inline style concerns. */
/**
 * Reserves `size` (WIDTHxHEIGHT) for the placeholders under `root` that name it. The rule has no weight, so the
 * page's own style wins. Does nothing in browsers without constructable sheets.
 */
export declare function reserve(root: Document, size?: string): void;
