// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mark } from "../../src/tag/dom.ts";
import type { Slot } from "../../src/tag/types.ts";

type Sizes = { target: Element; contentRect: { width: number; height: number } }[];

let reserve: typeof import("../../src/tag/box.ts").reserve;
let watchBox: typeof import("../../src/tag/box.ts").watchBox;
let unwatchBox: typeof import("../../src/tag/box.ts").unwatchBox;
/** The page's observer of sizes: what it watches, and its report. */
let watched: Set<Element>;
let reportSizes: (entries: Sizes) => void;
/** Text last written into the style sheet: the DOM of these tests knows neither layers nor `:where`. */
let written: string;

beforeEach(async () => {
  document.adoptedStyleSheets = [];
  vi.restoreAllMocks();
  vi.spyOn(CSSStyleSheet.prototype, "replaceSync").mockImplementation((text) => {
    written = text;
  });
  vi.useFakeTimers();
  watched = new Set();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(report: typeof reportSizes) {
        reportSizes = report;
      }
      observe = (target: Element) => watched.add(target);
      unobserve = (target: Element) => watched.delete(target);
    },
  );
  vi.resetModules();
  ({ reserve, unwatchBox, watchBox } = await import("../../src/tag/box.ts"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a box has its width and ratio, up to the width of its container", () => {
  reserve(document, "300x250");
  const [, rule] = /:where\(\[data-size="300x250"\]\)\{(.*?)\}/.exec(written) ?? [];
  for (const part of [
    "display:flow-root;",
    "max-width:300px;",
    "width:-webkit-fill-available;",
    "aspect-ratio:300/250",
    // Else higher fallback content makes the box higher, and it shrinks when the ad comes.
    "min-height:0",
  ])
    expect(rule).toContain(part);
});

test("a box's rule has no specificity and matches placeholders alone", () => {
  reserve(document, "300x250");
  expect(written).toContain(
    `:where([data-zone-id]:not(script),ins[data-zoneid]):where([data-size="300x250"]){`,
  );
});

test("rules for link and image are important and in a layer", () => {
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

test("each size is one rule of one sheet, however often it is reserved", () => {
  for (const size of ["300x250", "728x90", "300x250"]) reserve(document, size);
  expect(document.adoptedStyleSheets).toHaveLength(1);
  expect(CSSStyleSheet.prototype.replaceSync).toHaveBeenCalledTimes(2);
  expect(written.split(`:where([data-size="300x250"])`)).toHaveLength(2);
  expect(written.split(`:where([data-size="728x90"])`)).toHaveLength(2);
});

test("without a size a banner is still fitted, and a collapsed placeholder hidden", () => {
  reserve(document);
  expect(written).toContain("max-width:100%");
  expect(written).toMatch(/\[data-zone-collapsed\],[^{}]*\{display:none!important\}/);
});

test("only a banner's own link and image are fitted", () => {
  document.body.innerHTML = `<ins data-zone-state="filled"><a rel="noopener sponsored nofollow"><img></a></ins>
    <ins data-zone-state="empty"><a rel="sponsored"><img></a></ins><p><a rel="noopener sponsored nofollow"><img></a></p>`;
  reserve(document);
  const [, selectors = ""] = /@layer zonetag\{(.*?)\{all/.exec(written) ?? [];
  const fitted = [...document.querySelectorAll("a,img")].map((element) => element.matches(selectors));
  expect(fitted).toEqual([true, true, false, false, false, false]);
  document.body.innerHTML = "";
});

test("the page's own sheets stay, and a shadow root adopts the same sheet as the document", () => {
  const own = new CSSStyleSheet();
  document.adoptedStyleSheets = [own];
  const root = document.createElement("div").attachShadow({ mode: "open" });
  reserve(document, "300x250");
  reserve(root as never, "300x250");
  reserve(root as never, "300x250");
  expect(document.adoptedStyleSheets[0]).toBe(own);
  expect(root.adoptedStyleSheets).toEqual([document.adoptedStyleSheets[1]]);
});

test("in a browser without constructable sheets no rule is written twice", () => {
  const { CSSStyleSheet: sheet } = globalThis;
  vi.stubGlobal("CSSStyleSheet", undefined);
  for (let times = 0; times < 3; times++) reserve(document, "300x250");
  vi.stubGlobal("CSSStyleSheet", sheet);
  reserve(document, "300x250");
  expect(written.split(`:where([data-size="300x250"])`)).toHaveLength(2);
});

test("a root that cannot adopt sheets is left alone", () => {
  expect(() => reserve({} as Document, "300x250")).not.toThrow();
  vi.stubGlobal("CSSStyleSheet", undefined);
  expect(() => reserve(document, "300x250")).not.toThrow();
});

const SIZE = { width: 300, height: 250 };

/** A watched box that the browser says it draws, or not. */
const createBox = (isVisible?: boolean) => {
  const checkVisibility = isVisible === undefined ? undefined : () => isVisible;
  const box = Object.assign(document.createElement("ins"), { checkVisibility });
  const slot: Slot = { element: box, key: 1, id: "1", values: {}, _wake: () => {}, _restores: 3 };
  mark(box, slot);
  watchBox(box);
  return { box, slot };
};

test.each([
  ["of which nothing is known", undefined, undefined, true],
  ["that can be seen", SIZE, true, true],
  ["in a browser that cannot tell", SIZE, undefined, true],
  ["that can be seen through", SIZE, false, false],
  ["without a height", { width: 300, height: 0 }, true, false],
  ["that is inline, or has no box", { width: 0, height: 0 }, false, true],
])("a box %s", (_, contentRect, isVisible, expected) => {
  const { box, slot } = createBox(isVisible);
  if (contentRect) reportSizes([{ target: box, contentRect }]);
  expect(slot._isHidden ?? false).toBe(!expected);
});

test("a report on a former slot is ignored", () => {
  const { box, slot } = createBox(false);
  mark(box, undefined);
  reportSizes([{ target: box, contentRect: SIZE }]);
  expect(slot._isHidden ?? false).toBe(false);
});

test("a box becomes visible when it gets a height", () => {
  const { box, slot } = createBox(true);
  reportSizes([{ target: box, contentRect: { width: 300, height: 0 } }]);
  expect(slot._isHidden).toBe(true);
  reportSizes([{ target: box, contentRect: SIZE }]);
  expect(slot._isHidden ?? false).toBe(false);
});

test("a box is watched until unwatchBox", () => {
  const { box } = createBox();
  expect([...watched]).toEqual([box]);
  unwatchBox(box);
  expect([...watched]).toEqual([]);
});

test("a sheet that the page dropped is added again when a box reports its size", () => {
  const { box } = createBox(true);
  document.body.append(box);
  reserve(box, "300x250");
  const [sheet] = document.adoptedStyleSheets;
  document.adoptedStyleSheets = [];
  reportSizes([{ target: box, contentRect: { width: 0, height: 0 } }]);
  expect(document.adoptedStyleSheets).toEqual([sheet]);
  // No rule was added for it.
  expect(CSSStyleSheet.prototype.replaceSync).toHaveBeenCalledTimes(1);
  box.remove();
});

test("without a ResizeObserver a box counts as visible", () => {
  vi.stubGlobal("ResizeObserver", undefined);
  const { box, slot } = createBox(false);
  expect(slot._isHidden ?? false).toBe(false);
  unwatchBox(box);
});
