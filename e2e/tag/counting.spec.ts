import { EVENT_RECORDER, readEventTypes, readStates } from "../support/events.ts";
import { setHidden, stopClock, tickAndRead, waitForRendering } from "../support/rendering.ts";
import { expect, test } from "../support/test.ts";

test("an impression waits for the page to be visible", async ({ page, ads, open }) => {
  let finish = () => {};
  ads.serve("/image/1-0", (_, response) => {
    finish = () => response.writeHead(404).end();
  });
  await open(
    `<ins data-zone-id="1" data-size="300x250"></ins><ins data-zone-id="2" data-size="300x250"></ins>`,
    {
      head: `<script>
      // Hidden from the moment the answer is in, before any image has come.
      addEventListener("zonetag:request", () => {
        Object.defineProperty(document, "hidden", { value: true, configurable: true });
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      }, { once: true });
    </script>`,
    },
  );
  await expect.poll(() => readStates(page)).toEqual(["pending", "filled"]);
  await waitForRendering(page);
  expect(ads.impressions).toEqual([]);
  await setHidden(page, false);
  await expect.poll(() => ads.impressions).toEqual(["2-0".replace("-0", "-1")]);
  finish();
  await expect.poll(() => readStates(page)).toEqual(["error", "filled"]);
  expect(ads.impressions).toHaveLength(1);
});

test("an impression waits for the slot to have a box", async ({ page, ads, open }) => {
  await open(`<section hidden><ins data-zone-id="1" data-size="300x250"></ins></section>`, {
    head: EVENT_RECORDER,
  });
  await expect.poll(() => readEventTypes(page)).toEqual(["request", "filled"]);
  await waitForRendering(page);
  expect(ads.impressions).toEqual([]);
  await page.evaluate("document.querySelector('section').hidden = false");
  await expect.poll(() => ads.impressions).toEqual(["1-0"]);
});

for (const style of ["visibility: hidden", "opacity: 0", "content-visibility: hidden"])
  test(`an impression waits for a page that is hidden by ${style}`, async ({ page, ads, open }) => {
    await open(
      `<section style="${style}"><ins data-zone-id="1" data-size="300x250"></ins></section><ins data-zone-id="2" data-size="300x250"></ins>`,
    );
    await expect.poll(() => ads.impressions).toEqual(["2-1"]);
    await waitForRendering(page);
    expect(ads.impressions).toEqual(["2-1"]);
    await page.evaluate("document.querySelector('section').removeAttribute('style')");
    await expect.poll(() => ads.impressions).toEqual(["2-1", "1-0"]);
  });

for (const style of ["transform: scale(0)", "width: 0"])
  test(`an impression waits for an ad in view that grows from ${style}, as dialogs and side bars do`, async ({
    page,
    ads,
    open,
  }) => {
    await open(
      `<section style="${style}"><ins data-zone-id="1" data-size="300x250"></ins></section><ins data-zone-id="2" data-size="300x250"></ins>`,
      { head: EVENT_RECORDER },
    );
    await expect.poll(() => ads.impressions).toEqual(["2-1"]);
    await expect.poll(() => readStates(page)).toEqual(["filled", "filled"]);
    await waitForRendering(page);
    expect(ads.impressions).toEqual(["2-1"]);
    await page.evaluate("document.querySelector('section').removeAttribute('style')");
    await expect.poll(() => ads.impressions).toEqual(["2-1", "1-0"]);
    await expect.poll(() => readEventTypes(page, 1)).toContain("viewable");
  });

test("an impression is counted once, also when the ad is scrolled or hidden and shown again", async ({
  page,
  ads,
  open,
}) => {
  await open(`<ins data-zone-id="1" data-size="300x250"></ins><div style="height:3000px"></div>`);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  for (let round = 0; round < 3; round++) {
    await page.evaluate("scrollTo(0, 2500)");
    await setHidden(page, true);
    await setHidden(page, false);
    await page.evaluate("scrollTo(0, 0)");
    await waitForRendering(page);
  }
  expect(ads.impressions).toEqual(["1-0"]);
});

test("an impression carries no cookies, and is sent although the visitor leaves at once", async ({
  page,
  ads,
  site,
  open,
}) => {
  site.pages["/next"] = "<!doctype html><title>next</title>";
  await open(`<ins data-zone-id="1" data-size="300x250"></ins>`, {
    head: `<script>addEventListener("zonetag:impression", () => (location.href = "/next"));</script>`,
  });
  await page.waitForURL("**/next");
  await expect.poll(() => ads.impressions).toEqual(["1-0"]);
  const ping = ads.received.find(({ path }) => path.startsWith("/impression/"));
  expect(ping?.method).toBe("GET");
  expect(ping?.headers.cookie).toBeUndefined();
});

for (const [script, cookie] of [
  ["include", "reader=1"],
  ["omit", undefined],
] as const)
  test(`data-credentials="${script}" on the script decides about cookies, and on a placeholder does not`, async ({
    page,
    ads,
    site,
    open,
  }) => {
    await page.context().addCookies([{ name: "reader", value: "1", url: ads.origin }]);
    ads.answer(({ zones }, response) => {
      response.setHeader("access-control-allow-origin", site.origin);
      response.setHeader("access-control-allow-credentials", "true");
      return { zones: zones.map(({ id }) => ads.banner(id)), errors: {} };
    });
    const own = script === "omit" ? "include" : "omit";
    await open(`<ins data-zone-id="1" data-credentials="${own}"></ins>`, {
      script: `data-credentials="${script}"`,
    });
    await expect.poll(() => ads.impressions).toEqual(["1"]);
    const sent = ads.received.filter(({ path }) => /placement|impression/.test(path));
    expect(sent.map(({ headers }) => headers.cookie)).toEqual([cookie, cookie]);
  });

test("a lost impression is sent a second time, and no third time", async ({ page, ads, open }) => {
  let lost = 0;
  ads.serve("/impression/1-0", (request) => {
    lost++;
    request.socket.destroy();
  });
  await open(`<ins data-zone-id="1" data-size="300x250"></ins>`, { head: EVENT_RECORDER });
  // The browser itself may open a second connection for the same fetch when the first is cut.
  await expect
    .poll(() =>
      page.evaluate(
        "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/impression/')).length",
      ),
    )
    .toBe(2);
  expect(lost).toBeGreaterThanOrEqual(2);
  expect((await readEventTypes(page)).filter((type) => type === "impression")).toHaveLength(1);
});

const markSlot = (size: string) => `<ins data-zone-id="1" data-size="${size}" style="display:block"></ins>`;

/** Puts `shown` CSS pixels of a banner's height above the fold. */
for (const [size, shown, viewable] of [
  ["300x250", 130, true],
  ["300x250", 120, false],
  ["970x250", 80, true],
  ["970x250", 70, false],
  ["960x250", 80, false],
  ["960x250", 130, true],
] as const) {
  test(`${shown} of ${size} in view is ${viewable ? "" : "not "}viewable`, async ({ page, ads, open }) => {
    await page.setViewportSize({ width: 1200, height: 600 });
    ads.answer(({ zones }) => ({ zones: zones.map(({ id }) => ads.banner(id, "b", size)), errors: {} }));
    await stopClock(page);
    const head = `${EVENT_RECORDER}<style>body { margin: 0 }</style>`;
    await open(
      `<div style="height:${600 - shown}px"></div>${markSlot(size)}<div style="height:2000px"></div>`,
      {
        head,
      },
    );
    await expect.poll(tickAndRead(page, () => readEventTypes(page))).toContain("impression");
    await waitForRendering(page);
    await page.clock.runFor(5000);
    expect((await readEventTypes(page)).includes("viewable")).toBe(viewable);
  });
}

test("an ad is viewable after one continuous second in view, which starts again after an interruption", async ({
  page,
  ads,
  open,
}) => {
  const scroll = async (top: number) => {
    await page.evaluate(`scrollTo(0, ${top})`);
    await waitForRendering(page);
  };
  await page.clock.install({ time: 0 });
  await open(`<div style="height:3000px"></div>${markSlot("300x250")}`, { head: EVENT_RECORDER });
  await expect.poll(tickAndRead(page, () => readEventTypes(page))).toContain("impression");
  await page.clock.pauseAt(3_600_000);
  await scroll(3000);
  await page.clock.runFor(990);
  await scroll(0);
  await scroll(3000);
  await page.clock.runFor(990);
  expect(await readEventTypes(page)).not.toContain("viewable");
  await page.clock.runFor(10);
  await page.clock.runFor(60_000);
  expect((await readEventTypes(page)).filter((type) => type === "viewable")).toHaveLength(1);
  expect(ads.impressions).toHaveLength(1);
});

test("time while the page is hidden does not count towards viewable", async ({ page, open }) => {
  await stopClock(page);
  await open(markSlot("300x250"), { head: EVENT_RECORDER });
  await expect.poll(tickAndRead(page, () => readEventTypes(page))).toContain("impression");
  await setHidden(page, true);
  await page.clock.runFor(5000);
  expect(await readEventTypes(page)).not.toContain("viewable");
  await setHidden(page, false);
  await waitForRendering(page);
  await page.clock.runFor(1001);
  await expect.poll(() => readEventTypes(page)).toContain("viewable");
});
