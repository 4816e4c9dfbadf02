/** The boxes of placeholders and banners, as rules of one sheet that no policy on inline style concerns. */

import { LINK } from "./banner.ts";
import { COLLAPSED } from "./collapse.ts";
import { callMethod } from "./dom.ts";

/**
 * Important rules in a layer win over the page's important rules outside of layers
 * (https://www.w3.org/TR/css-cascade-5/#layer-ordering): for link and image the page's style does not exist, and what is
 * collapsed stays so.
 */
let rules = `@layer zonetag{[${COLLAPSED}]{display:none!important}${LINK},${LINK}>img{all:revert!important;display:inline-block!important;position:relative!important;vertical-align:top!important;text-indent:0!important;max-width:100%!important}${LINK}:before,${LINK}:after{content:none!important}}`;

let sheet: CSSStyleSheet | undefined;

/**
 * Reserves `size` (WIDTHxHEIGHT) for the placeholders that name it where `element` is, in the document or a shadow root,
 * and fits a banner of whatever size into it. The placeholder's rule has no weight, so that the page's own style wins. It
 * is a container, so that a float beside it does not push the banner out; where its parent is as wide as its content, it
 * takes at most four fifths of the page, since a width in percent counts there as none
 * (https://www.w3.org/TR/css-sizing-3/#cyclic-percentage-contribution).
 * Does nothing in browsers without constructable sheets: https://drafts.csswg.org/cssom/#dom-cssstylesheet-cssstylesheet
 */
export const reserve = (element: Node, size = "0x0"): void => {
  const [width, height] = size.split("x");
  const box = `[data-size="${size}"]`;
  const shape = `aspect-ratio:${width}/${height}`;
  const rule = `:where([data-zone-id],[data-zoneid]):where(${box}){display:block;writing-mode:horizontal-tb;contain:layout;container-type:inline-size;contain-intrinsic-width:min(${width}px,80vw);width:100%;max-width:${width}px;height:fit-content;min-height:0;${shape};text-indent:0}@layer zonetag{${box}${LINK},${LINK}>[width="${width}"][height="${height}"]{width:min(${width}px,100cqw)!important;max-height:100%!important;${shape}!important}${box}${LINK}>img{position:absolute!important;inset:0!important;width:100%!important;height:100%!important;object-fit:scale-down!important}}`;
  try {
    const root = callMethod<Document>(element, "getRootNode") as Document;
    sheet ||= new CSSStyleSheet();
    if (!rules.includes(rule)) {
      rules += rule;
      sheet.replaceSync(rules);
    }
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  } catch {}
};
