import type { Slot } from "./types.js";
export declare const PLACEHOLDER = "[data-zone-id],ins[data-zoneid]";
interface Size {
    readonly width: number;
    readonly height: number;
}
/**
 * Returns the name or size of what keeps an ad out of a placeholder, or undefined where an ad may take the place of the
 * content.
 *
 * `found`: local name of an element that keeps it out. `boxes`: of what the placeholder contains, and of itself with what
 * overflows it, CSS pixels; none where it is empty. The first counts what is moved away to the left or top, the second also
 * space that is reserved; content is large by both. `size`: `data-size`. `screen`: visible height of the page, CSS pixels.
 */
export declare const judgeContent: (found: string | undefined, boxes: Size[], size: string | undefined, screen: number | undefined) => string | undefined;
/** Whether an element shows nothing of its own. */
export declare const isBlank: ({ children, textContent }: Element) => boolean;
/** Judges a placeholder and what it contains besides its ad. An empty one is not measured: that would force a layout. */
export declare const findObstacle: ({ element, values, _ad }: Slot) => string | undefined;
export {};
