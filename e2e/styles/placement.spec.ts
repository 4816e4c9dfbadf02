/** Ads in placeholders with a margin, padding or border of their own keep their size, and the container its width. */
import { expect, mergeTests } from "playwright/test";
import { testWithEngine, testWithServers } from "../support/fixtures.ts";

const test = mergeTests(testWithServers, testWithEngine);

/** `AD` is replaced by the placeholder, whose parent is its container. */
const CONTEXTS: Record<string, string> = {
  block: "<div>AD</div>",
  "flex row": `<div style="display:flex">AD</div>`,
  "flex column": `<div style="display:flex;flex-direction:column">AD</div>`,
  "flex column, centred": `<div style="display:flex;flex-direction:column;align-items:center">AD</div>`,
  grid: `<div style="display:grid">AD</div>`,
  "grid, centred": `<div style="display:grid;justify-items:center">AD</div>`,
  "inline-block": `<div class="inline">AD</div>`,
  "in an inline-block": `<div style="display:inline-block">AD</div>`,
  float: `<div class="float" style="display:flow-root">AD</div>`,
  "in a float": `<div style="float:left">AD</div><br style="clear:both">`,
  "table cell": `<table width="100%"><tr><td style="padding:0">AD</td></tr></table>`,
  "in a shrinking table": `<table><tr><td style="padding:0">AD</td></tr></table>`,
};

const ADORNMENTS: Record<string, string> = {
  margin: "margin:10px 15px",
  padding: "padding:10px 15px",
  border: "border:8px solid",
  "margin, padding and border": "margin:5px 10px;padding:3px 12px;border:4px solid",
};

const SIZES = ["300x250", "728x90"];
const WIDTHS = [1280, 390];

interface Box {
  name: string;
  /** Content box of the placeholder. */
  width: number;
  height: number;
  /** Width of its margin box. */
  outer: number;
  /** Width of its container's content box. */
  container: number;
  /** Width of the link. */
  ad: number;
}

/** Measures every placeholder; returns null until the page has loaded and all placeholders are filled. */
const MEASURE = `
  const number = (text) => parseFloat(text) || 0;
  window.measure = () => {
    const slots = [...document.querySelectorAll("[data-zone-id]")];
    const isFilled = ({ dataset }) => dataset.zoneState === "filled";
    if (document.readyState !== "complete" || !slots.every(isFilled)) return null;
    const boxes = slots.map((slot) => {
      const style = getComputedStyle(slot);
      const sum = (...names) => names.reduce((all, name) => all + number(style[name]), 0);
      const { width, height } = slot.getBoundingClientRect();
      const edges = sum("paddingLeft", "paddingRight", "borderLeftWidth", "borderRightWidth");
      const ends = sum("paddingTop", "paddingBottom", "borderTopWidth", "borderBottomWidth");
      return {
        name: slot.dataset.name,
        width: width - edges,
        height: height - ends,
        outer: width + sum("marginLeft", "marginRight"),
        container: slot.parentElement.getBoundingClientRect().width,
        ad: slot.querySelector("a").getBoundingClientRect().width,
      };
    });
    return { boxes, page: document.documentElement.scrollWidth, viewport: innerWidth };
  };`;

function renderContexts(): string {
  return SIZES.flatMap((size) =>
    Object.entries(CONTEXTS).flatMap(([context, html]) =>
      Object.entries(ADORNMENTS).map(([adornment, css]) => {
        const name = `${size} with ${adornment}, ${context}`;
        return html.replace(
          "AD",
          `<div data-zone-id="1" data-size="${size}" data-name="${name}" style="${css}"></div>`,
        );
      }),
    ),
  ).join("\n");
}

for (const [reset, css] of Object.entries({
  "no reset": "",
  "a border-box reset": "*, ::before, ::after { box-sizing: border-box }",
}))
  test(`with ${reset}, an ad has its size where it fits, else the width of its placeholder, which never exceeds the container`, async ({
    tab,
    site,
    ads,
  }) => {
    ads.answer(({ zones }) => ({
      zones: zones.map((_, at) => ads.banner(1, `${at}`, "300x250")),
      errors: {},
    }));
    site.pages["/page"] = `<!doctype html><meta charset="utf-8"><title>placement</title>
      <style>${css} html { overflow-y: hidden } body { margin: 0 } .inline > * { display: inline-block } .float > * { float: left }</style>
      <script>${MEASURE}</script><script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>${renderContexts()}`;
    site.pages["/"] = `<!doctype html><title>host</title><style>body { margin: 0 }</style>${WIDTHS.map(
      (width) => `<iframe src="/page" width="${width}" height="60000" frameborder="0"></iframe>`,
    ).join("")}`;
    await tab.goto(site.origin);
    type Measured = { boxes: Box[]; page: number; viewport: number } | null;
    const measure = () => tab.run<Measured[]>("Array.from(frames, (frame) => frame.measure?.() ?? null)");
    await expect.poll(async () => (await measure()).filter(Boolean).length).toBe(WIDTHS.length);
    const faults = (await measure()).flatMap((measured) => {
      const { boxes = [], page = 0, viewport = 0 } = measured ?? {};
      expect(boxes).toHaveLength(
        SIZES.length * Object.keys(CONTEXTS).length * Object.keys(ADORNMENTS).length,
      );
      return [
        ...(page > viewport ? [`the page is ${page} wide at ${viewport}`] : []),
        ...boxes.flatMap((box) => findFaults(box, viewport)),
      ];
    });
    expect(faults).toEqual([]);
  });

/** Describes the faults of a placeholder. */
function findFaults({ name, width, height, outer, container, ad }: Box, viewport: number): string[] {
  const [fullWidth = 0, fullHeight = 0] = (name.match(/\d+/g) ?? []).map(Number);
  const isNear = (a: number, b: number) => Math.abs(a - b) <= 1;
  const room = container - (outer - width);
  // Where the container is as wide as its content, a wide ad takes four fifths of the screen.
  const isLargeEnough = ad >= Math.min(fullWidth, viewport < 500 ? 0.7 * room : room) - 1;
  const isRight =
    isNear(ad, Math.min(fullWidth, width)) &&
    isNear(height, (ad * fullHeight) / fullWidth) &&
    outer <= container + 1 &&
    isLargeEnough;
  const text = `at ${viewport}: ${name}: ${width}x${height}, margin box ${outer} in ${container}, ad ${ad}`;
  return isRight ? [] : [text];
}
