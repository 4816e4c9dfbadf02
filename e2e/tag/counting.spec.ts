import { EVENT_RECORDER, readEventTypes, readStates } from "../support/events.ts";
import { stopClock, tickAndRead, waitForRendering } from "../support/rendering.ts";
import { expect, test } from "../support/test.ts";

test("an impression waits until the slot has a box", async ({ page, ads, open }) => {
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
  test(`an impression waits while the page is hidden by ${style}`, async ({ page, ads, open }) => {
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
  test(`an impression waits until an ad grows from ${style}, as in dialogs and side bars`, async ({
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

test("an impression is sent without cookies, even if the visitor leaves at once", async ({
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
  test(`data-credentials="${script}" on the script controls cookies, and on a placeholder it is ignored`, async ({
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

const markSlot = (size: string) => `<ins data-zone-id="1" data-size="${size}" style="display:block"></ins>`;

/** `shown`: CSS pixels of a banner's height above the fold. */
for (const [size, shown, viewable] of [
  ["300x250", 130, true],
  ["300x250", 120, false],
  ["970x250", 80, true],
] as const) {
  test(`a ${size} banner with ${shown} px of its height in view is ${viewable ? "" : "not "}viewable`, async ({
    page,
    ads,
    open,
  }) => {
    await page.setViewportSize({ width: 1200, height: 600 });
    ads.answer(({ zones }) => ({ zones: zones.map(({ id }) => ads.banner(id, "b", size)), errors: {} }));
    await stopClock(page);
    const head = `${EVENT_RECORDER}<style>body { margin: 0 }</style>`;
    await open(
      `<div style="height:${600 - shown}px"></div>${markSlot(size)}<div style="height:2000px"></div>`,
      { head },
    );
    await expect.poll(tickAndRead(page, () => readEventTypes(page))).toContain("impression");
    await waitForRendering(page);
    await page.clock.runFor(5000);
    expect((await readEventTypes(page)).includes("viewable")).toBe(viewable);
  });
}
