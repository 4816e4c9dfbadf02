/** Builds a banner from its response entry: a link and an image, by DOM calls alone. */
import type { BannerData } from "../protocol/placement.js";
/** Selects links that can be banners, also after a page added tokens to `rel`. */
export declare const BANNER = "a[rel~=sponsored][rel~=nofollow]";
/**
 * Lists the banners that were copied or saved as HTML in an element. They are known by what they are, not by their
 * exact markup, because editors add tokens to `rel`, wrap the link and drop attributes: a sponsored link that is not
 * followed, named as the slot's ads are, around nothing but an image without a text of its own. A publisher's sponsored
 * link has a name or a text of its own.
 */
export declare const listCopies: (element: Element, label?: string) => Element[];
/** A link and the image in it. */
export interface Banner {
    _link: HTMLAnchorElement;
    _node: HTMLImageElement;
}
/** Creates an element and sets its properties. */
export declare const make: <Name extends "a" | "img" | "link">(name: Name, properties: object) => HTMLElementTagNameMap[Name];
/**
 * Resolves once the image has loaded; rejects with its address. The link is added to the page only after that, so the
 * placeholder keeps its content until the ad can be shown.
 */
export declare const loadBanner: ({ url, image }: BannerData, label?: string) => Promise<Banner>;
/**
 * Fits a loaded banner into a box of `size` (WIDTHxHEIGHT), by default its own: the one that the response states, else
 * that of the image. Sets properties of `style`, which no policy on inline styles blocks, and which win over important
 * rules in any of the page's layers: https://www.w3.org/TR/css-cascade-5/#style-attr
 */
export declare const fitBanner: ({ _link, _node }: Banner, { width, height }: BannerData, size?: string) => void;
