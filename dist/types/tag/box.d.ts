/** Boxes of placeholders: the sheet that reserves their space. */
/**
 * Reserves `size` (WIDTHxHEIGHT) for all placeholders with that `data-size` in the document or shadow root of `element`,
 * and watches its box until `unwatchBox`.
 *
 * Does nothing in browsers without constructable sheets:
 * https://drafts.csswg.org/cssom/#dom-cssstylesheet-cssstylesheet
 */
export declare const reserve: (element: Element, size?: string) => void;
declare const HIDDEN = "[zonetag]hidden";
type Box = Element & {
    [HIDDEN]?: boolean;
};
/**
 * Observes the box of a placeholder or an image from the next frame until `unwatchBox`. Another call checks again whether
 * it is visible: changes of visibility and opacity have no event. Reading them forces a style computation, except in a
 * ResizeObserver callback, which runs between layout and paint:
 * https://drafts.csswg.org/resize-observer/#html-event-loop
 */
export declare const watchBox: (box: Element) => void;
export declare const unwatchBox: (box: Element) => unknown;
/** Whether the latest report found the box transparent or not visible. */
export declare const isHidden: (box: Box) => boolean | undefined;
export {};
