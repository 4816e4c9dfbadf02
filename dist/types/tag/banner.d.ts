/** Builds a banner from its response entry: a link and an image, by DOM calls alone. */
import type { BannerData } from "../protocol/placement.js";
/** Selects banner links in placeholders. */
export declare const LINK = "[data-zone-state]>a[rel=\"noopener sponsored nofollow\"]";
/** A link and the image in it. */
export interface Banner {
    _link: Element;
    _node: Element;
}
/** Creates an element and sets its properties. */
export declare const make: (name: string, properties: object) => HTMLElement;
/**
 * Resolves once the image has loaded; rejects with its address. The link is added to the page only after that, so the
 * placeholder keeps its content until the ad can be shown.
 */
export declare const loadBanner: ({ url, image }: BannerData, label: string | undefined, onClick: () => void) => Promise<Banner>;
