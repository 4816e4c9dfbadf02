import { EVENT_RECORDER, readEventTypes, readStates } from "../support/events.ts";
import { setHidden, stopClock, tickAndRead, waitForRendering } from "../support/rendering.ts";
import { expect, test } from "../support/test.ts";

/** Banners by their turn: b1, b2, … */
function countTurns(ads: import("../support/ads.ts").Ads) {
  let turn = 0;
  ads.answer(({ zones }) => {
    turn++;
    return { zones: zones.map(({ id }) => ads.banner(id, `${id}-b${turn}`)), errors: {} };
  });
}

test("data-refresh requests again after its seconds in view, and the old banner stays until the new one has loaded", async ({
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

test("data-refresh below 30 is reported by name, and nothing is refreshed", async ({ page, ads, open }) => {
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await stopClock(page);
  await open(`<ins data-zone-id="1" data-size="300x250" data-refresh="29"></ins>`);
  await expect.poll(tickAndRead(page, () => ads.impressions)).toHaveLength(1);
  await waitForRendering(page);
  await page.clock.runFor(120_000);
  expect(ads.requests).toHaveLength(1);
  expect(said.join()).toMatch(/data-refresh="29".*30/);
});

test("refresh() requests all zones, one id or one element again, and keeps the banner when no new ad comes", async ({
  page,
  ads,
  open,
}) => {
  countTurns(ads);
  await open(`<ins id="a" data-zone-id="1"></ins><ins id="b" data-zone-id="2"></ins>`, {
    head: EVENT_RECORDER,
  });
  await expect.poll(() => ads.impressions.length).toBe(2);
  await page.evaluate("zonetag.refresh()");
  await expect.poll(() => ads.impressions.length).toBe(4);
  await page.evaluate("zonetag.refresh(2)");
  await expect.poll(() => ads.impressions).toContain("2-b3");
  await page.evaluate("zonetag.refresh(a)");
  await expect.poll(() => ads.impressions).toContain("1-b4");
  expect(ads.bodies.map(({ zones }) => zones.map(({ id }) => id))).toEqual([[1, 2], [1, 2], [2], [1]]);
  ads.answer(() => ({ zones: [null, null], errors: {} }));
  const before = await page.locator("#a").innerHTML();
  await page.evaluate("zonetag.refresh()");
  await expect
    .poll(async () => (await readEventTypes(page)).filter((type) => type === "empty").length)
    .toBe(2);
  expect(await page.locator("#a").innerHTML()).toBe(before);
  expect(await readStates(page)).toEqual(["filled", "filled"]);
  expect(ads.impressions).toHaveLength(6);
});

test("the old banner stays when the new one's image fails", async ({ page, ads, open }) => {
  countTurns(ads);
  ads.serve("/image/1-b2", (_, response) => void response.writeHead(404).end());
  await open(`<ins data-zone-id="1"></ins>`, { head: EVENT_RECORDER });
  await expect.poll(() => ads.impressions).toEqual(["1-b1"]);
  await page.evaluate("zonetag.refresh()");
  await expect.poll(() => readEventTypes(page)).toContain("error");
  await expect(page.locator("ins img")).toHaveAttribute("src", /1-b1/);
  expect(ads.impressions).toEqual(["1-b1"]);
});
