import type { Slot } from "./types.js";
/** `data-zoneid` is the spelling of older tags; on other elements than `ins` that name belongs to the page. */
export declare const PLACEHOLDER = "[data-zone-id]:not(script),ins[data-zoneid]";
/** Whether an element can contain a link with an image: no field, image, list, table, SVG, document and so on. */
export declare const isFit: (element: Element) => boolean;
/**
 * Returns the obstacle to an ad: `text` or the size of content that is too large. Undefined when an ad may replace it.
 *
 * `length`: number of visible characters. `width`, `height`: size of the content, CSS pixels. `size`: `data-size`. `screen`: height of the
 * viewport, CSS pixels.
 */
export declare const judgeContent: (length: number, width: number, height: number, size: string | undefined, screen: number) => string | undefined;
/** Selects elements that may show something. */
export declare const CONTENT = ":not(br,script,style,template)";
/**
 * Whether a placeholder shows nothing: no text, no image or custom element, which may get their box later, and no other
 * box that is much higher than the line in it. An empty paragraph is about as high as its line. Where the page does not
 * display the placeholder, any content counts.
 */
export declare const isBlank: (element: HTMLElement) => boolean;
/**
 * Returns the obstacle to an ad in a placeholder. Empty placeholders are not measured, because that forces a layout.
 */
export declare const findObstacle: ({ element, values, _ad }: Slot) => string | undefined;
