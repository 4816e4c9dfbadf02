/** Boxes of placeholders: the sheet that reserves their space. */

import { describeReserved, RULES } from "./boxStyle.ts";
import { callMethod, getMark } from "./dom.ts";
import { attempt, page } from "./globals.ts";

/** One constructed sheet for all roots: no policy on inline styles blocks it. */
let sheet: CSSStyleSheet | undefined;
let rules = RULES;

/** Adds the sheet to the document or shadow root of an element. */
const adopt = (element: Node) => {
  const { adoptedStyleSheets } = callMethod(element, "getRootNode") as Document;
  if (!adoptedStyleSheets.includes(sheet!)) adoptedStyleSheets.push(sheet!);
};

/**
 * Reserves `size` (WIDTHxHEIGHT) for all placeholders with that `data-size` in the document or shadow root of `element`,
 * and watches its box until `unwatchBox`.
 *
 * Does nothing in browsers without constructable sheets:
 * https://drafts.csswg.org/cssom/#dom-cssstylesheet-cssstylesheet
 */
export const reserve = (element: Element, size?: string): void => {
  attempt(() => {
    if (!sheet || (size && !rules.includes(`"${size}"`))) {
      sheet ||= new page.CSSStyleSheet();
      if (size) rules += describeReserved(size);
      sheet.replaceSync(rules);
    }
    adopt(element);
  });
  watchBox(element);
};

const HIDDEN = "[zonetag]hidden";
type Box = Element & { [HIDDEN]?: boolean };

let observer: ResizeObserver | undefined;

/**
 * Observes the box of a placeholder or an image from the next frame until `unwatchBox`. Another call checks again whether
 * it is visible: changes of visibility and opacity have no event. Reading them forces a style computation, except in a
 * ResizeObserver callback, which runs between layout and paint:
 * https://drafts.csswg.org/resize-observer/#html-event-loop
 */
export const watchBox = (box: Element): void => {
  attempt(() => {
    observer ||= new page.ResizeObserver((entries) => {
      entries.forEach(({ target }: { target: Box }) => {
        target[HIDDEN] = target.checkVisibility?.({ checkVisibilityCSS: true, checkOpacity: true }) === false;
        // A page that assigns `adoptedStyleSheets` drops the sheet, and a placeholder loses its size. Because the size then
        // changes during its report, such a page gets one "ResizeObserver loop" error event.
        if (getMark(target)) attempt(() => adopt(target));
      });
    });
    // Chromium does not report a box that is already observed.
    unwatchBox(box);
    observer.observe(box);
  });
};

export const unwatchBox = (box: Element): unknown => attempt(() => observer?.unobserve(box));

/** Whether the latest report found the box transparent or not visible. */
export const isHidden = (box: Box): boolean | undefined => box[HIDDEN];
