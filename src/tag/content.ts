/** Checks the content of a placeholder: whether an ad may replace it. */
import { callMethod, readProperty } from "./dom.ts";
import { page } from "./globals.ts";
import type { Slot } from "./types.ts";

/** `data-zoneid` is the spelling of older tags; on other elements than `ins` that name belongs to the page. */
export const PLACEHOLDER = "[data-zone-id]:not(script),ins[data-zoneid]";

/** Content of the page that an ad never replaces. */
const OF_PAGE = `article,footer,h1,header,main,nav,${PLACEHOLDER}`;

/**
 * Properties of elements that cannot contain a link with an image: images, form fields, links, tables and their rows.
 */
const UNFIT = "src form href rows cells".split(" ");

/**
 * Returns the obstacle to an ad: the name of an element, or the size of content that is too large. Undefined when an ad
 * may replace the content.
 *
 * `found`: local name of an element that prevents it. `width`, `height`: size of the content, CSS pixels. `size`:
 * `data-size`. `screen`: height of the viewport, CSS pixels.
 */
export const judgeContent = (
  found: string | undefined,
  width: number,
  height: number,
  size = "",
  screen: number,
): string | undefined => {
  const [declaredWidth, declaredHeight] = size.split("x");
  const isLarge = height > screen || width * height > 4 * Number(declaredWidth) * Number(declaredHeight);
  return found ?? (isLarge ? `${width}x${height}` : undefined);
};

/** Whether an element has no visible content: only comments, line breaks, styles and scripts. */
export const isBlank = (element: Element): boolean =>
  ![...readProperty(element, "childNodes")].some(({ nodeName, textContent }) =>
    nodeName === "#text" ? textContent?.trim() : !/^#|^BR$|STYLE$|SCRIPT$/.test(nodeName),
  );

/**
 * Returns the obstacle to an ad in a placeholder. Empty placeholders are not measured, because that forces a layout.
 */
export const findObstacle = ({ element, values, _ad }: Slot): string | undefined => {
  if (UNFIT.some((name) => name in element)) return element.localName;
  if (!(_ad?._link ? element.childNodes[1] : !_ad && !isBlank(element))) return undefined;
  const range = callMethod(document, "createRange");
  range.selectNodeContents(element);
  // jsdom's ranges have no box.
  const height = range.getBoundingClientRect?.().height;
  return judgeContent(
    callMethod(element, "querySelector", OF_PAGE)?.localName,
    element.scrollWidth,
    // The range excludes content that is moved off the top; `scrollHeight` excludes reserved space.
    height < element.scrollHeight ? height : element.scrollHeight,
    values.size,
    page.innerHeight,
  );
};
