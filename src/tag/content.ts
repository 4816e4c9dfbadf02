/** A placeholder's own content, and whether an ad may replace it. */
import { callMethod, readProperty } from "./dom.ts";
import { page } from "./globals.ts";
import type { Slot } from "./types.ts";

/** The older spelling is other elements' own. The tag's script is no placeholder. */
export const PLACEHOLDER = "[data-zone-id]:not(script),ins[data-zoneid]";

/** Content of the page, which never makes room for an ad. */
const OF_PAGE = `article,footer,h1,header,main,nav,${PLACEHOLDER}`;

/** Properties of elements that show no link with an image in them, or may not: images, fields, links, tables and their rows. */
const UNFIT = "src form href rows cells".split(" ");

/**
 * Returns the name or size of what keeps an ad out of a placeholder, or undefined where an ad may take the place of the
 * content.
 *
 * `found`: local name of an element that keeps it out. `width`, `height`: of the content, CSS pixels. `size`: `data-size`.
 * `screen`: visible height of the page, CSS pixels.
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

/** Whether an element shows nothing of its own: comments, line breaks, styles and scripts are nothing to see. */
export const isBlank = (element: Element): boolean =>
  ![...readProperty<NodeList>(element, "childNodes")].some(({ nodeName, textContent }) =>
    nodeName === "#text" ? (textContent as string).trim() : !/^#|^BR$|STYLE$|SCRIPT$/.test(nodeName),
  );

/** Returns why a placeholder cannot hold an ad. An empty one is not measured: that would force a layout. */
export const findObstacle = ({ element, values, _ad }: Slot): string | undefined => {
  if (UNFIT.some((name) => name in element)) return element.localName;
  if (!(_ad?._link ? element.childNodes[1] : !_ad && !isBlank(element))) return undefined;
  const range = callMethod<Range>(document, "createRange") as Range;
  range.selectNodeContents(element);
  // jsdom's ranges have no box.
  const height = range.getBoundingClientRect?.().height as number;
  return judgeContent(
    callMethod<Element | null>(element, "querySelector", OF_PAGE)?.localName,
    element.scrollWidth,
    // The first counts what is moved away to the top, the second also space that is reserved.
    height < element.scrollHeight ? height : element.scrollHeight,
    values.size,
    page.innerHeight,
  );
};
