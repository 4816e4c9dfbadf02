import type { Page } from "playwright/test";
import type { Ads } from "../support/ads.ts";
import { readStates } from "../support/events.ts";
import { waitForRendering } from "../support/rendering.ts";
import { expect, test } from "../support/test.ts";

/** Sums all layout shifts since navigation. */
const SHIFTS = `<script>
  window.shift = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value; })
    .observe({ type: "layout-shift", buffered: true });
</script>`;

/** Answers with a banner. `file`: size of the image file; `size`: size that the response states. */
function answerSized(ads: Ads, file: string, size = file): void {
  const { data, ...banner } = ads.banner(1, "b", file);
  const [width, height] = size.split("x").map(Number);
  ads.answer(() => ({ zones: [{ ...banner, data: { ...data, width, height } }], errors: {} }));
}

const settled = async (page: Page): Promise<number> => {
  await waitForRendering(page);
  return page.evaluate("shift");
};

test("data-size reserves the box before the request, so no result moves the page", async ({
  page,
  ads,
  open,
}) => {
  let late = () => {};
  ads.serve("/image/late", (_, response) => {
    late = () =>
      void response
        .writeHead(200, { "content-type": "image/svg+xml" })
        .end(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250"/>`);
  });
  ads.serve("/image/broken", (_, response) => void response.writeHead(404).end());
  ads.answer(() => ({
    zones: [
      ads.banner(1),
      null,
      ads.banner(3, "broken"),
      ads.banner(4, "late"),
      ads.banner(5, "large", "970x600"),
      ads.banner(6, "small", "88x31"),
    ],
    errors: {},
  }));
  await page.setViewportSize({ width: 1000, height: 2200 });
  const slots = [1, 2, 3, 4, 5, 6].map(
    (id) => `<div class="ad" data-zone-id="${id}" data-size="300x250"></div><p>text after ${id}</p>`,
  );
  // Loaded before the first paint, as required where the page's own style reserves nothing.
  const script = `<script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>`;
  await open(slots.join(""), { head: SHIFTS + script });
  await expect
    .poll(() => readStates(page))
    .toEqual(["filled", "empty", "error", "pending", "filled", "filled"]);
  late();
  await expect
    .poll(() => readStates(page))
    .toEqual(["filled", "empty", "error", "filled", "filled", "filled"]);
  const heights = await page.$$eval<number[], HTMLElement>(".ad", (all) => all.map((el) => el.offsetHeight));
  expect(heights).toEqual(Array(6).fill(250));
  const large = await page.locator(".ad img").nth(2).boundingBox();
  expect(large?.width).toBeLessThanOrEqual(300);
  expect(large?.height).toBeLessThanOrEqual(250);
  expect(await settled(page)).toBe(0);
});

test("the reserved box keeps its ratio on a narrow screen", async ({ page, ads, open }) => {
  await page.setViewportSize({ width: 364, height: 700 });
  await open(`<style>body { margin: 0 }</style><div class="ad" data-zone-id="1" data-size="728x90"></div>`);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  const box = await page.locator(".ad").boundingBox();
  expect(box).toMatchObject({ width: 364, height: 45 });
});

test("the page's own style wins over the reserved box", async ({ page, ads, open }) => {
  await open(
    `<ins class="ad" data-zone-id="1" data-size="300x250"></ins><ins class="off" data-zone-id="2" data-size="300x250"></ins>`,
    {
      head: `<style>.ad { display: flex; width: 200px } .off { display: none }</style>`,
    },
  );
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(await page.locator(".ad").evaluate((el) => [getComputedStyle(el).display, el.clientWidth])).toEqual([
    "flex",
    200,
  ]);
  await expect(page.locator(".off")).toBeHidden();
  expect(ads.impressions).toEqual(["1-0"]);
});

test("the tag's sheet does not style fallback content or other elements with data-size", async ({
  page,
  ads,
  open,
}) => {
  ads.answer(({ zones: [, second] }) => ({ zones: [null, ads.banner(second?.id ?? 0)], errors: {} }));
  const own = `<a class="own" data-size="300x250" href="#big">large</a> <a class="own" rel="sponsored" href="#partner"><img alt="" src="/none.png" width="40" height="30"></a>`;
  const readStyles = () =>
    page.$$eval(".own, .own img", (all) =>
      all.map((element) => {
        const { display, position, maxWidth, aspectRatio, verticalAlign } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        return [display, position, maxWidth, aspectRatio, verticalAlign, width, height].join();
      }),
    );
  await open(
    `<p>${own}</p><div data-zone-id="1" data-size="300x250">${own}</div><ins data-zone-id="2" data-size="300x250"></ins>`,
    {
      head: `<style>a { padding: 3px } img { border: 2px solid }</style>`,
      // Shows the page before the tag does anything.
      script: "data-manual",
    },
  );
  const before = await readStyles();
  expect(before).toHaveLength(6);
  await page.evaluate("(window.zonetag ??= []).push((z) => z.scan())");
  await expect.poll(() => readStates(page)).toEqual(["empty", "filled"]);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(await readStyles()).toEqual(before);
});

test("a page's image reset does not make a banner overflow its box", async ({ page, ads, open }) => {
  ads.answer(() => ({ zones: [ads.banner(1, "b", "300x600")], errors: {} }));
  await open(`<ins data-zone-id="1" data-size="300x250"></ins>`, {
    head: `<style>img { max-width: 100%; height: auto; display: block }</style>`,
  });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect((await page.locator("ins img").boundingBox())?.height).toBeLessThanOrEqual(250);
});

test("a banner of the response's size is not wider than its box on a narrow screen", async ({
  page,
  ads,
  open,
}) => {
  answerSized(ads, "728x90");
  await page.setViewportSize({ width: 364, height: 700 });
  await open(`<style>body { margin: 0 }</style><div class="ad" data-zone-id="1" data-size="728x90"></div>`);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  for (const element of [".ad", ".ad a", ".ad img"])
    expect(await page.locator(element).boundingBox()).toMatchObject({ x: 0, y: 0, width: 364, height: 45 });
});

test("a banner of another size than data-size is centred in the box at its own size", async ({
  page,
  ads,
  open,
}) => {
  answerSized(ads, "200x200");
  await open(`<style>body { margin: 0 }</style><ins data-zone-id="1" data-size="300x250"></ins>`);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(await page.locator("ins a").boundingBox()).toMatchObject({ x: 0, y: 0, width: 300, height: 250 });
  expect(await page.locator("ins img").boundingBox()).toMatchObject({
    x: 50,
    y: 25,
    width: 200,
    height: 200,
  });
});

test("a banner without data-size is never wider than its column", async ({ page, ads, open }) => {
  answerSized(ads, "728x90");
  await open(`<div style="width:364px"><ins data-zone-id="1"></ins></div>`);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect((await page.locator("ins img").boundingBox())?.width).toBeLessThanOrEqual(364);
});

test("the size in the response overrides the size of the image file and the page's style", async ({
  page,
  ads,
  open,
}) => {
  answerSized(ads, "600x500", "300x100");
  await open(`<ins data-zone-id="1"></ins>`, { head: "<style>img { width: 50px; height: auto }</style>" });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(await page.locator("ins img").boundingBox()).toMatchObject({ width: 300, height: 100 });
});

test("data-collapse hides only blank slots, and in view only with data-collapse=always or out of flow", async ({
  page,
  ads,
  open,
}) => {
  ads.answer(({ zones }) => ({ zones: zones.map(() => null), errors: {} }));
  await page.setViewportSize({ width: 800, height: 600 });
  await open(
    `<ins id="seen" data-zone-id="1" data-size="300x100" data-collapse></ins>
     <ins id="kept" data-zone-id="2" data-size="300x100"></ins>
     <ins id="now" data-zone-id="3" data-size="300x100" data-collapse="always"></ins>
     <ins id="house" data-zone-id="4" data-size="300x100" data-collapse="always"><b>house</b></ins>
     <div id="fixed" data-zone-id="6" data-size="300x100" data-collapse style="position:fixed;bottom:0"></div>
     <div id="absolute" data-zone-id="7" data-size="300x100" data-collapse style="position:absolute;top:0"></div>
     <div id="relative" data-zone-id="8" data-size="300x20" data-collapse style="position:relative"></div>
     <div id="breaks" data-zone-id="9" data-size="300x20" data-collapse="always"><br><style>p{margin:0}</style><noscript>No</noscript></div>
     <div id="paragraph" data-zone-id="10" data-size="300x20" data-collapse="always"><p><br></p></div>
     <div style="height:700px"></div>
     <ins id="below" data-zone-id="5" data-size="300x100" data-collapse></ins><p>end</p>`,
    { head: SHIFTS },
  );
  await expect.poll(() => readStates(page)).toEqual(Array(10).fill("empty"));
  for (const id of ["#below", "#now", "#fixed", "#absolute", "#breaks", "#paragraph"])
    await expect(page.locator(id)).toBeHidden();
  for (const id of ["#seen", "#kept", "#house", "#relative"]) await expect(page.locator(id)).toBeVisible();
  ads.answer(() => ({ zones: [ads.banner(5)], errors: {} }));
  await page.evaluate("zonetag.refresh(5)");
  await expect(page.locator("#below img")).toBeVisible();
});

for (const [what, css] of Object.entries({
  "display by class": `.ad { display: block; height: 50px }`,
  "!important display by element name": `ins { display: block !important }`,
  "!important display by id and classes": `#ad.ad.box { display: flex !important; min-height: 90px !important }`,
  "!important display of hidden and empty elements": `[hidden], ins:empty, [data-zone-state] { display: grid !important }`,
}))
  test(`collapse overrides this rule of the page: ${what}`, async ({ page, ads, open }) => {
    ads.answer(({ zones }) => ({ zones: zones.map(() => null), errors: {} }));
    await open(`<ins id="ad" class="ad box" data-zone-id="1" data-collapse="always"></ins>`, {
      head: `<style>${css}</style>`,
    });
    await expect.poll(() => readStates(page)).toEqual(["empty"]);
    await expect(page.locator("ins")).toBeHidden();
  });

test("an ad can be focused and opened by keyboard, with a visible focus ring", async ({
  page,
  ads,
  open,
}) => {
  await open(`<ins data-zone-id="1" data-size="300x250" data-label="Reklama"></ins>`);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  await page.keyboard.press("Tab");
  const link = page.getByRole("link", { name: "Reklama" });
  await expect(link).toBeFocused();
  expect(await link.evaluate((el) => getComputedStyle(el).outlineStyle)).not.toBe("none");
  const [landing] = await Promise.all([page.waitForEvent("popup"), page.keyboard.press("Enter")]);
  await expect(landing.locator("h1")).toHaveText("Landing page");
});

for (const isPending of [false, true])
  test(`a box keeps its size when the page removes adopted style sheets ${isPending ? "during a request" : "after the ad"}`, async ({
    page,
    ads,
    open,
  }) => {
    const answers: (() => void)[] = [];
    ads.answer(async ({ zones }) => {
      if (isPending) await new Promise<void>((resolve) => answers.push(resolve));
      return { zones: zones.map(({ id }) => ads.banner(id)), errors: {} };
    });
    await open(
      `<p data-zone-id="1" data-size="300x250"></p>
       <div id="host"><template shadowrootmode="open"><p data-zone-id="2" data-size="300x250"></p></template></div>`,
    );
    await page.evaluate("(window.zonetag ??= []).push((z) => z.scan(host.shadowRoot))");
    const readSlots = () =>
      page.evaluate(() =>
        [document, document.querySelector("#host")?.shadowRoot].map((root) => {
          const slot = root?.querySelector("p");
          return [slot?.dataset.zoneState, slot?.clientHeight];
        }),
      );
    const state = isPending ? "pending" : "filled";
    await expect.poll(readSlots).toEqual(Array(2).fill([state, 250]));
    await waitForRendering(page);
    // Measures the boxes without the sheet before anything else runs.
    const dropped = await page.evaluate(() => {
      const root = document.querySelector("#host")?.shadowRoot as ShadowRoot;
      document.adoptedStyleSheets = root.adoptedStyleSheets = [];
      return document.querySelector("p")?.clientHeight;
    });
    // The banner has its size from its own style.
    expect(dropped).toBe(isPending ? 0 : 250);
    await expect.poll(readSlots).toEqual(Array(2).fill([state, 250]));
    for (const answer of answers) answer();
    await expect.poll(readSlots).toEqual(Array(2).fill(["filled", 250]));
    const requested = ads.bodies.flatMap(({ zones }) => zones.map(({ id }) => id));
    expect(requested.sort()).toEqual([1, 2]);
  });

test("a reserved box does not break over columns", async ({ page, ads, open }) => {
  const text = "<p>The committee met on Thursday and resolved that the matter be looked into.</p>".repeat(8);
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(
    `<div style="columns:3">${text}<ins data-zone-id="1" data-size="300x250"></ins>${text}</div>
     <div style="columns:3">${text.repeat(2)}<ins data-zone-id="2" data-size="300x600"></ins></div>`,
  );
  await expect.poll(() => ads.impressions).toHaveLength(2);
  const rects = await page.$$eval("ins a", (all) =>
    all.map((link) => [...link.getClientRects()].map(({ width, height }) => [width, height])),
  );
  expect(rects).toEqual([[[300, 250]], [[300, 600]]]);
});
