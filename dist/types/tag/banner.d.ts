/** A banner's entry → two nodes, made with DOM calls alone. */
import type { BannerData } from "../protocol/placement.js";
/** Banner links in placeholders. */
export declare const LINK = "[data-zone-state]>a[rel=\"noopener sponsored nofollow\"]";
/** An element with properties of its own. */
export declare const make: <K extends keyof HTMLElementTagNameMap>(name: K, properties: object) => HTMLElementTagNameMap[K] & object;
/**
 * Resolves with the image, in its link, once it has loaded; rejects with its address. It loads before the link is on
 * the page, so that the placeholder keeps its content until there is something to show.
 */
export declare const loadBanner: ({ url, image }: BannerData, label: string | undefined, onClick: () => void) => Promise<HTMLImageElement>;
