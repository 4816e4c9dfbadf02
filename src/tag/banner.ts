/** A banner's entry → two nodes, made with DOM calls alone. */
import type { BannerData } from "../protocol/placement.ts";

/**
 * Resolves with the link once its image has loaded; rejects with the image's address. The image loads before the link
 * is on the page, so that what stands in the placeholder stays until there is something to show.
 */
export const loadBanner = (
  { url, image, width, height }: BannerData,
  label = "Advertisement",
  clicked: () => void,
): Promise<HTMLElement> =>
  new Promise((loaded, failed) => {
    const link = document.createElement("a");
    const img = document.createElement("img");
    link.href = url;
    link.target = "_blank";
    link.rel = "noopener sponsored nofollow";
    link.setAttribute("aria-label", label);
    link.onclick = link.onauxclick = ({ button }) => button < 2 && clicked();
    link.append(img);
    img.alt = "";
    img.decoding = "async";
    if (width! > 0 && height! > 0) {
      img.width = width!;
      img.height = height!;
    }
    img.onload = () => loaded(link);
    img.onerror = () => failed(image);
    img.src = image;
  });
