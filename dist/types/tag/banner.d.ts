/** Builds a banner from its response entry: a link and an image, by DOM calls alone. */
import type { BannerData } from "../protocol/placement.js";
/** Selects banner links in placeholders. */
export declare const LINK = "[data-zone-state]>a[rel=\"noopener sponsored nofollow\"]";
/** Creates an element and sets its properties. */
export declare const make: <K extends keyof HTMLElementTagNameMap>(name: K, properties: object) => HTMLElementTagNameMap[K] & object;
/**
 * Resolves with the image, inside its link, once it has loaded; rejects with its address. The link is added to the page
 * only after that, so the placeholder keeps its content until there is something to show.
 */
export declare const loadBanner: ({ url, image }: BannerData, label: string | undefined, onClick: () => void) => Promise<HTMLImageElement>;
