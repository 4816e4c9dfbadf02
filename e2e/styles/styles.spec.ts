/**
 * An ad looks the same under any style: every style sheet with every context, in standards and quirks mode, wide and
 * narrow. A page shows all contexts at once, in two frames, so that one load measures them all.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, mergeTests } from "playwright/test";
import type { Ads } from "../support/ads.ts";
import { testWithEngine, testWithServers } from "../support/fixtures.ts";
import type { Site } from "../support/site.ts";
import type { Tab } from "../support/tab.ts";
import { CONTEXTS } from "./contexts.ts";
import { SHEETS, type Sheet } from "./sheets.ts";

/** Offset from its context, width and height. */
type Box = [x: number, y: number, width: number, height: number];

interface Slot {
  context: string;
  /** Size of the placeholder; empty if the size of the banner applies. */
  size: string;
  state: string | null;
  box: Box;
  /** An inline box is as high as its font, whatever it contains. */
  isInline: boolean;
  /** Height of the context. */
  around: number;
  link?: Box;
  image?: Box;
  isSeen?: boolean;
  isClickable?: boolean;
}

interface Measured {
  slots: Slot[];
  /** Width of the page, whether in view or not. */
  page: number;
  /** Width of the page without placeholders. */
  bare: number;
  viewport: number;
}

const WIDTHS = [1280, 390];
const MEASURE = readFileSync(join(import.meta.dirname, "measure.js"), "utf8");
const MODES = { standards: "<!doctype html>", quirks: "" };

/** Attributes of each zone's placeholder, and the size of its banner. */
const ZONES: Record<number, { attributes: string; banner: string }> = {
  1: { attributes: `data-size="300x250"`, banner: "300x250" },
  2: { attributes: `data-size="728x90"`, banner: "728x90" },
  3: { attributes: "", banner: "300x250" },
};

const test = mergeTests(testWithServers, testWithEngine);

/** Isolates the contexts from each other, and hides the scroll bar, which would take width. */
const PLACES = `html { overflow-y: hidden !important } [data-context] { display: flow-root }
  @media (width < 500px) { .wide { display: none } }
  .labelled::before { content: "Advertisement"; display: block; font: 11px sans-serif }`;

/** Renders every context once for each zone. */
function renderContexts(): string {
  const contexts = Object.entries(CONTEXTS);
  return Object.entries(ZONES)
    .flatMap(([id, { attributes }]) =>
      contexts.map(([name, { html, isWide }]) => {
        const placeholder = html.replace("AD", `data-zone-id="${id}" ${attributes}`);
        return `<div data-context="${name}" class="${isWide ? "wide" : ""}">${placeholder}</div>`;
      }),
    )
    .join("\n");
}

function renderPage(doctype: string, { css, container = "" }: Sheet, { endpoint }: Ads): string {
  return `${doctype}<html lang="en"><head><meta charset="utf-8"><title>styles</title>
    <style>${css}</style><style>${PLACES}</style><script>${MEASURE}</script>
    <script src="/dist/zonetag.js" data-endpoint="${endpoint}"></script></head>
    <body><main class="${container}">${renderContexts()}</main></body></html>`;
}

/** Frames as tall as their page, so that everything is in view. */
const HOST = `<!doctype html><title>host</title><style>body{margin:0}</style>${WIDTHS.map(
  (width) => `<iframe src="/page" width="${width}" height="60000" frameborder="0"></iframe>`,
).join("")}`;

const measure = (tab: Tab) => tab.run<Measured[]>("Array.from(frames).map((frame) => frame.measure())");

const until = <T>(read: () => T | Promise<T>) => expect.poll(read, { intervals: [50, 100] });

/** Measures the page before any response, and once everything is filled. */
async function measurePage(tab: Tab, site: Site, ads: Ads, page: string): Promise<Measured[][]> {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  ads.answer(async ({ zones }) => {
    await held;
    return { zones: zones.map(({ id }, at) => ads.banner(id, `${id}-${at}`, ZONES[id]?.banner)), errors: {} };
  });
  site.pages["/page"] = page;
  site.pages["/"] = HOST;
  await tab.goto(site.origin);
  // Each frame has more placeholders than fit in one request.
  await until(() => ads.requests.length).toBe(WIDTHS.length * 2);
  const before = await measure(tab);
  answer();
  const areFilled = async () =>
    (await measure(tab)).flatMap(({ slots }) => slots).every(({ state }) => state === "filled");
  await until(areFilled).toBe(true);
  return [before, await measure(tab)];
}

const isNear = (a: number, b: number) => Math.abs(a - b) <= 0.5;
const areNear = (a: number[], b: number[]) => a.every((value, at) => isNear(value, b[at] ?? Number.NaN));

/** Whether a box extends beyond another. */
const isOutside = ([x, y, width, height]: Box, [left, top, across, down]: Box) =>
  x < left - 0.5 || y < top - 0.5 || x + width > left + across + 0.5 || y + height > top + down + 0.5;

const NOWHERE: Box = [0, 0, 0, 0];

/** Describes the faults of a filled slot. */
function findFaults(slot: Slot, before: Slot | undefined, viewport: number): string[] {
  const { context, size, box, isInline, around, link = NOWHERE, image = NOWHERE, isSeen, isClickable } = slot;
  const { isSized, isWide, isGuessed, taken = 0 } = CONTEXTS[context] ?? {};
  const [width = 0, height = 0] = (size || "300x250").split("x").map(Number);
  // Without a size, the page's text may take the space that it needs.
  if (size ? isWide && viewport < 500 : isWide || isSized) return [];
  const faults: string[] = [];
  const check = (isRight: boolean, what: string) => {
    if (!isRight) faults.push(`${context}, ${size || "no size"}, at ${viewport}: ${what}`);
  };
  check(isSeen === true, "cannot be seen");
  check(isClickable === true, "cannot be clicked");
  check(image[2] <= width + 0.5 && image[2] > 0, `the image is ${image}`);
  if (isGuessed && image[2] < width) return faults;
  if (size) {
    check(isInline || areNear(box, before?.box ?? []), `the box went from ${before?.box} to ${box}`);
    check(isNear(around, before?.around ?? 0), `what is around it went from ${before?.around} to ${around}`);
    check(isInline || !isOutside(image, box), `the image ${image} is not in its box ${box}`);
  }
  if (isSized) return faults;
  check(areNear(link, image), `the link is ${link}, its image ${image}`);
  check(isNear(image[3], (image[2] * height) / width), `the image is ${image}`);
  if (viewport < 500) check(image[2] >= Math.min(width, viewport - taken) * 0.6, `the image is ${image}`);
  else if (width === 300) check(isNear(image[2], width), `the image is ${image}`);
  return faults;
}

/** Whether a fault reports a movement of at most this many pixels. */
const hasMoved = (fault: string, pixels: number) => {
  const [, before, after] = /what is around it went from ([\d.]+) to ([\d.]+)$/.exec(fault) ?? [];
  return Math.abs(Number(before) - Number(after)) <= pixels;
};

/**
 * Faults of WebKit, which moves the box when it is filled:
 *
 * - In a list item, the marker is in the empty box. Once the box has a banner without a line, the marker gets a
 * separate line above the box (`findParentOfEmptyOrFirstLineBox` in
 * https://github.com/WebKit/WebKit/blob/main/Source/WebCore/rendering/updating/RenderTreeBuilderList.cpp). A banner
 * with a line would take the indent and the line height of the page.
 * - On a line of text, the baseline of a box with a banner is rounded down to a whole pixel.
 */
const isLimit = (engine: string, fault: string) =>
  engine === "webkit" &&
  (/^list item, .* went from /.test(fault) ||
    (/^in(line-block itself| an inline-block), /.test(fault) && hasMoved(fault, 1)));

for (const [name, sheet] of Object.entries(SHEETS))
  for (const [mode, doctype] of Object.entries(MODES))
    test(`${name}, ${mode} mode: ads keep their size, shape and position, and the page keeps its width`, async ({
      tab,
      site,
      ads,
    }, { project }) => {
      const [before = [], after = []] = await measurePage(tab, site, ads, renderPage(doctype, sheet, ads));
      const faults = after.flatMap(({ slots, page, bare, viewport }, at) => [
        ...slots.flatMap((slot, position) => findFaults(slot, before[at]?.slots[position], viewport)),
        ...(page > Math.max(viewport, bare) ? [`the page is ${page} wide at ${viewport}`] : []),
      ]);
      expect(after.map(({ viewport }) => viewport)).toEqual(WIDTHS);
      expect(faults.filter((fault) => !isLimit(project.name, fault))).toEqual([]);
    });
