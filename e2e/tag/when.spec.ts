import { EVENT_RECORDER, readEvents, readStates } from "../support/events.ts";
import { setHidden, waitForRendering } from "../support/rendering.ts";
import { expect, test } from "../support/test.ts";

const ids = (ads: import("../support/ads.ts").Ads) =>
  ads.bodies.map(({ zones }) => zones.map(({ id }) => id));

test("the request waits for the whole document, so that there is one a page", async ({ page, ads, site }) => {
  let end = () => {};
  site.pages["/slow"] = (response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.write(
      `<!doctype html><body><script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script><ins data-zone-id="1"></ins>`,
    );
    end = () => response.end(`<ins data-zone-id="2"></ins>`);
  };
  await page.goto(`${site.origin}/slow`, { waitUntil: "commit" });
  await expect(page.locator("ins")).toHaveCount(1);
  await expect(page.locator("link[rel=preconnect]")).toHaveAttribute("href", new RegExp(`^${ads.origin}`));
  expect(ads.requests).toHaveLength(0);
  end();
  await expect.poll(() => readStates(page)).toEqual(["filled", "filled"]);
  expect(ids(ads)).toEqual([[1, 2]]);
});

test("data-zones sends the request once that many zones are parsed, and further zones wait for DOM ready", async ({
  page,
  ads,
  site,
}) => {
  let end = () => {};
  site.pages["/slow"] = (response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.write(
      `<!doctype html><body><script src="/dist/zonetag.js" data-zones="2" data-endpoint="${ads.endpoint}"></script>
       <ins data-zone-id="1"></ins><ins data-zone-id="2"></ins>`,
    );
    end = () => response.end(`<ins data-zone-id="3"></ins><ins data-zone-id="4"></ins>`);
  };
  await page.goto(`${site.origin}/slow`, { waitUntil: "commit" });
  await expect.poll(() => ids(ads)).toEqual([[1, 2]]);
  expect(await page.evaluate("document.readyState")).toBe("loading");
  end();
  await expect.poll(() => readStates(page)).toEqual(["filled", "filled", "filled", "filled"]);
  expect(ids(ads)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("data-zones sends the request in the task in which the last zone is parsed", async ({
  page,
  ads,
  open,
}) => {
  await open(`<ins data-zone-id="1"></ins><ins data-zone-id="2"></ins>`, {
    head: `<script>
      // A task that starts after the placeholders were parsed must find the request on its way.
      const send = fetch; window.order = [];
      fetch = (...a) => (order.push("fetch"), send(...a));
      new MutationObserver((records, observer) => {
        if (document.querySelectorAll("ins").length < 2) return;
        observer.disconnect(); setTimeout(() => order.push("task"));
      }).observe(document, { childList: true, subtree: true });
    </script><script src="/dist/zonetag.js" data-zones="2" data-endpoint="${ads.endpoint}"></script>`,
  });
  await expect.poll(() => page.evaluate("order")).toContain("task");
  expect(await page.evaluate("order.slice(0, 2)")).toEqual(["fetch", "task"]);
});

test("with data-zones too high the request leaves at DOM ready", async ({ ads, open }) => {
  await open(`<ins data-zone-id="1"></ins>`, { script: `data-zones="9"` });
  await expect.poll(() => ids(ads)).toEqual([[1]]);
});

test("nothing is requested while the page has not been visible", async ({ page, ads, open }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  });
  await open(`<ins data-zone-id="1"></ins>`);
  await waitForRendering(page);
  expect(ads.requests).toHaveLength(0);
  expect(await readStates(page)).toEqual([null]);
  await setHidden(page, false);
  await expect.poll(() => ads.impressions).toHaveLength(1);
});

test("a page from the back/forward cache requests nothing again", async ({ page, ads, site, open }) => {
  await open(`<ins data-zone-id="1" data-size="300x250"></ins>`);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  site.pages["/other"] = "<!doctype html><title>other</title>";
  await page.goto(`${site.origin}/other`);
  await page.goBack();
  await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
  const restored = await page.evaluate("performance.getEntriesByType('navigation')[0].type");
  // Where the browser keeps no such cache (headless) the page is a new one, and asks once more.
  expect(ads.requests).toHaveLength(restored === "back_forward" ? 2 : 1);
});

test("lazy zones that approach together share a request", async ({ page, ads, open }) => {
  const far = `<div style="height:3000px"></div>`;
  await open(
    `<ins data-zone-id="1" data-size="300x50"></ins>
     <ins data-zone-id="2" data-size="300x50" data-lazy="100"></ins>${far}
     <ins data-zone-id="3" data-size="300x50" data-lazy="200"></ins>
     <ins data-zone-id="4" data-size="300x50" data-lazy="200"></ins>`,
  );
  await expect.poll(() => ads.impressions).toHaveLength(2);
  expect(ids(ads)).toEqual([[1, 2]]);
  expect(await readStates(page)).toEqual(["filled", "filled", null, null]);
  await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
  await expect.poll(() => ads.impressions).toHaveLength(4);
  expect(ids(ads)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("25 lazy zones that approach at once share a request", async ({ page, ads, open }) => {
  const zones = Array.from(
    { length: 25 },
    (_, at) => `<ins data-zone-id="${at + 2}" data-size="20x20"></ins>`,
  );
  await open(
    `<ins data-zone-id="1" data-lazy="0"></ins><div style="height:3000px"></div><div style="display:flex">${zones.join("")}</div>`,
    { script: `data-lazy="100"` },
  );
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(ids(ads)).toEqual([[1]]);
  await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
  await expect.poll(() => ads.impressions).toHaveLength(26);
  expect(ids(ads).slice(1)).toEqual([zones.map((_, at) => at + 2)]);
});

test("the first request has all zones that are near, in document order", async ({ page, ads, open }) => {
  const lazy = (id: number) => `<ins data-zone-id="${id}" data-size="300x50" data-lazy="100"></ins>`;
  await open(`<div style="height:3000px"></div>${[1, 2, 3, 4].map(lazy).join("")}`);
  await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
  await expect.poll(() => ads.impressions).toHaveLength(4);
  expect(ids(ads)).toEqual([[1, 2, 3, 4]]);
});

test("data-lazy on the script applies to every zone, as pixels from the viewport", async ({
  page,
  ads,
  open,
}) => {
  await page.setViewportSize({ width: 800, height: 600 });
  await open(
    `<ins data-zone-id="1" data-size="300x50"></ins><div style="height:700px"></div>
     <ins data-zone-id="2" data-size="300x50"></ins><div style="height:700px"></div>
     <ins data-zone-id="3" data-size="300x50"></ins>`,
    { script: `data-lazy="300"` },
  );
  await expect.poll(() => ids(ads)).toEqual([[1, 2]]);
  await expect.poll(() => readStates(page)).toEqual(["filled", "filled", null]);
});

for (const axis of ["x", "y"])
  test(`data-lazy in a container that scrolls along ${axis} is measured from the container's edge`, async ({
    page,
    ads,
    open,
  }) => {
    const lazy = (id: number) =>
      `<div data-zone-id="${id}" data-size="300x250" data-lazy="400" style="flex: none"></div>`;
    await page.setViewportSize({ width: 1280, height: 800 });
    // In a row or column of 320 px, the second begins within 400 px of the edge, the fourth does not.
    await open(
      `<div id="part" style="display:flex;flex-direction:${axis === "x" ? "row" : "column"};width:320px;height:320px;gap:50px;overflow:auto">${[1, 2, 3, 4, 5].map(lazy).join("")}</div>`,
    );
    await expect.poll(() => ids(ads)).toEqual([[1, 2, 3]]);
    await expect.poll(() => readStates(page)).toEqual(["filled", "filled", "filled", null, null]);
    await page.evaluate("part.scrollTo(9999, 9999)");
    await expect
      .poll(() => ids(ads))
      .toEqual([
        [1, 2, 3],
        [4, 5],
      ]);
  });

test("data-media lets a zone be requested only while it matches", async ({ page, ads, open }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await open(`<ins data-zone-id="1" data-media="(min-width: 800px)"></ins>
              <ins data-zone-id="2" data-media="(max-width: 799px)"></ins>`);
  await expect.poll(() => readStates(page)).toEqual(["filled", null]);
  await page.setViewportSize({ width: 500, height: 700 });
  await expect.poll(() => readStates(page)).toEqual(["filled", "filled"]);
  expect(ids(ads)).toEqual([[1], [2]]);
});

test("with data-manual nothing is requested until the page calls scan()", async ({ page, ads, open }) => {
  await open(`<ins data-zone-id="1"></ins><div id="part"><ins data-zone-id="2"></ins></div>`, {
    script: "data-manual",
  });
  await expect.poll(() => page.evaluate("typeof zonetag.scan")).toBe("function");
  await page.evaluate("document.body.append(Object.assign(document.createElement('ins'), { id: 'late' }))");
  await page.evaluate("late.dataset.zoneId = 3");
  expect(ads.requests).toHaveLength(0);
  await page.evaluate("zonetag.scan(document.querySelector('#part'))");
  await expect.poll(() => readStates(page)).toEqual([null, "filled", null]);
  await page.evaluate("zonetag.scan()");
  await expect.poll(() => readStates(page)).toEqual(["filled", "filled", "filled"]);
  expect(ids(ads)).toEqual([[2], [1, 3]]);
});

test("more than a hundred zones are split into several requests, in order", async ({ page, ads, open }) => {
  await open(Array.from({ length: 130 }, (_, at) => `<ins data-zone-id="${at + 1}"></ins>`).join(""));
  await expect.poll(() => ads.bodies.map(({ zones }) => zones.length)).toEqual([100, 30]);
  expect(ids(ads).flat()).toEqual(Array.from({ length: 130 }, (_, at) => at + 1));
  await expect.poll(async () => (await readStates(page)).every((state) => state === "filled")).toBe(true);
});

test("without data-endpoint the tag reports one error and leaves the page alone", async ({ page, site }) => {
  const said: string[] = [];
  page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
  site.pages["/"] =
    `<!doctype html>${EVENT_RECORDER}<script src="/dist/zonetag.js"></script><ins data-zone-id="1">house</ins>`;
  await page.goto(site.origin);
  await expect.poll(() => said).toEqual([expect.stringMatching(/error:.*data-endpoint/)]);
  expect(await page.locator("ins").evaluate((el) => el.outerHTML)).toBe(`<ins data-zone-id="1">house</ins>`);
  expect(await readEvents(page)).toEqual([]);
});
