/**
 * The page's own style decides whether a placeholder is displayed, what kind of box it is and where it stands, as if the
 * tag had no rule for it. Nothing in the page changes the size, place or shape of the ad in it.
 */
import { expect, mergeTests } from "playwright/test";
import { testWithEngine, testWithServers } from "../support/fixtures.ts";
import { compileTailwind } from "./sheets.ts";

const test = mergeTests(testWithServers, testWithEngine);

interface Case {
  name: string;
  head?: string;
  /** `AD` is replaced by the attributes of a placeholder of 300x250, `ANY` by those of one without a size. */
  body: string;
  /** Expected box of each image: x, width and height; null where none is displayed. */
  boxes: ([x: number, width: number, height: number] | null)[];
  impressions?: number;
  /** Script that the page runs once its placeholders are filled. */
  act?: string;
  /** Expected height of the element `#around`, before the response and at the end. */
  around?: number;
}

const CLASSES = [
  "hidden",
  "md:block",
  "md:hidden",
  "mx-auto",
  "w-fit",
  "text-center",
  "block",
  "inline",
  "contents",
];
const TAILWIND = `<style>${await compileTailwind(CLASSES)}</style>`;

const shown = (x = 0): [x: number, width: number, height: number] => [x, 300, 250];

const CASES: Case[] = [
  {
    name: "Tailwind 4 shows one of two placeholders by the width of the screen",
    head: TAILWIND,
    body: `<div class="hidden md:block" AD></div><div class="md:hidden" AD></div><div class="hidden" AD></div>`,
    boxes: [shown(), null, null],
    impressions: 1,
  },
  {
    name: "Tailwind 4 centres a placeholder that is as wide as its content",
    head: TAILWIND,
    body: `<div class="mx-auto w-fit" AD></div><span class="block text-center" AD></span>`,
    boxes: [shown(350), shown(350)],
  },
  {
    name: "a placeholder with the hidden attribute is not displayed",
    body: `<div hidden AD></div><ins hidden AD></ins>`,
    boxes: [null, null],
    impressions: 0,
  },
  {
    name: "a filled placeholder that the page hides is not displayed",
    body: `<div class="slot" AD></div>`,
    act: `document.querySelector(".slot").hidden = true`,
    boxes: [null],
  },
  {
    name: "a closed popover or dialog is not displayed",
    body: `<div popover AD></div><dialog AD></dialog>`,
    boxes: [null, null],
    impressions: 0,
  },
  {
    name: "a layered rule hides a placeholder or makes it a flex container",
    head: `<style>@layer page { .off { display: none } .flex { display: flex; justify-content: flex-end } }</style>`,
    body: `<div class="off" AD></div><div class="flex" AD></div>`,
    boxes: [null, shown(700)],
    impressions: 1,
  },
  {
    name: "text-align of the page places the ad like a linked image",
    body: `<div style="text-align:center"><ins AD></ins></div><div style="text-align:right"><ins AD></ins></div>
      <div style="text-align:center" AD></div><center><div AD></div></center>`,
    boxes: [shown(350), shown(700), shown(350), shown(350)],
  },
  {
    name: "a rule for empty elements does not hide a placeholder",
    head: `<style>div:empty, ins:empty { display: none } @layer page { p:empty { display: none } }</style>`,
    body: `<div id="around"><div AD></div></div><ins AD></ins><p style="margin:0" AD></p>`,
    boxes: [shown(), shown(), shown()],
    around: 250,
  },
  {
    name: "a label of the page by ::before stays above the reserved space and the ad",
    head: `<style>.label::before { content: "Ad"; display: block; height: 20px }</style>`,
    body: `<div id="around" class="label" AD></div>`,
    boxes: [shown()],
    around: 270,
  },
  {
    name: "a clearfix does not replace the reserved space",
    head: `<style>.fix::after { content: ""; display: table; clear: both }</style>`,
    body: `<div id="around" class="fix" AD></div>`,
    boxes: [shown()],
    around: 250,
  },
  {
    name: "a cell, a flex item and a grid item are as large as the ad from the start",
    body: `<div id="around" style="display:flex"><table cellspacing="0" cellpadding="0"><tr><td AD></td></tr></table></div>
      <div style="display:flex;justify-content:center"><div AD></div></div>
      <div style="display:grid;justify-content:end"><div AD></div></div>`,
    boxes: [shown(), shown(350), shown(700)],
    around: 250,
  },
  {
    name: "vertical text around it does not turn or flatten an ad, with or without a size",
    body: `<div style="writing-mode:vertical-lr;height:400px"><div AD></div><ins ANY></ins><div ANY></div></div>`,
    boxes: [shown(), shown(300), shown(600)],
  },
  {
    name: "inline fallback content is displayed in the reserved space",
    body: `<div id="around"><ins AD><a href="/shop">Subscribe</a></ins></div>`,
    boxes: [shown()],
    around: 250,
  },
  {
    name: "important rules in a layer do not change the ad",
    head: `<style>@layer base { a { display: inline !important; padding: 12px !important; float: right !important }
      img { width: 100% !important; height: auto !important; border-radius: 50% !important; margin: 9px !important;
        transform: scale(.5) !important; position: relative !important; left: 40px !important; max-width: 50% !important } }</style>`,
    body: `<div AD></div><div ANY></div>`,
    boxes: [shown(), shown()],
  },
  {
    name: "an icon that the page puts before the image does not move it",
    body: `<div id="around" AD></div>`,
    act: `document.querySelector("a[target]").insertAdjacentHTML("afterbegin", "<span>Opens in a new tab</span>")`,
    boxes: [shown()],
    around: 250,
  },
  {
    name: "rel rewritten by the page does not change the ad",
    head: `<style>a { padding: 9px } img { width: 80px; border: 4px solid }</style>`,
    body: `<div id="around" AD></div>`,
    act: `document.querySelector("a[target]").rel = "noreferrer"`,
    boxes: [shown()],
    around: 250,
  },
  {
    name: "a link that the page wraps fits into a narrow place",
    body: `<div style="width:240px"><div AD></div></div>`,
    act: `const a = document.querySelector("a[target]"), span = document.createElement("span"); a.replaceWith(span); span.append(a)`,
    boxes: [[0, 240, 200]],
  },
  {
    name: "an image that the page wraps keeps its size",
    body: `<div id="around" AD></div>`,
    act: `const i = document.querySelector("img"), p = document.createElement("picture"); i.replaceWith(p); p.append(i)`,
    boxes: [shown()],
    around: 250,
  },
];

for (const { name, head = "", body, boxes, impressions, act, around } of CASES)
  test(name, async ({ tab, site, ads }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    ads.answer(async ({ zones }) => {
      await held;
      return { zones: zones.map(({ id }, at) => ads.banner(id, `${id}-${at}`, "300x250")), errors: {} };
    });
    const filled = body
      .replace(/\bAD\b/g, `data-zone-id="1" data-size="300x250"`)
      .replace(/\bANY\b/g, `data-zone-id="1"`);
    site.pages["/page"] = `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title>${head}
      <style>body { margin: 0 }</style><script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script><body>${filled}`;
    site.pages["/"] =
      `<!doctype html><title>host</title><body style="margin:0"><iframe src="/page" width="1000" height="3000" frameborder="0"></iframe>`;
    await tab.goto(site.origin);
    await expect.poll(() => ads.requests.length).toBe(1);
    const readAround = () => tab.run(`frames[0].document.querySelector("#around")?.offsetHeight`);
    if (around) expect(await readAround()).toBe(around);
    answer();
    const areFilled = `[...frames[0].document.querySelectorAll("[data-zone-id]")].every((el) => el.dataset.zoneState === "filled")`;
    const expected = impressions ?? boxes.filter(Boolean).length;
    if (expected) await expect.poll(() => ads.impressions.length).toBe(expected);
    await expect.poll(() => tab.run(areFilled)).toBe(true);
    if (act) await tab.run(`frames[0].eval(${JSON.stringify(`{ ${act} }`)})`);
    const measured = await tab.run<(number[] | null)[]>(`
      [...frames[0].document.querySelectorAll("[data-zone-id]")].map((el) => {
        const image = el.querySelector("img");
        if (!image?.getClientRects().length) return null;
        const { x, width, height } = image.getBoundingClientRect();
        return [x, width, height].map(Math.round);
      })`);
    expect(measured).toEqual(boxes);
    if (around) expect(await readAround()).toBe(around);
    expect(ads.impressions).toHaveLength(impressions ?? ads.impressions.length);
  });

test("an ad has the filter and the corners of a plain linked image, even against important rules in a layer", async ({
  tab,
  site,
  ads,
}) => {
  site.pages["/"] = `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title>
    <style>html, img { filter: invert(1) hue-rotate(180deg) } @layer base { img { border-radius: 50% !important } }</style>
    <script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>
    <body><div data-zone-id="1" data-size="300x250"></div>`;
  await tab.goto(site.origin);
  await expect.poll(() => ads.impressions.length).toBe(1);
  const read = (property: string) => tab.run(`getComputedStyle(document.querySelector("img")).${property}`);
  expect(await read("filter")).toBe("invert(1) hue-rotate(180deg)");
  expect(await read("borderRadius")).toBe("0px");
});

test("an SVG banner without a size is displayed in every kind of parent and counted", async ({
  tab,
  site,
  ads,
}) => {
  ads.serve("/image/vector", (_, response) => {
    response.writeHead(200, { "content-type": "image/svg+xml" });
    response.end(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 250"><rect width="300" height="250"/></svg>`,
    );
  });
  ads.answer(({ zones }) => ({ zones: zones.map(({ id }) => ads.banner(id, "vector")), errors: {} }));
  site.pages["/"] = `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title>
    <script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>
    <body><div data-zone-id="1"></div><p>Text <ins data-zone-id="1"></ins></p>
    <div style="display:flex"><div data-zone-id="1"></div></div><table><tr><td data-zone-id="1"></td></tr></table>`;
  await tab.goto(site.origin);
  await expect.poll(() => ads.impressions.length).toBe(4);
  const ratios = await tab.run<number[]>(
    `[...document.images].map((image) => Math.round((image.clientWidth / image.clientHeight) * 10) / 10)`,
  );
  expect(ratios).toEqual([1.2, 1.2, 1.2, 1.2]);
});
