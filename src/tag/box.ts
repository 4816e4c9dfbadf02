/** The boxes of placeholders and banners, as rules of one sheet that no policy on inline style concerns. */

/** What is ours inside a placeholder. */
const LINK = "[data-zone-state]>a[rel*=sponsored]";

/** In a reserved box a banner of another size is fitted, never let out: nothing around it moves. */
let rules = `${LINK},${LINK}>img{display:inline-block;vertical-align:top;max-width:100%;height:100%;object-fit:scale-down}[data-zone-state][hidden]{display:none!important}`;

let sheet: CSSStyleSheet | undefined;

/**
 * Reserves `size` (WIDTHxHEIGHT) for the placeholders under `root` that name it. The rule has no weight, so the
 * page's own style wins. Does nothing in browsers without constructable sheets.
 */
export function reserve(root: Document, size = "0x0"): void {
  const [width, height] = size.split("x");
  const rule = `:where([data-size="${size}"]){display:block;width:${width}px;max-width:100%;min-height:0;aspect-ratio:${width}/${height}}`;
  try {
    sheet ||= new CSSStyleSheet();
    if (!rules.includes(rule)) {
      rules += rule;
      sheet.replaceSync(rules);
    }
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  } catch {}
}
