// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";

let reserve: typeof import("../../src/tag/box.ts").reserve;
/** What was last written into the sheet: the DOM of these tests knows neither layers nor `:where`. */
let written: string;

beforeEach(async () => {
  document.adoptedStyleSheets = [];
  vi.restoreAllMocks();
  vi.spyOn(CSSStyleSheet.prototype, "replaceSync").mockImplementation((text) => {
    written = text;
  });
  vi.resetModules();
  ({ reserve } = await import("../../src/tag/box.ts"));
});

test("a box has its width, its ratio, and no more width than there is", () => {
  reserve(document, "300x250");
  const [, rule] = /:where\(\[data-size="300x250"\]\)\{(.*?)\}/.exec(written) ?? [];
  for (const part of ["display:block;", "max-width:300px;", "width:100%;", "aspect-ratio:300/250"])
    expect(rule).toContain(part);
});

test("the rule of a box has no weight and concerns placeholders alone", () => {
  reserve(document, "300x250");
  expect(written).toContain(`:where([data-zone-id],[data-zoneid]):where([data-size="300x250"]){`);
});

test("whatever is said of link and image is important, and in a layer", () => {
  reserve(document, "300x250");
  const layers = [...written.matchAll(/@layer zonetag\{((?:[^{}]*\{[^{}]*\})*)\}/g)].map(
    ([, rules]) => rules,
  );
  const outside = written.replace(/@layer zonetag\{((?:[^{}]*\{[^{}]*\})*)\}/g, "");
  expect(layers).toHaveLength(2);
  expect(outside).not.toContain(">a");
  const blocks = layers.join("").match(/(?<=\{)[^}]*/g) ?? [];
  for (const declaration of blocks.flatMap((block) => block.split(";")))
    expect(declaration).toMatch(/!important$/);
});

test("each size is one rule of one sheet, whatever asks how often", () => {
  for (const size of ["300x250", "728x90", "300x250"]) reserve(document, size);
  expect(document.adoptedStyleSheets).toHaveLength(1);
  expect(CSSStyleSheet.prototype.replaceSync).toHaveBeenCalledTimes(2);
  expect(written.split("max-width:300px")).toHaveLength(2);
  expect(written.split("max-width:728px")).toHaveLength(2);
});

test("without a size a banner is fitted all the same, and a collapsed placeholder goes", () => {
  reserve(document);
  expect(written).toContain("max-width:100%");
  expect(written).toContain("[data-zone-collapsed]{display:none!important}");
});

test("a banner's link and image are fitted, and no other, whatever its publisher calls it", () => {
  document.body.innerHTML = `<ins data-zone-state="filled"><a rel="noopener sponsored nofollow"><img></a></ins>
    <ins data-zone-state="empty"><a rel="sponsored"><img></a></ins><p><a rel="noopener sponsored nofollow"><img></a></p>`;
  reserve(document);
  const [, selectors = ""] = /@layer zonetag\{\[.*?\]\{.*?\}(.*?)\{all/.exec(written) ?? [];
  const fitted = [...document.querySelectorAll("a,img")].map((element) => element.matches(selectors));
  expect(fitted).toEqual([true, true, false, false, false, false]);
  document.body.innerHTML = "";
});

test("the page's own sheets stay, and a shadow root gets the same one", () => {
  const own = new CSSStyleSheet();
  document.adoptedStyleSheets = [own];
  const root = document.createElement("div").attachShadow({ mode: "open" });
  reserve(document, "300x250");
  reserve(root as never, "300x250");
  reserve(root as never, "300x250");
  expect(document.adoptedStyleSheets[0]).toBe(own);
  expect(root.adoptedStyleSheets).toEqual([document.adoptedStyleSheets[1]]);
});

test("what has no sheets of that kind is left alone", () => {
  expect(() => reserve({} as Document, "300x250")).not.toThrow();
  vi.stubGlobal("CSSStyleSheet", undefined);
  expect(() => reserve(document, "300x250")).not.toThrow();
  vi.unstubAllGlobals();
});
