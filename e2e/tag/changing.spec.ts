import { readStates } from "../support/events.ts";
import { expect, test } from "../support/test.ts";

const ids = (ads: import("../support/ads.ts").Ads) =>
  ads.bodies.map(({ zones }) => zones.map(({ id }) => id));

test("placeholders that a script adds together share one request", async ({ page, ads, open }) => {
  await open(`<ins data-zone-id="1"></ins><main></main>`);
  await expect.poll(() => ids(ads)).toEqual([[1]]);
  await page.evaluate(async () => {
    const main = document.querySelector("main") as HTMLElement;
    for (const id of [2, 3, 4]) {
      const el = document.createElement("ins");
      el.dataset.zoneId = String(id);
      if (id === 4) main.prepend(el);
      else main.append(el);
      // As a framework would: each in a microtask of its own.
      await Promise.resolve();
    }
  });
  await expect.poll(() => ads.impressions).toHaveLength(4);
  expect(ids(ads)).toEqual([[1], [4, 2, 3]]);
});

test("60 placeholders that a script adds at once share one request, and keep the page where it is", async ({
  page,
  ads,
  open,
}) => {
  await open(`<ins data-zone-id="1" data-size="300x50"></ins><main></main>`);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  // The height of the page in each frame, from the first that has the placeholders on.
  const heights = await page.evaluate(async () => {
    const zones = Array.from(
      { length: 60 },
      (_, at) => `<ins data-zone-id="${at + 2}" data-size="300x50"></ins>`,
    );
    document.querySelector("main")?.insertAdjacentHTML("beforeend", zones.join(""));
    const heights = new Set<number>();
    while (document.querySelectorAll("[data-zone-state=filled]").length < 61) {
      await new Promise(requestAnimationFrame);
      heights.add(document.documentElement.scrollHeight);
    }
    return [...heights];
  });
  expect(heights).toHaveLength(1);
  expect(ids(ads).slice(1)).toEqual([Array.from({ length: 60 }, (_, at) => at + 2)]);
});

test("a moved placeholder keeps its ad and is not requested again", async ({ page, ads, open }) => {
  await open(`<div id="a"><ins data-zone-id="1"></ins></div><div id="b"></div>`);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  const before = await page.locator("ins").innerHTML();
  await page.evaluate("b.append(document.querySelector('ins'))");
  await page.evaluate("zonetag.scan()");
  expect(await page.locator("#b ins").innerHTML()).toBe(before);
  expect(await readStates(page)).toEqual(["filled"]);
  expect(ads.requests).toHaveLength(1);
});

test("a placeholder removed before the answer shows and counts nothing", async ({ page, ads, open }) => {
  let answer = () => {};
  ads.answer((request, response) => {
    answer = () =>
      response.end(JSON.stringify({ zones: request.zones.map(({ id }) => ads.banner(id)), errors: {} }));
  });
  await open(`<ins data-zone-id="1"></ins><ins data-zone-id="2"></ins>`);
  await expect.poll(() => ads.requests.length).toBe(1);
  await page.evaluate("window.gone = document.querySelector('ins'); gone.remove()");
  answer();
  await expect.poll(() => ads.impressions).toEqual(["2"]);
  expect(await page.evaluate("gone.outerHTML")).toBe(`<ins data-zone-id="1"></ins>`);
});

test("scan() finds a placeholder in a shadow root, and its ad is drawn there", async ({
  page,
  ads,
  open,
}) => {
  await open(`<div id="host"></div>`);
  await expect.poll(() => page.evaluate("typeof zonetag?.scan")).toBe("function");
  await page.evaluate(() => {
    const root = (document.querySelector("#host") as HTMLElement).attachShadow({ mode: "open" });
    root.innerHTML = `<ins data-zone-id="9" data-size="300x250"></ins>`;
    (window as unknown as { zonetag: { scan(root: Node): void } }).zonetag.scan(root);
  });
  await expect.poll(() => ads.impressions).toEqual(["9-0"]);
  const box = await page.evaluate("host.shadowRoot.querySelector('ins').getBoundingClientRect().toJSON()");
  expect(box).toMatchObject({ width: 300, height: 250 });
});
