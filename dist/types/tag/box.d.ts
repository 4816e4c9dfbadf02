/** The boxes of placeholders and banners, as rules of one sheet that no policy on inline style concerns. */
/**
 * Reserves `size` (WIDTHxHEIGHT) for the placeholders that name it where `element` is, in the document or a shadow root,
 * and fits a banner of whatever size into it. The placeholder's rule has no weight, so that the page's own style wins. It
 * is a container, so that a float beside it does not push the banner out; where its parent is as wide as its content, it
 * takes at most four fifths of the page, since a width in percent counts there as none
 * (https://www.w3.org/TR/css-sizing-3/#cyclic-percentage-contribution).
 * Does nothing in browsers without constructable sheets: https://drafts.csswg.org/cssom/#dom-cssstylesheet-cssstylesheet
 */
export declare const reserve: (element: Node, size?: string) => void;
