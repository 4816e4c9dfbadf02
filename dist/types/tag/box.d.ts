/** Boxes of placeholders: the sheet that reserves their space, and whether they are visible. */
import type { Slot } from "./types.js";
/**
 * Reserves `size` (WIDTHxHEIGHT) for all placeholders with that `data-size` in the document or shadow root of `element`.
 *
 * Does nothing in browsers without constructable sheets:
 * https://drafts.csswg.org/cssom/#dom-cssstylesheet-cssstylesheet
 */
export declare const reserve: (element: Node, size?: string) => void;
/**
 * Puts a space into a sized placeholder that is hidden because it is empty: themes hide every empty `div`
 * (https://github.com/Shopify/dawn/issues/290). Not before the first request, because a framework that hydrates the
 * placeholder expects no text in it.
 */
export declare const endEmptiness: (slot: Slot) => void;
/**
 * Observes a box from the next frame until `unwatchBox`. Another call checks again whether the box is visible: changes
 * of visibility and opacity have no event. Reading them forces a style computation, except in a ResizeObserver
 * callback, which runs between layout and paint: https://drafts.csswg.org/resize-observer/#html-event-loop
 */
export declare const watchBox: (box: Element) => void;
export declare const unwatchBox: (box: Element) => unknown;
