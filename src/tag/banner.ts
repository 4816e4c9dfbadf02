/** A banner's entry → two nodes, made with DOM calls alone. */
import type { BannerData } from "../protocol/placement.ts";
import { callMethod } from "./dom.ts";
import { assign, createPromise } from "./globals.ts";

const REL = "noopener sponsored nofollow";

/** Banner links in placeholders. */
export const LINK = `[data-zone-state]>a[rel="${REL}"]`;

/** An element with properties of its own. */
export const make = <K extends keyof HTMLElementTagNameMap>(name: K, properties: object) =>
  assign(callMethod<Element>(document, "createElement", name) as HTMLElementTagNameMap[K], properties);

/**
 * Resolves with the image, in its link, once it has loaded; rejects with its address. It loads before the link is on
 * the page, so that the placeholder keeps its content until there is something to show.
 */
export const loadBanner = (
  { url, image }: BannerData,
  label: string | undefined,
  onClick: () => void,
): Promise<HTMLImageElement> =>
  createPromise((resolve, reject) => {
    const onclick = ({ button }: MouseEvent) => button < 2 && onClick();
    const link = make("a", { href: url, target: "_blank", rel: REL, onclick, onauxclick: onclick });
    link.setAttribute("aria-label", label || "Advertisement");
    const img = make("img", {
      src: image,
      alt: "",
      decoding: "async",
      onload: () => resolve(img),
      onerror: () => reject(image),
    });
    link.append(img);
  });
