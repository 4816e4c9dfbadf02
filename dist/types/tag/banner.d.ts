/** A banner's entry → two nodes, made with DOM calls alone. */
import type { BannerData } from "../protocol/placement.js";
/** An element with properties of its own. */
export declare const make: <K extends keyof HTMLElementTagNameMap>(name: K, properties: object) => HTMLElementTagNameMap[K] & object;
/**
 * Resolves with the image, in its link, once it has loaded; rejects with its address. It loads before the link is on
 * the page, so that what stands in the placeholder stays until there is something to show.
 */
export declare const loadBanner: ({ url, image, width, height }: BannerData, label: string | undefined, onClick: () => void) => Promise<HTMLImageElement>;
/** Removes an ad that came back as text, as in a clone: its listeners are lost, and it is not fallback content. */
export declare const removeCopy: (element: Element) => void;
