/** Boxes of placeholders: the sheet that reserves their space. */

import { describeReserved, RULES } from "./boxStyle.ts";
import { callMethod, readProperty } from "./dom.ts";
import { attempt, page } from "./globals.ts";
import type { Slot } from "./types.ts";

/** One constructed sheet for all roots: no policy on inline styles blocks it. */
let sheet: CSSStyleSheet | undefined;
let rules = RULES;

/** Adds the sheet to the document or shadow root of an element. */
const adopt = (element: Node) =>
  attempt(() => {
    const { adoptedStyleSheets } = callMethod(element, "getRootNode") as Document;
    if (!adoptedStyleSheets.includes(sheet!)) adoptedStyleSheets.push(sheet!);
  });

/** Observes the boxes of placeholders. */
let observer: ResizeObserver | undefined;

/**
 * Reserves `size` (WIDTHxHEIGHT) for all placeholders with that `data-size` in the document or shadow root of `element`,
 * and observes its box until `unwatchBox`.
 *
 * Does nothing in browsers without constructable sheets:
 * https://drafts.csswg.org/cssom/#dom-cssstylesheet-cssstylesheet
 */
export const reserve = (element: Element, size?: string): void => {
  const rule = size ? describeReserved(size) : "";
  attempt(() => {
    if (!sheet || !rules.includes(rule)) {
      sheet ||= new page.CSSStyleSheet();
      rules += rule;
      sheet.replaceSync(rules);
    }
    adopt(element);
    // A page that assigns `adoptedStyleSheets` drops the sheet, and the box loses its size. Because the size then changes
    // during its report, such a page gets one "ResizeObserver loop" error event.
    observer ||= new page.ResizeObserver((entries) => entries.forEach(({ target }) => adopt(target)));
    observer.observe(element);
  });
};

/**
 * Puts a space into a sized placeholder that is hidden because it is empty: themes hide every empty `div`
 * (https://github.com/Shopify/dawn/issues/290). Not before the first request, because a framework that hydrates the
 * placeholder expects no text in it.
 */
export const endEmptiness = (slot: Slot): void => {
  const { element, values } = slot;
  attempt(() => {
    if (
      values.size &&
      callMethod(element, "matches", ":empty") &&
      page.getComputedStyle(element).display === "none"
    ) {
      callMethod(element, "append", " ");
      slot._space = readProperty(element, "lastChild");
    }
  });
};

export const unwatchBox = (box: Element): unknown => attempt(() => observer?.unobserve(box));
