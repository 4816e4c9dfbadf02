/** Builds a banner from its response entry: a link and an image, by DOM calls alone. */
import type { BannerData } from "../protocol/placement.ts";
import { callMethod } from "./dom.ts";
import { assign, createPromise } from "./globals.ts";

const REL = "noopener sponsored nofollow";

/** Selects banner links in placeholders. */
export const LINK = `[data-zone-state]>a[rel="${REL}"]`;

/** A link and the image in it. */
export interface Banner {
  _link: Element;
  _node: Element;
}

/** Creates an element and sets its properties. */
export const make = (name: string, properties: object): HTMLElement =>
  assign(callMethod(document, "createElement", name), properties);

/**
 * Resolves once the image has loaded; rejects with its address. The link is added to the page only after that, so the
 * placeholder keeps its content until the ad can be shown.
 */
export const loadBanner = (
  { url, image }: BannerData,
  label: string | undefined,
  onClick: () => void,
): Promise<Banner> =>
  createPromise((resolve, reject) => {
    const onclick = ({ button }: MouseEvent) => button < 2 && onClick();
    const link = make("a", { href: url, target: "_blank", rel: REL, onclick, onauxclick: onclick });
    link.setAttribute("aria-label", label || "Advertisement");
    const img = make("img", {
      src: image,
      alt: "",
      decoding: "async",
      onload: () => resolve({ _link: link, _node: img }),
      onerror: () => reject(image),
    });
    link.append(img);
  });
