/** Realistic pages, each with a reason. */

export interface SitePage {
  /** Reason why this page is tested. */
  reason: string;
  /** Renders the document. `tag`: the script element for its head. `origin`: the site's. */
  render(tag: string, origin: string): string | Buffer;
  /** Document at `/inside`, for a frame. */
  inside?(tag: string): string;
  headers?: Record<string, string>;
  /** Number of filled placeholders. Default: all. */
  filled?: number;
  /** Script that shows the hidden ads, after which all impressions are counted. */
  reveal?: string;
  /** Expected keywords of the first zone. */
  keywords?: string;
  /** Path and query. */
  address?: string;
  /** Path and query of the expected `referer`. */
  referer?: string;
}

const WORDS = "The council met on Thursday, and the matter of the old bridge was put off once more. ";
const TEXT = `<p>${WORDS.repeat(3)}</p>`;
const ad = (id: number, size: string, more = "") =>
  `<div data-zone-id="${id}" data-size="${size}" ${more}></div>`;

/** A document in standards mode with a viewport for phones. */
const html = (tag: string, body: string, head = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>page</title>${head}${tag}</head><body>${body}</body></html>`;

/** Encodes text in a legacy encoding by decoding all bytes and byte pairs, because platforms only have decoders. */
function encodeAs(encoding: string, text: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const codes = new Map<string, number[]>();
  const range = Array.from({ length: 256 }, (_, byte) => byte);
  for (const lead of range) {
    for (const code of [...range.map((trail) => [lead, trail]), [lead]])
      codes.set(decoder.decode(Uint8Array.from(code)), code);
  }
  return Buffer.from([...text].flatMap((character) => codes.get(character) ?? []));
}

/** Returns a page with keywords in a legacy encoding that the Content-Type header declares. */
const encoded = (encoding: string, keywords: string, reason: string): SitePage => ({
  reason,
  headers: { "content-type": `text/html; charset=${encoding}` },
  render: (tag) =>
    encodeAs(
      encoding,
      `<!doctype html><html><head><title>${keywords}</title>${tag}</head><body>${ad(1, "300x250", `data-keywords="${keywords}"`)}</body></html>`,
    ),
  keywords,
});

const style = (css: string) => `<style>${css}</style>`;

export const PAGES: Record<string, SitePage> = {
  "table layout": {
    reason: "quirks mode and nested tables, as portals were written until 2005",
    render: (tag) =>
      `<html><head><title>Portal</title>${tag}</head><body bgcolor="#ffffff" topmargin="0"><center><table width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td colspan="2" align="center" bgcolor="#003366">${ad(1, "468x60")}</td></tr><tr valign="top"><td width="30%"><font size="2">News<br>Sport</font></td><td>${TEXT}<table align="center"><tr><td>${ad(2, "234x60")}</td></tr></table></td></tr></table></center></body></html>`,
  },
  "HTML 4.01 Transitional": {
    reason: "almost standards mode, in which table cells around images are laid out differently",
    render: (tag) =>
      `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"><html><head><title>Club</title>${tag}</head><body><h1 align="center">Club</h1><table border="1" width="100%"><tr><td align="center">${ad(1, "320x50")}</td></tr></table>${TEXT}</body></html>`,
  },
  blog: {
    reason: "an article with a floated picture, and ads between paragraphs that text flows around",
    render: (tag) =>
      html(
        tag,
        `<article><h1>Rain</h1><div class="left"></div>${TEXT}${ad(1, "300x250", 'class="right"')}${TEXT}${TEXT}<hr>${ad(2, "728x90")}</article>`,
        style(`body { margin: 20px auto; max-width: 640px; padding: 0 16px; font: 18px/1.6 serif } .left { float: left; width: 90px; height: 120px; background: #ccc; margin: 0 1em 1em 0 }
          .right { float: right; margin: 0 0 1em 1em } img { max-width: 100%; height: auto; border-radius: 6px } a { border-bottom: 2px solid; padding: 2px }`),
      ),
  },
  portal: {
    reason: "a grid of cards, each with an ad",
    render: (tag) =>
      html(
        tag,
        `<main>${[1, 2, 3, 4, 5, 6, 7, 8].map((id) => `<section class="card"><h2>Card ${id}</h2>${ad(id, "300x250")}</section>`).join("")}</main>`,
        style(
          `main { display: grid; gap: 12px; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)) } .card { padding: 8px; background: #eee; display: flex; flex-direction: column }`,
        ),
      ),
  },
  forum: {
    reason: "posts are rows of a table, and an ad is a row between them",
    render: (tag) =>
      html(
        tag,
        `<table class="posts">${[1, 2, 3].map((id) => `<tr><td class="author">Ann</td><td>${TEXT}</td></tr><tr><td colspan="2">${ad(id, "728x90")}</td></tr>`).join("")}</table>`,
        style(
          `.posts { width: 100%; border-collapse: collapse } td { border: 1px solid #999; padding: 6px; vertical-align: top } .author { width: 60px }`,
        ),
      ),
  },
  shop: {
    reason: "products are flex items that wrap and stretch, and some of the items are ads",
    render: (tag) =>
      html(
        tag,
        `<ul class="products"><li><img alt="" width="160" height="300"><a href="/p">Shoe</a></li><li data-zone-id="1" data-size="160x600"></li><li>${ad(2, "160x300")}</li><li><a href="/q">Boot</a></li></ul>`,
        style(
          `.products { display: flex; flex-wrap: wrap; gap: 10px; padding: 0; list-style: none; align-items: stretch } .products a { display: block; padding: 12px } .products img { border: 1px solid; padding: 4px }`,
        ),
      ),
  },
  wiki: {
    reason: "external links get an icon, and a box floats beside the text",
    render: (tag) =>
      html(
        tag,
        `<div class="box">Facts</div><p>${WORDS.repeat(2)}<a href="https://example.org/">source</a></p>${ad(1, "300x250")}<dl><dt>Bridge</dt><dd>${ad(2, "320x100")}</dd></dl>`,
        style(
          `.box { float: right; width: 120px; height: 200px; border: 1px solid } a[href^=http] { padding-right: 15px; background: #eef } a[target=_blank]::after { content: "↗"; display: inline-block; width: 15px }`,
        ),
      ),
  },
  "sticky sidebar": {
    reason: "an ad that stays in view beside scrolling text",
    render: (tag) =>
      html(
        tag,
        `<div class="columns"><main>${TEXT.repeat(6)}</main><aside><div class="sticky">${ad(1, "160x600")}</div></aside></div>`,
        style(
          `.columns { display: flex; gap: 8px } aside { flex: none } .sticky { position: sticky; top: 0 }`,
        ),
      ),
  },
  "right to left": {
    reason: "a newspaper in Arabic",
    render: (tag) =>
      html(
        tag.replace("data-endpoint", 'data-label="إعلان" data-endpoint'),
        `<div dir="rtl" lang="ar"><h1>أخبار اليوم</h1><p>اجتمع المجلس يوم الخميس.</p>${ad(1, "300x250", 'data-keywords="رياضة, أخبار"')}${ad(2, "728x90")}</div>`,
      ),
    keywords: "رياضة,أخبار",
  },
  "vertical text": {
    reason: "Japanese text in vertical lines",
    render: (tag) =>
      html(
        tag,
        `<main lang="ja"><p>吾輩は猫である。名前はまだ無い。</p>${ad(1, "300x250")}</main>`,
        style(`main { writing-mode: vertical-rl; height: 600px; max-width: 370px }`),
      ),
  },
  XHTML: {
    reason: "an XML document with self-closing placeholders",
    headers: { "content-type": "application/xhtml+xml" },
    render: (tag) =>
      `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>page</title>${tag.replace(" async", ' async="async"')}</head><body><p>text<br/></p><div data-zone-id="1" data-size="300x250"/><div data-zone-id="2" data-size="320x50"/></body></html>`,
  },
  "base address": {
    reason: "a base element changes relative addresses and the target of links",
    render: (tag) =>
      html(tag, `${TEXT}${ad(1, "300x250")}`, `<base href="https://archive.invalid/2009/" target="_top">`),
  },
  "windows-1252": {
    reason: "keywords with umlauts on a page in a legacy encoding",
    headers: { "content-type": "text/html; charset=windows-1252" },
    render: (tag) =>
      Buffer.from(
        `<!doctype html><html lang="de"><head><title>Bücher</title>${tag}</head><body>${ad(1, "300x250", 'data-keywords="bücher, müßiggang"')}</body></html>`,
        "latin1",
      ),
    keywords: "bücher,müßiggang",
  },
  "windows-1251": encoded(
    "windows-1251",
    "спорт,погода в москве",
    "a Cyrillic page with one byte per letter",
  ),
  Shift_JIS: encoded("shift_jis", "表示,ソフト", "characters whose second byte is a backslash"),
  "EUC-KR": encoded("euc-kr", "한국,신문", "a Korean page with two bytes per letter"),
  gb18030: encoded("gb18030", "新闻,体育", "a Chinese page with two bytes per letter"),
  "UTF-16": {
    reason: "only a byte order mark declares the encoding, which also applies to scripts without a charset",
    headers: { "content-type": "text/html" },
    render: (tag) =>
      Buffer.from(
        `\ufeff${html(tag, ad(1, "300x250", 'data-keywords="novità, 新聞"')).replace('<meta charset="utf-8">', "")}`,
        "utf16le",
      ),
    keywords: "novità,新聞",
  },
  "address beyond ASCII": {
    reason: "a path in Cyrillic, and a query in the encoding of the page that linked here",
    address: "/page/Новости/%D1%81%D0%BF%D0%BE%D1%80%D1%82?q=%F1%EF%EE%F0%F2&b=ü",
    render: (tag) =>
      html(tag.replace("data-endpoint", 'data-referer="full" data-endpoint'), ad(1, "300x250")),
    referer:
      "/page/%D0%9D%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8/%D1%81%D0%BF%D0%BE%D1%80%D1%82?q=%F1%EF%EE%F0%F2&b=%C3%BC",
  },
  "content policy": {
    reason: "no inline style or script, and Trusted Types enforced",
    headers: {
      "content-security-policy":
        "default-src 'none'; script-src 'self'; img-src http:; connect-src http:; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    },
    render: (tag) => html(tag, `${TEXT}${ad(1, "300x250")}${ad(2, "728x90")}`),
  },
  "tag soup": {
    reason: "elements are not closed, and there are no head and body tags",
    render: (tag) =>
      `<title>Home</title>${tag}<h1>Home<p>Hello<b>${ad(1, "300x250")}<i><li>one${ad(2, "320x50")}</b>`,
  },
  "newsletter in the browser": {
    reason: "an e-mail layout of tables with !important styles",
    render: (tag) =>
      html(
        tag,
        `<table role="presentation" width="100%"><tr><td align="center"><table role="presentation" class="main"><tr><td>${TEXT}</td></tr><tr><td align="center">${ad(1, "320x100")}</td></tr></table></td></tr></table>`,
        style(
          `.main { width: 100%; max-width: 600px } img { display: block !important; max-width: 100% !important; height: auto !important; border: 0 !important } a { text-decoration: none !important; display: inline !important; color: #06c !important }`,
        ),
      ),
  },
  "lazy loading theme": {
    reason: "images are invisible until the theme's script marks them as loaded",
    render: (tag) =>
      html(
        tag,
        `${TEXT}${ad(1, "300x250")}`,
        style(`img:not(.loaded) { opacity: 0; visibility: hidden } img { transition: opacity 1s }`),
      ),
  },
  "dark mode by filter": {
    reason: "a filter inverts the whole page, and a second filter restores pictures",
    render: (tag) =>
      html(
        tag,
        `${TEXT}${ad(1, "300x250")}`,
        style(
          `html { filter: invert(1) hue-rotate(180deg) } img, video { filter: invert(1) hue-rotate(180deg) }`,
        ),
      ),
  },
  "small root font": {
    reason: "a root font size of 62.5 % and text sizes in rem",
    render: (tag) =>
      html(
        tag,
        `<main>${TEXT}${ad(1, "300x250")}</main>`,
        style(
          `html { font-size: 62.5% } body { font-size: 1.6rem; line-height: 3rem; text-indent: 2rem } main { padding: 1rem }`,
        ),
      ),
  },
  preformatted: {
    reason: "a slot in preformatted text, which keeps spaces and line breaks",
    render: (tag) =>
      html(
        tag,
        `<pre style="overflow:auto">man page\n\n   <ins data-zone-id="1" data-size="300x250"></ins>\n   end</pre><div style="white-space:pre-wrap">a <ins data-zone-id="2" data-size="120x60"></ins> b</div><div style="white-space:break-spaces">a <ins data-zone-id="3" data-size="120x60"></ins> b</div>`,
      ),
  },
  "theme for children": {
    reason: "a theme lays out every child of its ad slots",
    render: (tag) =>
      html(
        tag,
        `<style>.slot > *{display:block!important;min-height:40px;padding:9px}</style><div class="slot" data-zone-id="1" data-size="300x250"></div><p>text</p><ins class="slot" data-zone-id="2" data-size="120x60"></ins><p>more</p>`,
      ),
  },
  "closed details": {
    reason: "an ad in a details element has no box until the reader opens the element",
    render: (tag) =>
      html(tag, `<details><summary>More</summary>${ad(1, "300x250")}</details>${ad(2, "320x50")}`),
    reveal: "document.querySelector('details').open = true",
  },
  tabs: {
    reason: "an ad in a hidden panel is not counted until the panel is shown",
    render: (tag) =>
      html(tag, `<div id="first">${ad(1, "300x250")}</div><div id="second" hidden>${ad(2, "300x250")}</div>`),
    reveal: "first.hidden = true; second.hidden = false",
  },
  template: {
    reason: "placeholders in template and noscript elements are not requested",
    render: (tag) =>
      html(
        tag,
        `<template>${ad(9, "300x250")}</template><noscript>${ad(8, "300x250")}</noscript>${ad(1, "300x250")}`,
      ),
  },
  "fade-in of the page": {
    reason: "an anti-flicker snippet hides the page and shows it later",
    render: (tag) =>
      html(
        tag,
        `${TEXT}${ad(1, "300x250")}`,
        `${style(".wait body { opacity: 0 }")}<script>document.documentElement.className = "wait"</script>`,
      ),
    reveal: "document.documentElement.className = ''",
  },
  carousel: {
    reason: "a row scrolls sideways, but the page does not",
    render: (tag) =>
      html(
        tag,
        `<div class="row">${[1, 2, 3].map((id) => `<div class="item">${ad(id, "300x250")}</div>`).join("")}</div>`,
        style(
          `.row { display: flex; overflow-x: auto; scroll-snap-type: x mandatory } .item { flex: none; width: 90%; scroll-snap-align: start }`,
        ),
      ),
  },
  "content visibility": {
    reason: "sections that the browser lays out only near the viewport",
    render: (tag) =>
      html(
        tag,
        [1, 2, 3].map((id) => `<section>${TEXT.repeat(4)}${ad(id, "300x250")}</section>`).join(""),
        style(`section { content-visibility: auto; contain-intrinsic-size: auto 900px }`),
      ),
  },
  "form around the slot": {
    reason: "form fields shadow properties of the form",
    render: (tag) =>
      html(
        tag,
        `<form><input name="dataset"><input name="id"><input name="hidden"><input name="children"><input name="append">${ad(1, "300x250")}</form>`,
      ),
  },
  "older tag's spelling": {
    reason: "a page that migrated by changing only the script",
    render: (tag) =>
      html(tag, `<ins class="eas6a97888e2" data-zoneid="1" data-keywords="one two,three"></ins>`),
    keywords: "one two,three",
  },
  frameset: {
    reason: "a frameset page of 1998 with the ad in one of its frames",
    render: () =>
      `<html><head><title>Frames</title></head><frameset cols="40,*"><frame><frame src="/inside"></frameset></html>`,
    inside: (tag) =>
      `<html><head><title>Article</title>${tag}</head><body>${TEXT}${ad(1, "300x250")}</body></html>`,
    filled: 0,
  },
  "frame of another site": {
    reason: "an article that another site embeds, as news readers do",
    render: (_tag, origin) =>
      html(
        "",
        `<iframe width="340" height="400" src="${origin.replace("127.0.0.1", "localhost")}/inside"></iframe>`,
      ),
    inside: (tag) => html(tag, ad(1, "300x250")),
    filled: 0,
  },
  "sandboxed frame": {
    reason: "a frame without an origin, storage or cookies, as used for content written by users",
    render: () =>
      html(
        "",
        `<iframe width="340" height="400" sandbox="allow-scripts allow-popups" src="/inside"></iframe>`,
      ),
    inside: (tag) => html(tag, ad(1, "300x250")),
    filled: 0,
  },
  dialog: {
    reason: "a cookie wall in front of the page, and an ad in a dialog that opens later",
    render: (tag) =>
      html(
        tag,
        `${TEXT}${ad(1, "300x250")}<dialog id="wall">Cookies?</dialog><dialog id="later">${ad(2, "300x250")}</dialog><script>wall.showModal()</script>`,
      ),
    reveal: "wall.close(), later.showModal()",
  },
  "frame of the same site": {
    reason: "an article with its own tag in a srcdoc frame",
    render: (tag) =>
      html(
        "",
        `<iframe width="340" height="400" srcdoc="${html(tag.replace('src="/', 'src="../'), ad(1, "300x250")).replaceAll('"', "&quot;")}"></iframe>`,
      ),
    filled: 0,
  },
};
