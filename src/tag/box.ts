/** Boxes of placeholders and banners, as rules of one constructed style sheet: no policy on inline styles blocks it. */

import { LINK } from "./banner.ts";
import { COLLAPSED } from "./collapse.ts";
import { PLACEHOLDER } from "./content.ts";
import { callMethod, readMark } from "./dom.ts";
import { attempt, page } from "./globals.ts";
import type { Slot } from "./types.ts";

/**
 * Important rules in a layer win over important rules outside layers
 * (https://www.w3.org/TR/css-cascade-5/#layer-ordering): the page's style cannot change the link and the image, nor
 * show a collapsed placeholder.
 */
let rules = `:where(${PLACEHOLDER}):not([data-zone-state=filled],:has(*)){pointer-events:none}@layer zonetag{${LINK},${LINK}>img{all:revert!important;vertical-align:top!important;max-width:100%!important;display:inline-flex!important}[${COLLAPSED}],${LINK}:before,${LINK}:after{display:none!important}}`;

let sheet: CSSStyleSheet | undefined;

/**
 * Reserves `size` (WIDTHxHEIGHT) for all placeholders with that `data-size` in the document or shadow root of
 * `element`, and fits a banner of any size into it.
 *
 * The placeholder's rule has specificity 0, so the page's own style wins. It is a formatting context, so that a float
 * beside it does not push the banner out. A parent that is sized by its content ignores widths in percent
 * (https://www.w3.org/TR/css-sizing-3/#cyclic-percentage-contribution); there the box takes at most 80 % of the
 * viewport.
 *
 * Nothing is positioned or makes a stacking context, as `contain: layout` would: page elements that overlap an image
 * must overlap an ad, too. A banner in a box has no text line, which would become the baseline of the box.
 *
 * Link and image have the ratio of the box instead of `height: 100%`, which WebKit makes one percent too high in a box
 * whose height comes from its ratio (https://bugs.webkit.org/show_bug.cgi?id=311833). The link is a grid because a grid
 * area gets the right height in a box that the page makes lower.
 *
 * Does nothing in browsers without constructable sheets:
 * https://drafts.csswg.org/cssom/#dom-cssstylesheet-cssstylesheet
 */
export const reserve = (element: Node, size = ""): void => {
  const [width, height] = size.split("x");
  const box = `[data-size="${size}"]`;
  const rule =
    size &&
    `:where(${PLACEHOLDER}):where(${box}){writing-mode:horizontal-tb;break-inside:avoid;box-sizing:content-box;max-width:${width}px;min-height:0;contain:inline-size;display:flow-root;contain-intrinsic-width:min(${width}px,80vw);width:-moz-available;width:-webkit-fill-available;height:fit-content;aspect-ratio:${width}/${height}}@layer zonetag{${box}${LINK},${box}${LINK}>img{width:min(${width}px,100%)!important;aspect-ratio:${width}/${height}!important;margin:auto!important;display:grid!important;max-height:100%!important;object-fit:scale-down!important;grid:100%/100%!important}${LINK}>[width="${width}"][height="${height}"]{width:${width}px!important;aspect-ratio:${width}/${height}!important}}`;
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
