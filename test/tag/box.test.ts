// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mark } from "../../src/tag/dom.ts";
import type { Slot } from "../../src/tag/types.ts";

type Sizes = { target: Element; contentRect: { width: number; height: number } }[];

let reserve: typeof import("../../src/tag/box.ts").reserve;
let watchBox: typeof import("../../src/tag/box.ts").watchBox;
let unwatchBox: typeof import("../../src/tag/box.ts").unwatchBox;
/** Elements that the ResizeObserver observes, and its callback. */
let watched: Set<Element>;
let reportSizes: (entries: Sizes) => void;
/** Last text written into the style sheet. happy-dom supports neither layers nor `:where`, so tests read this. */
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

test("the rule of a size sets width and aspect ratio, limited to the container's width", () => {
  reserve(document, "300x250");
  const [, rule] = /:where\(\[data-size="300x250"\]\)\{(.*?)\}/.exec(written) ?? [];
  for (const part of [
    "display:flow-root;",
    "max-width:300px;",
    "width:-webkit-fill-available;",
    "aspect-ratio:300/250",
    // Otherwise tall fallback content would stretch the box, and it would shrink when the ad arrives.
    "min-height:0",
  ])
    expect(rule).toContain(part);
});

test("the rule of a size has zero specificity and matches only placeholders", () => {
  reserve(document, "300x250");
  expect(written).toContain(
    `:where([data-zone-id]:not(script),ins[data-zoneid]):where([data-size="300x250"]){`,
  );
});

test("rules for an ad's link and image are !important and in a layer", () => {
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

test("reserving a size again adds no second rule or sheet", () => {
  for (const size of ["300x250", "728x90", "300x250"]) reserve(document, size);
  expect(document.adoptedStyleSheets).toHaveLength(1);
  expect(CSSStyleSheet.prototype.replaceSync).toHaveBeenCalledTimes(2);
  expect(written.split(`:where([data-size="300x250"])`)).toHaveLength(2);
  expect(written.split(`:where([data-size="728x90"])`)).toHaveLength(2);
});

test("without a size the sheet still limits the width of banners and hides collapsed placeholders", () => {
  reserve(document);
  expect(written).toContain("max-width:100%");
  expect(written).toMatch(/\[data-zone-collapsed\],[^{}]*\{display:none!important\}/);
});

test("only the link and image of a filled slot's banner are fitted", () => {
  document.body.innerHTML = `<ins data-zone-state="filled"><a rel="noopener sponsored nofollow"><img></a></ins>
    <ins data-zone-state="empty"><a rel="sponsored"><img></a></ins><p><a rel="noopener sponsored nofollow"><img></a></p>`;
  reserve(document);
  const [, selectors = ""] = /@layer zonetag\{(.*?)\{all/.exec(written) ?? [];
  const fitted = [...document.querySelectorAll("a,img")].map((element) => element.matches(selectors));
  expect(fitted).toEqual([true, true, false, false, false, false]);
  document.body.innerHTML = "";
});

test("reserve() keeps the page's sheets and adds one shared sheet to the document and to shadow roots", () => {
  const own = new CSSStyleSheet();
  document.adoptedStyleSheets = [own];
  const root = document.createElement("div").attachShadow({ mode: "open" });
  reserve(document, "300x250");
  reserve(root as never, "300x250");
  reserve(root as never, "300x250");
  expect(document.adoptedStyleSheets[0]).toBe(own);
  expect(root.adoptedStyleSheets).toEqual([document.adoptedStyleSheets[1]]);
});

test("repeated reservations without constructable sheets add only one rule", () => {
  const { CSSStyleSheet: sheet } = globalThis;
  vi.stubGlobal("CSSStyleSheet", undefined);
  for (let times = 0; times < 3; times++) reserve(document, "300x250");
  vi.stubGlobal("CSSStyleSheet", sheet);
  reserve(document, "300x250");
  expect(written.split(`:where([data-size="300x250"])`)).toHaveLength(2);
});

test("reserve() does not throw for a root that cannot adopt sheets", () => {
  expect(() => reserve({} as Document, "300x250")).not.toThrow();
  vi.stubGlobal("CSSStyleSheet", undefined);
  expect(() => reserve(document, "300x250")).not.toThrow();
});

const SIZE = { width: 300, height: 250 };

/** Creates a watched box; `isVisible` is the result of `checkVisibility()`, undefined where it is unsupported. */
const createBox = (isVisible?: boolean) => {
  const checkVisibility = isVisible === undefined ? undefined : () => isVisible;
  const box = Object.assign(document.createElement("ins"), { checkVisibility });
  const slot: Slot = { element: box, key: 1, id: "1", values: {}, _wake: () => {}, _restores: 3 };
  mark(box, slot);
  watchBox(box);
  return { box, slot };
};

test.each([
  ["without a size report counts as visible", undefined, undefined, true],
  ["with an area counts as visible", SIZE, true, true],
  ["in a browser without checkVisibility counts as visible", SIZE, undefined, true],
  ["that is transparent counts as hidden", SIZE, false, false],
  ["without a height counts as hidden", { width: 300, height: 0 }, true, false],
  ["that is inline or display: none counts as visible", { width: 0, height: 0 }, false, true],
])("a box %s", (_, contentRect, isVisible, expected) => {
  const { box, slot } = createBox(isVisible);
  if (contentRect) reportSizes([{ target: box, contentRect }]);
  expect(slot._isHidden ?? false).toBe(!expected);
});

test("a size report for an element that is no longer a slot is ignored", () => {
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

test("a sheet that the page removed is adopted again at the next size report", () => {
  const { box } = createBox(true);
  document.body.append(box);
  reserve(box, "300x250");
  const [sheet] = document.adoptedStyleSheets;
  document.adoptedStyleSheets = [];
  reportSizes([{ target: box, contentRect: { width: 0, height: 0 } }]);
  expect(document.adoptedStyleSheets).toEqual([sheet]);
  // The sheet was not written again.
  expect(CSSStyleSheet.prototype.replaceSync).toHaveBeenCalledTimes(1);
  box.remove();
});

test("without a ResizeObserver a box counts as visible", () => {
  vi.stubGlobal("ResizeObserver", undefined);
  const { box, slot } = createBox(false);
  expect(slot._isHidden ?? false).toBe(false);
  unwatchBox(box);
});
