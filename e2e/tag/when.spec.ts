import { readStates } from "../support/events.ts";
import { expect, test } from "../support/test.ts";

const ids = (ads: import("../support/ads.ts").Ads) =>
  ads.bodies.map(({ zones }) => zones.map(({ id }) => id));

test("the request waits for the whole document, so that a page sends one request", async ({
  page,
  ads,
  site,
}) => {
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

test("data-zones sends the request once this many zones are parsed, and later zones wait for DOM ready", async ({
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
      // A task that starts after the placeholders were parsed must find the request already sent.
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

test("a page restored from the back/forward cache sends no request", async ({ page, ads, site, open }) => {
  await open(`<ins data-zone-id="1" data-size="300x250"></ins>`);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  site.pages["/other"] = "<!doctype html><title>other</title>";
  await page.goto(`${site.origin}/other`);
  await page.goBack();
  await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
  const restored = await page.evaluate("performance.getEntriesByType('navigation')[0].type");
  // Without such a cache (headless) the page is new and sends a second request.
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

test("data-lazy on the script applies to every zone, in pixels from the viewport", async ({
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
    // In a row or column of 320 px, the second zone begins within 400 px of the edge, the fourth does not.
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

test("a zone is requested only while its data-media matches", async ({ page, ads, open }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await open(`<ins data-zone-id="1" data-media="(min-width: 800px)"></ins>
              <ins data-zone-id="2" data-media="(max-width: 799px)"></ins>`);
  await expect.poll(() => readStates(page)).toEqual(["filled", null]);
  await page.setViewportSize({ width: 500, height: 700 });
  await expect.poll(() => readStates(page)).toEqual(["filled", "filled"]);
  expect(ids(ads)).toEqual([[1], [2]]);
});
