// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { describeReserved, RULES } from "../../src/tag/boxStyle.ts";
import { mark } from "../../src/tag/dom.ts";

type Sizes = { target: Element }[];

let reserve: typeof import("../../src/tag/box.ts").reserve;
let isHidden: typeof import("../../src/tag/box.ts").isHidden;
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
  ({ isHidden, reserve, unwatchBox } = await import("../../src/tag/box.ts"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("reserving a size again adds no second rule or sheet", () => {
  for (const size of ["300x250", "728x90", "300x250"]) reserve(document.body, size);
  expect(document.adoptedStyleSheets).toHaveLength(1);
  expect(CSSStyleSheet.prototype.replaceSync).toHaveBeenCalledTimes(2);
  expect(written).toBe(RULES + describeReserved("300x250") + describeReserved("728x90"));
});

test("without a size the sheet has the rules that hold for all placeholders", () => {
  reserve(document.body);
  expect(written).toBe(RULES);
});

test("reserve() keeps the page's sheets and adds one shared sheet to the document and to shadow roots", () => {
  const own = new CSSStyleSheet();
  document.adoptedStyleSheets = [own];
  const root = document.createElement("div").attachShadow({ mode: "open" });
  const child = root.appendChild(document.createElement("ins"));
  reserve(document.body, "300x250");
  reserve(child, "300x250");
  reserve(child, "300x250");
  expect(document.adoptedStyleSheets[0]).toBe(own);
  expect(root.adoptedStyleSheets).toEqual([document.adoptedStyleSheets[1]]);
});

test("repeated reservations without constructable sheets add only one rule", () => {
  const { CSSStyleSheet: sheet } = globalThis;
  vi.stubGlobal("CSSStyleSheet", undefined);
  for (let times = 0; times < 3; times++) reserve(document.body, "300x250");
  vi.stubGlobal("CSSStyleSheet", sheet);
  reserve(document.body, "300x250");
  expect(written).toBe(RULES + describeReserved("300x250"));
});

test("reserve() does not throw for a root that cannot adopt sheets", () => {
  expect(() => reserve({} as Element, "300x250")).not.toThrow();
  vi.stubGlobal("CSSStyleSheet", undefined);
  expect(() => reserve(document.body, "300x250")).not.toThrow();
});

test("a box is watched until unwatchBox", () => {
  const box = document.createElement("ins");
  reserve(box);
  expect([...watched]).toEqual([box]);
  unwatchBox(box);
  expect([...watched]).toEqual([]);
});

test.each([
  ["that is transparent", () => false, true],
  ["that is visible", () => true, false],
  ["in a browser without checkVisibility()", undefined, false],
])("a box %s counts as hidden: %s", (_, checkVisibility, expected) => {
  const box = Object.assign(document.createElement("ins"), { checkVisibility });
  reserve(box);
  expect(isHidden(box)).toBeUndefined();
  reportSizes([{ target: box }]);
  expect(isHidden(box)).toBe(expected);
});

test("a sheet that the page removed is adopted again at the next size report", () => {
  const box = document.createElement("ins");
  document.body.append(box);
  mark(box, {});
  reserve(box, "300x250");
  const [sheet] = document.adoptedStyleSheets;
  document.adoptedStyleSheets = [];
  reportSizes([{ target: box }]);
  expect(document.adoptedStyleSheets).toEqual([sheet]);
  // The sheet was not written again.
  expect(CSSStyleSheet.prototype.replaceSync).toHaveBeenCalledTimes(1);
  box.remove();
});

test("a size report for an element that left the page is ignored", () => {
  const box = document.createElement("ins");
  reserve(box, "300x250");
  expect(() => reportSizes([{ target: box }])).not.toThrow();
});

test("without a ResizeObserver the space is reserved", () => {
  vi.stubGlobal("ResizeObserver", undefined);
  reserve(document.body, "300x250");
  expect(document.adoptedStyleSheets).toHaveLength(1);
  unwatchBox(document.body);
});
