/** Pages that morph themselves into a new version, and pages that remove only an ad. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { readStates } from "../support/events.ts";
import { waitForRendering } from "../support/rendering.ts";
import { expect, test } from "../support/test.ts";

const readScript = (path: string) =>
  readFileSync(join(import.meta.dirname, "../../node_modules", path), "utf8");

/** Each library's script, and the call that morphs the page's `main` into `next`. */
const LIBRARIES: Record<string, { script: string; morph: string }> = {
  "Alpine's morph": {
    script: readScript("@alpinejs/morph/dist/cdn.js") + readScript("alpinejs/dist/cdn.js"),
    morph: `Alpine.morph(document.querySelector("main"), next)`,
  },
  Idiomorph: {
    script: readScript("idiomorph/dist/idiomorph.js"),
    morph: `Idiomorph.morph(document.querySelector("main"), next)`,
  },
  morphdom: {
    script: readScript("morphdom/dist/morphdom-umd.js"),
    morph: `morphdom(document.querySelector("main"), next)`,
  },
};

const HOUSE = `<p>House</p>`;
const MAIN = `<main><h2>News</h2><ins data-zone-id="1" data-size="300x250"></ins><ins data-zone-id="2">${HOUSE}</ins><ins data-zone-id="3"></ins></main>`;

/** Opens a page whose first two zones are filled and whose third is empty, and marks the images. */
async function openFilled(
  page: Page,
  ads: Parameters<Parameters<typeof test>[2]>[0]["ads"],
  show: () => Promise<void>,
) {
  ads.answer(({ zones }) => ({
    zones: zones.map(({ id }) => (id === 3 ? null : ads.banner(id))),
    errors: {},
  }));
  await show();
  await expect.poll(() => readStates(page)).toEqual(["filled", "filled", "empty"]);
  await expect.poll(() => ads.impressions).toHaveLength(2);
  await page.evaluate(() => {
    for (const image of document.querySelectorAll("img")) Object.assign(image, { isFirst: true });
  });
}

/** Lists the zones that still show their first image. */
const readImages = (page: Page) =>
  page.$$eval("[data-zone-id]", (all) =>
    all.map(
      (element) => (element.querySelector("a > img") as { isFirst?: boolean } | null)?.isFirst ?? false,
    ),
  );

for (const [name, { script, morph }] of Object.entries(LIBRARIES))
  test(`${name}: ads removed by a morph with their state are restored each time, but not four times within a second`, {
    tag: name === "Idiomorph" ? "@essential" : [],
  }, async ({ page, ads, open }) => {
    await page.clock.install();
    await openFilled(page, ads, () => open(MAIN, { head: `<script>${script}</script>` }));
    const change = (round: number) =>
      page.evaluate(
        `{ const next = ${JSON.stringify(MAIN.replace("News", `News ${round}`))}; ${morph}; undefined }`,
      );
    // The clock stands still except between the rounds.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    for (const round of [1, 2, 3, 4, 5, 6]) {
      await change(round);
      await expect.poll(() => readImages(page)).toEqual([true, true, false]);
      expect((await readStates(page)).slice(0, 2)).toEqual(["filled", "filled"]);
      await page.clock.runFor(350);
    }
    await page.clock.runFor(1_000);
    for (const round of [7, 8, 9, 10]) {
      await change(round);
      await expect
        .poll(() => readImages(page))
        .toEqual(round < 10 ? [true, true, false] : [false, false, false]);
    }
    await expect(page.locator("[data-zone-id='2']")).toHaveText("House");
    expect(ads.requests).toHaveLength(1);
    expect(ads.impressions).toHaveLength(2);
  });

for (const [name, { script, morph }] of Object.entries(LIBRARIES)) {
  test(`${name}: a page that removes the ad whenever it appears keeps its content after three restores`, async ({
    page,
    ads,
    open,
  }) => {
    await page.clock.install();
    await openFilled(page, ads, () => open(MAIN, { head: `<script>${script}</script>` }));
    // The clock stands still, so that all removals are within a second.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.evaluate(`{
      const next = ${JSON.stringify(MAIN)};
      self.restores = 0;
      new MutationObserver(() => {
        if (!document.querySelector("[data-zone-id='1'] a")) return;
        restores++;
        ${morph};
      }).observe(document.body, { childList: true, subtree: true });
      ${morph};
    }`);
    await expect.poll(() => readImages(page)).toEqual([false, false, false]);
    await waitForRendering(page);
    expect(await page.evaluate("restores")).toBe(3);
    expect(await readImages(page)).toEqual([false, false, false]);
    await expect(page.locator("[data-zone-id='2']")).toHaveText("House");
    expect(ads.requests).toHaveLength(1);
    expect(ads.impressions).toHaveLength(2);
  });

  test(`${name}: copies of an ad that a morph adds are replaced by the ads of their zones`, async ({
    page,
    ads,
    open,
  }) => {
    await open(`<main><ins data-zone-id="1"></ins></main>`, { head: `<script>${script}</script>` });
    await expect.poll(() => ads.impressions).toEqual(["1-0"]);
    await page.evaluate(`{
      const saved = document.querySelector("ins").outerHTML;
      const copies = [
        saved,
        saved.replace("<a ", "<span><a ").replace("</a>", "</a></span>"),
        saved.replace("nofollow", "nofollow noreferrer").replace(/ style="[^"]*"/g, ""),
        saved.replace(/ data-zone-state="[^"]*"/, ""),
      ].map((copy, at) => copy.replace('"1"', '"' + (at + 2) + '"'));
      const next = '<main><ins data-zone-id="1"></ins>' + copies.join("") + "</main>";
      ${morph};
    }`);
    const links = () =>
      page.$$eval("[data-zone-id]", (all) =>
        all.map((element) => [...element.querySelectorAll("a")].map(({ pathname }) => pathname)),
      );
    const shown = ["1-0", "2-0", "3-1", "4-2", "5-3"];
    await expect.poll(links).toEqual(shown.map((ad) => [`/click/${ad}`]));
    await expect.poll(() => [...ads.impressions].sort()).toEqual(shown);
    await page.evaluate("zonetag.destroy()");
    expect(await links()).toEqual(shown.map(() => []));
  });
}

for (const type of ["request", "filled", "impression"])
  test(`a morph inside zonetag:${type} neither loses nor adds an impression`, async ({ page, ads, open }) => {
    const { script = "", morph = "" } = LIBRARIES.Idiomorph ?? {};
    const main = `<main><ins data-zone-id="1" data-size="300x250">${HOUSE}</ins></main>`;
    const listener = `addEventListener("zonetag:${type}", () => { const next = ${JSON.stringify(main)}; ${morph} }, { once: true })`;
    await open(main, { head: `<script>${script}</script><script>${listener}</script>` });
    await expect.poll(() => ads.impressions).toHaveLength(1);
    await expect.poll(() => readStates(page)).toEqual(["filled"]);
    await expect(page.locator("[data-zone-id] > a > img")).toHaveCount(1);
    expect(ads.requests).toHaveLength(1);
  });

test("Turbo 8: a page refresh that morphs keeps ads without a new request or impression", async ({
  page,
  site,
  ads,
}) => {
  site.pages["/turbo.js"] = {
    body: readScript("@hotwired/turbo/dist/turbo.es2017-umd.js"),
    headers: { "content-type": "text/javascript" },
  };
  let round = 0;
  site.pages["/"] = (response) => {
    response.writeHead(200, { "content-type": "text/html" });
    round++;
    response.end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>page</title><meta name="turbo-refresh-method" content="morph"><script src="/turbo.js"></script><script async src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script></head><body>${MAIN.replace("News", `News ${round}`)}</body></html>`,
    );
  };
  await openFilled(page, ads, async () => void (await page.goto(site.origin)));
  await page.evaluate("Turbo.session.refresh(location.href)");
  await expect(page.locator("h2")).toHaveText("News 2");
  await expect.poll(() => readImages(page)).toEqual([true, true, false]);
  expect((await readStates(page)).slice(0, 2)).toEqual(["filled", "filled"]);
  await page.evaluate("zonetag.destroy()");
  await expect(page.locator("[data-zone-id='2']")).toHaveText("House");
  expect(ads.requests).toHaveLength(1);
  expect(ads.impressions).toHaveLength(2);
});

for (const [what, code] of Object.entries({
  "a close button": `slot.querySelector("a").remove()`,
  "an editor that empties the element": `slot.innerHTML = ""`,
  "an editor that writes into the element": `slot.innerHTML = "<p>Edited</p>"`,
}))
  test(`an ad removed by ${what} stays removed`, async ({ page, ads, open }) => {
    await openFilled(page, ads, () => open(MAIN));
    await page.evaluate(`{ const slot = document.querySelector("[data-zone-id='1']"); ${code} }`);
    // Mutation observers run before a later task.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await readImages(page)).toEqual([false, true, false]);
    expect(ads.requests).toHaveLength(1);
    expect(ads.impressions).toHaveLength(2);
  });

test("a banner's link that a morph turned into a link of the page is not restored as an ad", async ({
  page,
  ads,
  open,
}) => {
  await openFilled(page, ads, () => open(MAIN, { head: `<script>${LIBRARIES.Idiomorph?.script}</script>` }));
  const next = MAIN.replace(HOUSE, `<a href="/shop">Shop</a>`);
  await page.evaluate(`Idiomorph.morph(document.querySelector("main"), ${JSON.stringify(next)}); undefined`);
  await expect.poll(() => readImages(page)).toEqual([true, false, false]);
  await expect(page.locator("[data-zone-id='2'] a")).toHaveText("Shop");
});
