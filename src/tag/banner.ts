/** Builds a banner from its response entry: a link and an image, by DOM calls alone. */
import type { BannerData } from "../protocol/placement.ts";
import { describeBox, FIRST_ROW } from "./boxStyle.ts";
import { callMethod } from "./dom.ts";
import { assign, createPromise } from "./globals.ts";

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

/** A link and the image in it. */
export interface Banner {
  _link: HTMLAnchorElement;
  _node: HTMLImageElement;
}

/** Creates an element and sets its properties. */
export const make = <Name extends "a" | "img" | "link">(
  name: Name,
  properties: object,
): HTMLElementTagNameMap[Name] =>
  assign(callMethod(document, "createElement", name) as HTMLElementTagNameMap[Name], properties);

/**
 * Resolves once the image has loaded; rejects with its address. The link is added to the page only after that, so the
 * placeholder keeps its content until the ad can be shown.
 */
export const loadBanner = ({ url, image }: BannerData, label?: string): Promise<Banner> =>
  createPromise((resolve, reject) => {
    const link = make("a", { href: url, target: "_blank", rel: REL });
    link.setAttribute("aria-label", label || LABEL);
    const img = make("img", {
      src: image,
      alt: "",
      decoding: "async",
      onload: () => resolve({ _link: link, _node: img }),
      onerror: () => reject(image),
    });
    link.append(img);
  });

/**
 * Fits a loaded banner into a box of `size` (WIDTHxHEIGHT), by default its own: the one that the response states, else
 * that of the image. Sets properties of `style`, which no policy on inline styles blocks, and which win over important
 * rules in any of the page's layers: https://www.w3.org/TR/css-cascade-5/#style-attr
 */
export const fitBanner = (
  { _link, _node }: Banner,
  { width = 0, height = 0 }: BannerData,
  size?: string,
): void => {
  const isStated = width > 0 && height > 0;
  if (isStated) assign(_node, { width, height });
  const own = isStated ? [width, height] : [_node.naturalWidth, _node.naturalHeight];
  const box = size?.split("x") ?? own;
  // An image may have no size of its own.
  const [imageWidth, imageHeight] = own[0] ? own : box;
  _link.style.cssText = describeBox(box[0], box[1]);
  _node.style.cssText = describeBox(imageWidth, imageHeight) + FIRST_ROW;
};
