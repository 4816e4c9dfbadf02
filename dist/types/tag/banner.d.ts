/** A banner's entry → two nodes, made with DOM calls alone. */
import type { BannerData } from "../protocol/placement.js";
/**
 * Resolves with the link once its image has loaded; rejects with the image's address. The image loads before the link
 * is on the page, so that what stands in the placeholder stays until there is something to show.
 */
export declare const loadBanner: ({ url, image, width, height }: BannerData, label: string | undefined, clicked: () => void) => Promise<HTMLElement>;
