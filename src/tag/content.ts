/** Checks the content of a placeholder: whether it shows anything, and whether an ad may replace it. */
import { callMethod, getProperty } from "./dom.ts";
import { page } from "./globals.ts";
import type { Slot } from "./types.ts";

/** `data-zoneid` is the spelling of older tags; on other elements than `ins` that name belongs to the page. */
export const PLACEHOLDER = "[data-zone-id]:not(script),ins[data-zoneid]";

/** Content of the page that an ad never replaces. */
const OF_PAGE = `article,footer,h1,header,main,nav,[type=password],${PLACEHOLDER}`;

/**
 * Interfaces of elements that can contain a link with an image. Elements without special content have the first one,
 * `HTMLElement`. Custom elements are known by their name: their classes may be named otherwise.
 */
const FIT =
  /HTML(|Details|Dialog|Div|Form|Heading|LI|Mod|Paragraph|Pre|Quote|Span|TableCell|Unknown)Element|-/;

/** Whether an element can contain a link with an image: no field, image, list, table, SVG, document and so on. */
export const isFit = (element: Element): boolean => FIT.test({}.toString.call(element) + element.localName);

/**
 * Returns the obstacle to an ad: `text` or the size of content that is too large. Undefined when an ad may replace it.
 *
 * `length`: number of visible characters. `width`, `height`: size of the content, CSS pixels. `size`: `data-size`. `screen`: height of the
 * viewport, CSS pixels.
 */
export const judgeContent = (
  length: number,
  width: number,
  height: number,
  size = "",
  screen: number,
): string | undefined => {
  const [declaredWidth, declaredHeight] = size.split("x");
  // Not by the width alone, which is that of the page for a block.
  const isLarge =
    !(height <= Number(declaredHeight)) &&
    (height > screen || width * height > 4 * Number(declaredWidth) * Number(declaredHeight));
  return length > 300 ? "text" : isLarge ? `${width}x${height}` : undefined;
};

/** Selects elements that may show something. */
export const CONTENT = ":not(br,script,style,template)";

/** Whether an element has no text and no element that may show something. Needs no layout. */
const isEmpty = (element: Element): boolean =>
  !getProperty(element, "textContent")?.trim() && !callMethod(element, "querySelector", CONTENT);

/** Reads the visible text of an element, with collapsed blanks. jsdom has no `innerText`. */
const getText = (element: HTMLElement): string =>
  (getProperty(element, "innerText") ?? "").replace(/\s+/g, " ").trim();

/** Measures the box of an element's content. jsdom's ranges have none. */
const measureContent = (element: Element): Partial<DOMRect> => {
  const range = callMethod(document, "createRange");
  range.selectNodeContents(element);
  return range.getBoundingClientRect?.() ?? {};
};

const isDisplayed = (element: Element) => callMethod(element, "getClientRects")[0];

/**
 * Whether a placeholder shows nothing: no text, no image or custom element, which may get their box later, and no other
 * box that is much higher than the line in it. An empty paragraph is about as high as its line. Where the page does not
 * display the placeholder, any content counts.
 */
export const isBlank = (element: HTMLElement): boolean =>
  isEmpty(element) ||
  (!!isDisplayed(element) &&
    !getText(element) &&
    ![...callMethod(element, "querySelectorAll", CONTENT)].some((child) =>
      /^(img|svg)$|-/.test(child.localName)
        ? isDisplayed(child)
        : child.clientHeight > 2 * Number(measureContent(child).height),
    ));

/**
 * Returns the obstacle to an ad in a placeholder. Empty placeholders are not measured, because that forces a layout.
 */
export const findObstacle = ({ element, values, _ad }: Slot): string | undefined => {
  if (!isFit(element)) return element.localName;
  if (_ad?._link ? !element.childNodes[1] : _ad || isEmpty(element)) return undefined;
  const found =
    callMethod(element, "querySelector", OF_PAGE) ??
    callMethod(element, "querySelectorAll", ":read-write")[2];
  if (found) return found.localName;
  const { width = element.scrollWidth, height = element.scrollHeight } = measureContent(element);
  return judgeContent(
    getText(element).length,
    width,
    // The range includes text far off the page, for screen readers; `scrollHeight` includes reserved space.
    Math.min(height, element.scrollHeight),
    values.size,
    page.innerHeight,
  );
};
