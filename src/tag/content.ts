/** What a placeholder contains besides its ad, and whether an ad may take its place. */
import { callMethod } from "./dom.ts";
import type { Slot } from "./types.ts";

export const PLACEHOLDER = "[data-zone-id],ins[data-zoneid]";

/** Content of the page, which never makes room for an ad. */
const OF_PAGE = `article,footer,h1,header,main,nav,${PLACEHOLDER}`;

/** Properties of elements that show no link with an image in them, or may not: images, fields, links, tables and their rows. */
const UNFIT = ["src", "form", "href", "rows", "cells"];

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the name or size of what keeps an ad out of a placeholder, or undefined where an ad may take the place of the
 * content.
 *
 * `found`: local name of an element that keeps it out. `boxes`: of what the placeholder contains, and of itself with what
 * overflows it, CSS pixels; none where it is empty. The first counts what is moved away to the left or top, the second also
 * space that is reserved; content is large by both. `size`: `data-size`. `screen`: visible height of the page, CSS pixels.
 */
export const judgeContent = (
  found: string | undefined,
  boxes: Size[],
  size = "",
  screen: number | undefined,
): string | undefined => {
  const [declaredWidth, declaredHeight] = size.split("x");
  const isLarge = ({ width, height }: Size) =>
    height > (screen as number) || width * height > 4 * Number(declaredWidth) * Number(declaredHeight);
  const [content] = boxes;
  return found ?? (content && boxes.every(isLarge) ? `${content.width}x${content.height}` : undefined);
};

/** Whether an element shows nothing of its own. */
export const isBlank = ({ children, textContent }: Element): boolean => !children[0] && !textContent?.trim();

/** Judges a placeholder and what it contains besides its ad. An empty one is not measured: that would force a layout. */
export const findObstacle = ({ element, values, _ad }: Slot): string | undefined => {
  let found: Element | null | undefined = UNFIT.some((name) => name in element) ? element : undefined;
  let boxes: Size[] = [];
  let screen: number | undefined;
  if (_ad?._link ? element.childNodes[1] : !_ad && !isBlank(element)) {
    found ??= callMethod<Element | null>(element, "querySelector", OF_PAGE);
    const range = callMethod<Range>(document, "createRange") as Range;
    range.selectNodeContents(element);
    boxes = [range.getBoundingClientRect(), { width: element.scrollWidth, height: element.scrollHeight }];
    screen = document.scrollingElement?.clientHeight;
  }
  return judgeContent(found?.localName, boxes, values.size, screen);
};
