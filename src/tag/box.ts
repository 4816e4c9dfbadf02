/** The boxes of placeholders and banners, as rules of one sheet that no policy on inline style concerns. */

import { LINK } from "./banner.ts";
import { COLLAPSED } from "./collapse.ts";
import { PLACEHOLDER } from "./content.ts";
import { callMethod, readMark } from "./dom.ts";
import { attempt, page } from "./globals.ts";
import type { Slot } from "./types.ts";

/**
 * Important rules in a layer win over the page's important rules outside of layers
 * (https://www.w3.org/TR/css-cascade-5/#layer-ordering): for link and image the page's style does not exist, and what is
 * collapsed stays so.
 */
let rules = `:where(${PLACEHOLDER}):not([data-zone-state=filled],:has(*)){pointer-events:none}@layer zonetag{${LINK},${LINK}>img{all:revert!important;vertical-align:top!important;max-width:100%!important;display:inline-flex!important}[${COLLAPSED}],${LINK}:before,${LINK}:after{display:none!important}}`;

let sheet: CSSStyleSheet | undefined;

/**
 * Reserves `size` (WIDTHxHEIGHT) for the placeholders that name it where `element` is, in the document or a shadow root,
 * and fits a banner of whatever size into it. The placeholder's rule has no weight, so that the page's own style wins. It
 * is a formatting context, so that a float beside it does not push the banner out. Where its parent is as wide as its
 * content, it takes at most four fifths of the page, since a width in percent counts there as none
 * (https://www.w3.org/TR/css-sizing-3/#cyclic-percentage-contribution).
 *
 * Nothing is positioned, and nothing makes a stacking context, as `contain: layout` would: what the page puts over a plain
 * image has to lie over an ad, too. A banner in a box has no line, which would be the baseline of the box.
 *
 * Link and image have the box's ratio, not `height: 100%`: in a box whose height comes from its ratio, WebKit makes that one
 * percent too high (https://bugs.webkit.org/show_bug.cgi?id=311833). The link is a grid because an area of a grid has the
 * right height in a box that the page makes lower.
 *
 * Does nothing in browsers without constructable sheets: https://drafts.csswg.org/cssom/#dom-cssstylesheet-cssstylesheet
 */
export const reserve = (element: Node, size = ""): void => {
  const [width, height] = size.split("x");
  const box = `[data-size="${size}"]`;
  const rule =
    size &&
    `:where(${PLACEHOLDER}):where(${box}){writing-mode:horizontal-tb;break-inside:avoid;box-sizing:content-box;max-width:${width}px;min-height:0;contain:inline-size;display:flow-root;contain-intrinsic-width:min(${width}px,80vw);width:-moz-available;width:-webkit-fill-available;height:fit-content;aspect-ratio:${width}/${height}}@layer zonetag{${box}${LINK},${box}${LINK}>img{width:min(${width}px,100%)!important;aspect-ratio:${width}/${height}!important;margin:auto!important;display:grid!important;max-height:100%!important;object-fit:scale-down!important;grid:100%/100%!important}${LINK}>[width="${width}"][height="${height}"]{width:${width}px!important;aspect-ratio:${width}/${height}!important}}`;
  attempt(() => {
    const { adoptedStyleSheets } = callMethod<Document>(element, "getRootNode") as Document;
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
 * Observes a box, from the next frame on, until `unwatchBox`. Called again, reads again whether it can be seen: changes of
 * visibility and opacity have no event, and reading them makes the browser compute styles, except between layout and
 * paint, when a ResizeObserver reports: https://drafts.csswg.org/resize-observer/#html-event-loop
 */
export const watchBox = (box: Element): void => {
  attempt(() => {
    observer ||= new page.ResizeObserver((entries) => {
      entries.forEach(({ target, contentRect: { width, height } }) => {
        // Inline elements, and those without a box, are reported without a size: they are left as they are.
        const slot = readMark<Slot>(target);
        if (slot)
          slot._isHidden =
            width > 0 &&
            (!height || target.checkVisibility?.({ checkVisibilityCSS: true, checkOpacity: true }) === false);
        // A page that assigns `adoptedStyleSheets` drops the sheet, and the box its size. As the size changes while it
        // is reported, that page gets one error event, which says so.
        reserve(target);
      });
    });
    // Chromium reports nothing of a box that it observes already.
    unwatchBox(box);
    observer.observe(box);
  });
};

export const unwatchBox = (box: Element): unknown => attempt(() => observer?.unobserve(box));
