/** Places on a page that can contain an ad. */

export interface Context {
  /** Markup; `AD` is replaced by the placeholder's attributes. */
  html: string;
  /** Whether the page gives the placeholder another size than `data-size`. */
  isSized?: boolean;
  /** Whether the height is a guess where the ad is wider than the page. */
  isGuessed?: boolean;
  /** Whether the context has two columns, which a page stacks on a phone. */
  isWide?: boolean;
  /** Pixels of the width that other content takes. */
  taken?: number;
}

const TEXT = "The committee met on Thursday and resolved that the matter be looked into once more. ".repeat(
  6,
);

/** Contexts by name. */
export const CONTEXTS: Record<string, Context> = {
  block: { html: "<div AD></div>" },
  "ins in text": { html: `<p>${TEXT}<ins AD></ins>${TEXT}</p>` },
  "span in a heading": { html: `<h2>News <span AD></span></h2>` },
  aside: { html: "<aside AD></aside>" },
  figure: { html: "<figure><div AD></div></figure>" },
  "list item": { html: `<ul><li>one</li><li><div AD></div></li><li>two</li></ul>` },
  "numbered list item with text": { html: `<ol><li>one <ins AD></ins> two</li></ol>` },
  "description list": { html: `<dl><dt>term</dt><dd><div AD></div></dd></dl>` },
  blockquote: { html: "<blockquote><div AD></div></blockquote>" },
  center: { html: "<center><div AD></div></center>" },
  "flex row beside a tall element": {
    html: `<div style="display:flex"><div style="height:600px;width:50px"></div><div AD></div></div>`,
  },
  "flex row of a fixed height": { html: `<div style="display:flex;height:700px"><div AD></div></div>` },
  "flex row beside text": {
    html: `<div style="display:flex"><div AD></div><p>${TEXT}</p></div>`,
    isWide: true,
  },
  "flex column": { html: `<div style="display:flex;flex-direction:column"><div AD></div>text</div>` },
  "flex column, centred": {
    html: `<div style="display:flex;flex-direction:column;align-items:center"><div AD></div>text</div>`,
  },
  "in a flex item": {
    html: `<div style="display:flex"><div><div AD></div></div><p>${TEXT}</p></div>`,
    isWide: true,
  },
  grid: { html: `<div style="display:grid"><div AD></div></div>` },
  "grid row beside a tall element": {
    html: `<div style="display:grid;grid-template-columns:auto 40px"><div AD></div><div style="height:600px"></div></div>`,
  },
  "grid, centred": { html: `<div style="display:grid;place-items:center;height:400px"><div AD></div></div>` },
  "in a grid item": { html: `<div style="display:grid"><div><div AD></div></div></div>` },
  "table cell": { html: `<table><tr><td><div AD></div></td></tr></table>` },
  "table cell beside text": {
    html: `<table><tr><td><ins AD></ins></td><td>${TEXT}</td></tr></table>`,
    isWide: true,
  },
  "nested layout tables": {
    html: `<table width="100%" border="0"><tr><td align="center" style="padding:4px"><table><tr><td style="padding:4px"><div AD></div></td></tr></table></td></tr></table>`,
  },
  "in a float": { html: `<div style="float:left"><div AD></div></div><p>${TEXT}</p><br style="clear:both">` },
  "beside a float": {
    html: `<div style="float:left;width:120px;height:300px"></div><div AD></div><br style="clear:both">`,
    taken: 120,
  },
  "floating itself": { html: `<div AD style="float:right"></div><p>${TEXT}</p><br style="clear:both">` },
  "in an inline-block": { html: `<div style="display:inline-block"><div AD></div></div>` },
  "inline-block itself": { html: `text <div AD style="display:inline-block"></div> text` },
  "in a positioned element": {
    html: `<div style="position:relative;height:260px"><div style="position:absolute"><div AD></div></div></div>`,
  },
  "right to left": { html: `<div dir="rtl">نص <div AD></div></div>` },
  "right to left, in a flex row": { html: `<div dir="rtl" style="display:flex"><div AD></div></div>` },
  "right to left, in a table cell": {
    html: `<table dir="rtl"><tr><td><div AD></div></td></tr></table>`,
  },
  "indented text with tall lines": {
    html: `<div style="text-indent:3em;line-height:4;word-spacing:9px"><div AD></div></div>`,
  },
  "with fallback content": {
    html: `<div AD><p style="margin:40px 0">Subscribe <b>now</b></p></div>`,
    isGuessed: true,
  },
  "with a label": { html: `<div AD class="labelled"></div>` },
  "with a label, in a flex row": {
    html: `<div style="display:flex;justify-content:center"><div AD class="labelled"></div></div>`,
  },
  "the page centres what is inside": { html: `<div style="text-align:center"><div AD></div></div>` },
  "flex itself": { html: `<div AD style="display:flex;justify-content:center"></div>` },
  "grid itself": { html: `<div AD style="display:grid;place-items:center"></div>` },
  "as wide as the page, centred": {
    html: `<div AD style="width:100%;max-width:none;height:250px;max-height:none;text-align:center"></div>`,
    isSized: true,
  },
  "as high as the page wants": { html: `<div AD style="height:100px"></div>`, isSized: true },
  "narrow by the page": { html: `<div AD style="width:200px"></div>`, isSized: true },
};
