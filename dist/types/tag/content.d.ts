import type { Slot } from "./types.js";
/** `data-zoneid` is the spelling of older tags; on other elements than `ins` that name belongs to the page. */
export declare const PLACEHOLDER = "[data-zone-id]:not(script),ins[data-zoneid]";
/**
 * Returns the obstacle to an ad: the name of an element, or the size of content that is too large. Undefined when an ad
 * may replace the content.
 *
 * `found`: local name of an element that prevents it. `width`, `height`: size of the content, CSS pixels. `size`:
 * `data-size`. `screen`: height of the viewport, CSS pixels.
 */
export declare const judgeContent: (found: string | undefined, width: number, height: number, size: string | undefined, screen: number) => string | undefined;
/** Whether an element has no visible content: only comments, line breaks, styles and scripts. */
export declare const isBlank: (element: Element) => boolean;
/**
 * Returns the obstacle to an ad in a placeholder. Empty placeholders are not measured, because that forces a layout.
 */
export declare const findObstacle: ({ element, values, _ad }: Slot) => string | undefined;
