import type { Slot } from "./types.js";
/** The older spelling is other elements' own. The tag's script is no placeholder. */
export declare const PLACEHOLDER = "[data-zone-id]:not(script),ins[data-zoneid]";
/**
 * Returns the name or size of what keeps an ad out of a placeholder, or undefined where an ad may take the place of the
 * content.
 *
 * `found`: local name of an element that keeps it out. `width`, `height`: of the content, CSS pixels. `size`: `data-size`.
 * `screen`: visible height of the page, CSS pixels.
 */
export declare const judgeContent: (found: string | undefined, width: number, height: number, size: string | undefined, screen: number) => string | undefined;
/** Whether an element shows nothing of its own: comments, line breaks, styles and scripts are nothing to see. */
export declare const isBlank: (element: Element) => boolean;
/** Returns why a placeholder cannot hold an ad. An empty one is not measured: that would force a layout. */
export declare const findObstacle: ({ element, values, _ad }: Slot) => string | undefined;
