/** Boxes of placeholders and banners, as rules of one constructed style sheet: no policy on inline styles blocks it. */
/**
 * Reserves `size` (WIDTHxHEIGHT) for all placeholders with that `data-size` in the document or shadow root of
 * `element`, and fits a banner of any size into it.
 *
 * The placeholder's rule has specificity 0, so the page's own style wins. It is a formatting context, so that a float
 * beside it does not push the banner out. A parent that is sized by its content ignores widths in percent
 * (https://www.w3.org/TR/css-sizing-3/#cyclic-percentage-contribution); there the box takes at most 80 % of the
 * viewport.
 *
 * Nothing is positioned or makes a stacking context, as `contain: layout` would: page elements that overlap an image
 * must overlap an ad, too. A banner in a box has no text line, which would become the baseline of the box.
 *
 * Link and image have the ratio of the box instead of `height: 100%`, which WebKit makes one percent too high in a box
 * whose height comes from its ratio (https://bugs.webkit.org/show_bug.cgi?id=311833). The link is a grid because a grid
 * area gets the right height in a box that the page makes lower.
 *
 * Does nothing in browsers without constructable sheets:
 * https://drafts.csswg.org/cssom/#dom-cssstylesheet-cssstylesheet
 */
export declare const reserve: (element: Node, size?: string) => void;
/**
 * Observes a box from the next frame until `unwatchBox`. Another call checks again whether the box is visible: changes
 * of visibility and opacity have no event. Reading them forces a style computation, except in a ResizeObserver
 * callback, which runs between layout and paint: https://drafts.csswg.org/resize-observer/#html-event-loop
 */
export declare const watchBox: (box: Element) => void;
export declare const unwatchBox: (box: Element) => unknown;
