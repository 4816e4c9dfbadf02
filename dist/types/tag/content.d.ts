import type { Slot } from "./types.js";
export declare const PLACEHOLDER = "[data-zone-id],ins[data-zoneid]";
/**
 * Returns the name or size of what keeps an ad out of a placeholder, or undefined where an ad may take the place of the
 * content.
 *
 * `name`: local name of the placeholder. `found`: that of the first element in it that is content of the page. `width`,
 * `height`: of the box around what it contains, CSS pixels; undefined for nothing. `size`: `data-size`. `screen`: visible height of the page, CSS
 * pixels.
 */
export declare const judgeContent: (name: string, found: string | undefined, width: number | undefined, height: number | undefined, size: string | undefined, screen: number) => string | undefined;
/** Whether an element shows nothing of its own. */
export declare const isBlank: ({ children, textContent }: Element) => boolean;
/** Judges what a slot contains besides its ad. Nothing is measured where there is nothing: that would force a layout. */
export declare const findObstacle: ({ element, values, _ad }: Slot) => string | undefined;
