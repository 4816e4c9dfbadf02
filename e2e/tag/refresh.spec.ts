import { EVENT_RECORDER, readStates } from "../support/events.ts";
import { setHidden, stopClock, tickAndRead, waitForRendering } from "../support/rendering.ts";
import { expect, test } from "../support/test.ts";

/** Answers with banners b1, b2, … in turn. */
function countTurns(ads: import("../support/ads.ts").Ads) {
  let turn = 0;
  ads.answer(({ zones }) => {
    turn++;
    return { zones: zones.map(({ id }) => ads.banner(id, `${id}-b${turn}`)), errors: {} };
  });
}

test("data-refresh requests again after its seconds in view, and keeps the old banner until the new one has loaded", async ({
  page,
  ads,
  open,
}) => {
  countTurns(ads);
  let release = () => {};
  ads.serve("/image/1-b2", (_, response) => {
    release = () =>
      void response
        .writeHead(200, { "content-type": "image/svg+xml" })
        .end(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250"/>`);
  });
  await stopClock(page);
  await open(
    `<ins data-zone-id="1" data-size="300x250" data-refresh="30"></ins><div style="height:3000px"></div>`,
    { head: EVENT_RECORDER },
  );
  await expect.poll(tickAndRead(page, () => ads.impressions)).toEqual(["1-b1"]);
  await waitForRendering(page);
  await page.clock.runFor(20_000);
  await page.evaluate("scrollTo(0, 2500)");
  await waitForRendering(page);
  await page.clock.runFor(60_000);
  await page.evaluate("scrollTo(0, 0)");
  await waitForRendering(page);
  await setHidden(page, true);
  await page.clock.runFor(60_000);
  await setHidden(page, false);
  await waitForRendering(page);
  await page.clock.runFor(9_000);
  expect(ads.requests).toHaveLength(1);
  await page.clock.runFor(2_000);
  await expect.poll(() => ads.requests.length).toBe(2);
  await expect.poll(() => ads.received.some(({ path }) => path.startsWith("/image/1-b2"))).toBe(true);
  await expect(page.locator("ins img")).toHaveAttribute("src", /1-b1/);
  release();
  await expect(page.locator("ins img")).toHaveAttribute("src", /1-b2/);
  await expect.poll(tickAndRead(page, () => ads.impressions)).toEqual(["1-b1", "1-b2"]);
  expect(await readStates(page)).toEqual(["filled"]);
});
