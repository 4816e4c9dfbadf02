/** The boxes of placeholders and banners, as rules of one sheet that no policy on inline style concerns. */
/**
 * Reserves `size` (WIDTHxHEIGHT) for the placeholders that name it where `element` is, in the document or a shadow root,
 * and fits a banner of whatever size into it. The placeholder's rule has no weight, so that the page's own style wins. It
 * is a formatting context, so that a float beside it does not push the banner out. Where its parent is as wide as its
 * content, it takes at most four fifths of the page, since a width in percent counts there as none
 * (https://www.w3.org/TR/css-sizing-3/#cyclic-percentage-contribution).
 *
 * Nothing is positioned, and nothing makes a stacking context, as `contain: layout` would: what the page puts over a plain
 * image has to lie over an ad, too. A banner in a box has no line, which would be the baseline of the box.
 *
 * Link and image have the box's ratio, not `height: 100%`: in a box whose height comes from its ratio, WebKit makes that one
 * percent too high (https://bugs.webkit.org/show_bug.cgi?id=311833). The link is a grid because an area of a grid has the
 * right height in a box that the page makes lower.
 *
 * Does nothing in browsers without constructable sheets: https://drafts.csswg.org/cssom/#dom-cssstylesheet-cssstylesheet
 */
export declare const reserve: (element: Node, size?: string) => void;
/**
 * Observes a box, from the next frame on, until `unwatchBox`. Called again, reads again whether it can be seen: changes of
 * visibility and opacity have no event, and reading them makes the browser compute styles, except between layout and
 * paint, when a ResizeObserver reports: https://drafts.csswg.org/resize-observer/#html-event-loop
 */
export declare const watchBox: (box: Element) => void;
export declare const unwatchBox: (box: Element) => unknown;
