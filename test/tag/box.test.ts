// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";

let reserve: typeof import("../../src/tag/box.ts").reserve;
beforeEach(async () => {
  document.adoptedStyleSheets = [];
  vi.resetModules();
  ({ reserve } = await import("../../src/tag/box.ts"));
});

const rules = (root: Document | ShadowRoot = document) =>
  root.adoptedStyleSheets.flatMap((sheet) =>
    [...sheet.cssRules].map(({ cssText }) => cssText.replace(/\s+/g, "")),
  );

test("a box has its width, its ratio, and no more width than there is", () => {
  reserve(document, "300x250");
  const [rule] = rules().filter((text) => text.includes("300x250"));
  expect(rule).toMatch(/^:where\(\[data-size="300x250"\]\)\{/);
  for (const part of [
    "display:block;",
    "width:300px;",
    "max-width:100%;",
    "min-height:0",
    "aspect-ratio:300/250",
  ])
    expect(rule).toContain(part);
});

test("each size is one rule of one sheet, whatever asks how often", () => {
  for (const size of ["300x250", "728x90", "300x250"]) reserve(document, size);
  expect(document.adoptedStyleSheets).toHaveLength(1);
  expect(rules().filter((text) => text.includes("300x250"))).toHaveLength(1);
  expect(rules().filter((text) => text.includes("728x90"))).toHaveLength(1);
});

test("without a size a banner is fitted all the same, and a collapsed placeholder goes", () => {
  reserve(document);
  expect(rules().join("")).toContain("max-width:100%");
  expect(rules().join("")).toContain("[data-zone-state][hidden]{display:none!important;}");
});

test("a banner's link and image are fitted, and no other", () => {
  document.body.innerHTML = `<ins data-zone-state="filled"><a rel="noopener sponsored nofollow"><img></a><a><img></a></ins>
    <p><a rel="sponsored"><img></a></p>`;
  reserve(document);
  const selectors = document.adoptedStyleSheets.flatMap((sheet) =>
    [...sheet.cssRules].map((rule) => (rule as CSSStyleRule).selectorText),
  );
  const fitted = [...document.querySelectorAll("a,img")].map((el) =>
    selectors.some((selector) => el.matches(selector)),
  );
  expect(fitted).toEqual([true, true, false, false, false, false]);
  document.body.innerHTML = "";
});

test("an empty size is no size", () => {
  reserve(document);
  expect(rules().join("")).not.toContain(`[data-size=""]`);
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
