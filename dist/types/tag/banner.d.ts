/** A banner's entry → two nodes, made with DOM calls alone. */
import type { BannerData } from "../protocol/placement.js";
/** Links that stand in a placeholder as banners do. */
export declare const LINK = "[data-zone-state]>a[rel=\"noopener sponsored nofollow\"]";
/** An element with properties of its own. */
export declare const make: <K extends keyof HTMLElementTagNameMap>(name: K, properties: object) => HTMLElementTagNameMap[K] & object;
/**
 * Resolves with the image, in its link, once it has loaded; rejects with its address. It loads before the link is on
 * the page, so that what stands in the placeholder stays until there is something to show.
 */
export declare const loadBanner: ({ url, image }: BannerData, label: string | undefined, onClick: () => void) => Promise<HTMLImageElement>;
