/** What a placeholder contains besides its ad, and whether an ad may take its place. */
import { callMethod } from "./dom.ts";
import type { Slot } from "./types.ts";

export const PLACEHOLDER = "[data-zone-id],ins[data-zoneid]";

/** Content of the page, which never makes room for an ad. */
const OF_PAGE = `article,footer,h1,header,main,nav,${PLACEHOLDER}`;

/** Elements in which a link with an image is not shown, or not allowed. */
const UNFIT = /^(a|button|i(frame|mg|nput)|option|select|svg|t(able|body|extarea|foot|head|r)|video)$/;

/**
 * Returns the name or size of what keeps an ad out of a placeholder, or undefined where an ad may take the place of the
 * content.
 *
 * `name`: local name of the placeholder. `found`: that of the first element in it that is content of the page. `width`,
 * `height`: of the box around what it contains, CSS pixels; undefined for nothing. `size`: `data-size`. `screen`: visible height of the page, CSS
 * pixels.
 */
export const judgeContent = (
  name: string,
  found: string | undefined,
  width: number | undefined,
  height: number | undefined,
  size: string | undefined,
  screen: number,
): string | undefined => {
  if (UNFIT.test(name)) return name;
  const [declaredWidth, declaredHeight] = `${size}`.split("x");
  const isLarge =
    Number(height) > screen ||
    Number(width) * Number(height) > 4 * Number(declaredWidth) * Number(declaredHeight);
  return found ?? (isLarge ? `${width}x${height}` : undefined);
};

/** Whether an element shows nothing of its own. */
export const isBlank = ({ children, textContent }: Element): boolean => !children[0] && !textContent?.trim();

/** Judges what a slot contains besides its ad. Nothing is measured where there is nothing: that would force a layout. */
export const findObstacle = ({ element, values, _ad }: Slot): string | undefined => {
  let found: Element | null | undefined;
  let box: Partial<DOMRect> = {};
  if (_ad ? _ad._link && element.childNodes[1] : !isBlank(element)) {
    found = callMethod<Element | null>(element, "querySelector", OF_PAGE);
    const range = callMethod<Range>(document, "createRange") as Range;
    range.selectNodeContents(element);
    box = range.getBoundingClientRect();
  }
  return judgeContent(element.localName, found?.localName, box.width, box.height, values.size, innerHeight);
};
