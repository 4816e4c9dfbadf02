/** Builds a banner from its response entry: a link and an image, by DOM calls alone. */
import type { BannerData } from "../protocol/placement.js";
import type { Values } from "./types.js";
/** Selects links that can be banners, also after a page added tokens to `rel`. */
export declare const BANNER = "a[rel~=sponsored][rel~=nofollow]";
/**
 * Lists the banners that were copied or saved as HTML in an element. They are known by what they are, not by their
 * exact markup, because editors add tokens to `rel`, wrap the link and drop attributes: a sponsored link that is not
 * followed, named as the slot's ads are, around nothing but an image without a text of its own. A publisher's sponsored
 * link has a name or a text of its own.
 */
export declare const listCopies: (element: Element, label?: string) => Element[];
/**
 * Resolves with a link around the image once that has loaded; rejects with its address. The link is added to the page
 * only after that, so the placeholder keeps its content until the ad can be shown. It has the `size` (WIDTHxHEIGHT) of
 * the slot, by default that of the image: the one that the response states, else its natural one.
 */
export declare const loadBanner: ({ url, image, width, height }: BannerData, { label, size }: Values) => Promise<HTMLAnchorElement>;
