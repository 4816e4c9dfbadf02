/** Builds a banner from its response entry: a link and an image, by DOM calls alone. */
import type { BannerData } from "../protocol/placement.ts";
import { describeBox, FIRST_ROW } from "./boxStyle.ts";
import { callMethod, make } from "./dom.ts";
import { assign, create, createPromise } from "./globals.ts";
import type { Values } from "./types.ts";

const REL = "noopener sponsored nofollow";

/** Selects links that can be banners, also after a page added tokens to `rel`. */
export const BANNER = "a[rel~=sponsored][rel~=nofollow]";

/** Accessible name of a banner's link without `data-label`. */
const LABEL = "Advertisement";

/**
 * Lists the banners that were copied or saved as HTML in an element. They are known by what they are, not by their
 * exact markup, because editors add tokens to `rel`, wrap the link and drop attributes: a sponsored link that is not
 * followed, named as the slot's ads are, around nothing but an image without a text of its own. A publisher's sponsored
 * link has a name or a text of its own.
 */
export const listCopies = (element: Element, label?: string): Element[] =>
  [...callMethod(element, "querySelectorAll", BANNER)].filter(
    (link) =>
      link.getAttribute("aria-label") === (label || LABEL) &&
      !link.textContent?.trim() &&
      !link.querySelectorAll("img")[1] &&
      link.querySelector("img[alt='']"),
  );

/**
 * Fits a link into a box of this size (WIDTHxHEIGHT), and its image into one of its own. No policy on inline styles blocks
 * properties of `style`, and they win over important rules in any of the page's layers:
 * https://www.w3.org/TR/css-cascade-5/#style-attr
 */
const setBoxes = (link: HTMLElement, size: string, own: string): void => {
  link.style.cssText = describeBox(size);
  (link.firstChild as HTMLElement).style.cssText = describeBox(own) + FIRST_ROW;
};

/** Links without addresses, by their size and that of their image: cloning a style is much faster than parsing it. */
const models: Record<string, HTMLElement> = create(null);

const createModel = (size: string, own: string): HTMLElement => {
  const link = make("a", { target: "_blank", rel: REL });
  link.append(make("img", { alt: "", decoding: "async" }));
  setBoxes(link, size, own);
  return link;
};

/** Natural size of the latest image whose size its response did not state: the next one without `data-size` may have it. */
let usual = "";

/**
 * Resolves with a link around the image once that has loaded; rejects with its address. The link is added to the page
 * only after that, so the placeholder keeps its content until the ad can be shown. It has the `size` (WIDTHxHEIGHT) of
 * the slot, by default that of the image: the one that the response states, else its natural one.
 */
export const loadBanner = (
  { url, image, width = 0, height = 0 }: BannerData,
  { label, size }: Values,
): Promise<HTMLAnchorElement> =>
  createPromise((resolve, reject) => {
    const isStated = width > 0 && height > 0;
    const own = isStated ? `${width}x${height}` : size || usual;
    const box = size || own;
    models[box + own] ??= createModel(box, own);
    const link = models[box + own]!.cloneNode(true) as HTMLAnchorElement;
    const node = link.firstChild as HTMLImageElement;
    const onload = () => {
      if (!isStated) {
        // An image may have no size of its own.
        usual = node.naturalWidth ? `${node.naturalWidth}x${node.naturalHeight}` : size || "0x0";
        if (usual !== own) setBoxes(link, size || usual, usual);
      }
      resolve(link);
    };
    link.href = url;
    link.setAttribute("aria-label", label || LABEL);
    if (isStated) assign(node, { width, height });
    assign(node, { onload, onerror: () => reject(image), src: image });
  });
