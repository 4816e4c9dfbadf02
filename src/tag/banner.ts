/** A banner's entry → two nodes, made with DOM calls alone. */
import type { BannerData } from "../protocol/placement.ts";

/** An element with properties of its own. */
export const make = <K extends keyof HTMLElementTagNameMap>(name: K, properties: object) =>
  Object.assign(document.createElement(name), properties);

/**
 * Resolves with the image, in its link, once it has loaded; rejects with its address. It loads before the link is on
 * the page, so that what stands in the placeholder stays until there is something to show.
 */
export const loadBanner = (
  { url, image, width, height }: BannerData,
  label: string | undefined,
  clicked: () => void,
): Promise<HTMLImageElement> =>
  new Promise((loaded, failed) => {
    const onclick = ({ button }: MouseEvent) => button < 2 && clicked();
    const rel = "noopener sponsored nofollow";
    const link = make("a", { href: url, target: "_blank", rel, onclick, onauxclick: onclick });
    link.setAttribute("aria-label", label || "Advertisement");
    const img = make("img", {
      src: image,
      alt: "",
      decoding: "async",
      ...(width! > 0 && height! > 0 && { width, height }),
      onload: () => loaded(img),
      onerror: () => failed(image),
    });
    link.append(img);
  });
