/** Boxes of placeholders: the sheet that reserves their space, and whether they are visible. */

import { describeReserved, RULES } from "./boxStyle.ts";
import { callMethod, readMark, readProperty } from "./dom.ts";
import { attempt, page } from "./globals.ts";
import type { Slot } from "./types.ts";

/** One constructed sheet for all roots: no policy on inline styles blocks it. */
let sheet: CSSStyleSheet | undefined;
let rules = RULES;

/**
 * Reserves `size` (WIDTHxHEIGHT) for all placeholders with that `data-size` in the document or shadow root of `element`.
 *
 * Does nothing in browsers without constructable sheets:
 * https://drafts.csswg.org/cssom/#dom-cssstylesheet-cssstylesheet
 */
export const reserve = (element: Node, size?: string): void => {
  const rule = size ? describeReserved(size) : "";
  attempt(() => {
    const { adoptedStyleSheets } = callMethod(element, "getRootNode") as Document;
    if (!sheet || !rules.includes(rule)) {
      sheet ||= new page.CSSStyleSheet();
      rules += rule;
      sheet.replaceSync(rules);
    }
    if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
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

let observer: ResizeObserver | undefined;

/**
 * Observes a box from the next frame until `unwatchBox`. Another call checks again whether the box is visible: changes
 * of visibility and opacity have no event. Reading them forces a style computation, except in a ResizeObserver
 * callback, which runs between layout and paint: https://drafts.csswg.org/resize-observer/#html-event-loop
 */
export const watchBox = (box: Element): void => {
  attempt(() => {
    observer ||= new page.ResizeObserver((entries) => {
      entries.forEach(({ target, contentRect: { width, height } }) => {
        // Inline elements and those without a box are reported with size 0. They do not count as hidden.
        const slot = readMark<Slot>(target);
        if (slot)
          slot._isHidden =
            width > 0 &&
            (!height || target.checkVisibility?.({ checkVisibilityCSS: true, checkOpacity: true }) === false);
        // A page that assigns `adoptedStyleSheets` drops the sheet, and the box loses its size. Because the size then
        // changes during its report, such a page gets one "ResizeObserver loop" error event.
        reserve(target);
      });
    });
    // Chromium does not report a box that is already observed.
    unwatchBox(box);
    observer.observe(box);
  });
};

export const unwatchBox = (box: Element): unknown => attempt(() => observer?.unobserve(box));
