import { readStates } from "../support/events.ts";
import { expect, test } from "../support/test.ts";

const ids = (ads: import("../support/ads.ts").Ads) =>
  ads.bodies.map(({ zones }) => zones.map(({ id }) => id));

test("placeholders that scripts add go in one request each time", async ({ page, ads, open }) => {
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

test("one removed before the answer shows nothing and counts nothing", async ({ page, ads, open }) => {
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

test("a placeholder in a shadow root is found by scan and drawn there", async ({ page, ads, open }) => {
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

test("a thousand rounds of ten zones leave nothing behind", async ({ page, ads, open }) => {
  test.setTimeout(180_000);
  ads.answer(({ zones }) => ({
    zones: zones.map(({ id }, at) => (at % 2 ? null : ads.banner(id))),
    errors: {},
  }));
  await open(`<main></main>`);
  await expect.poll(() => page.evaluate("typeof zonetag?.scan")).toBe("function");
  const rounds = (count: number) =>
    page.evaluate(async (count) => {
      const main = document.querySelector("main") as HTMLElement;
      for (let round = 0; round < count; round++) {
        for (let id = 1; id <= 10; id++) {
          const el = document.createElement("ins");
          el.setAttribute("data-zone-id", String(id));
          if (id === 3) el.setAttribute("data-lazy", "100");
          if (id === 4) el.setAttribute("data-media", "(min-width: 1px)");
          if (id === 5) el.setAttribute("data-refresh", "30");
          main.append(el);
        }
        await new Promise((next) => setTimeout(next));
        main.replaceChildren();
        await new Promise((next) => setTimeout(next));
      }
    }, count);
  await rounds(20);
  const session = await page.context().newCDPSession(page);
  const count = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
    return { nodes, jsEventListeners };
  };
  // What the first rounds left in flight ends by itself.
  await expect.poll(async () => (await count()).nodes, { timeout: 30_000 }).toBeLessThan(120);
  const before = await count();
  await rounds(980);
  await expect
    .poll(count, { timeout: 60_000 })
    .toEqual({ nodes: before.nodes, jsEventListeners: before.jsEventListeners });
});
