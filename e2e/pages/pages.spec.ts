/**
 * The tag on realistic pages at phone width: every slot ends in its state, each impression is counted once, nothing
 * moves or fails, and the page does not scroll horizontally.
 */
import { expect, test } from "../support/test.ts";
import { PAGES } from "./pages.ts";

/** Sums all layout shifts since navigation. */
const SHIFTS = `window.shift = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value; })
    .observe({ type: "layout-shift", buffered: true });`;

for (const [name, { reason, render, inside, headers = {}, filled, reveal, ...expected }] of Object.entries(
  PAGES,
))
  test(`slots of this page are filled and counted: ${name} (${reason})`, async ({ page, site, ads }) => {
    const { keywords, address = "/page?secret=1", referer = address.replace(/\?.*/, "") } = expected;
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (/zonetag|policy/i.test(message.text())) complaints.push(message.text());
    });
    await page.addInitScript(SHIFTS);
    await page.setViewportSize({ width: 390, height: 844 });
    // Loaded before the first paint, as required where a page reserves no boxes itself.
    const tag = `<script src="${site.origin}/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>`;
    site.pages[new URL(address, site.origin).pathname] = (response) =>
      void response
        .writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers })
        .end(render(tag, site.origin));
    if (inside) site.pages["/inside"] = inside(tag);
    await page.goto(site.origin + address);
    const readStates = () =>
      page.$$eval("[data-zone-id],[data-zoneid]", (all) =>
        all.map((element) => element.getAttribute("data-zone-state")),
      );
    const placeholders = (await readStates()).length;
    const shown = filled ?? placeholders;
    await expect.poll(readStates).toEqual(Array(shown).fill("filled"));
    await expect.poll(() => page.evaluate("shift")).toBe(0);
    if (reveal) {
      expect(ads.impressions.length).toBeLessThan(placeholders);
      await page.evaluate(reveal);
    }
    const count = shown || 1;
    await expect.poll(() => ads.impressions).toHaveLength(count);
    expect(new Set(ads.impressions).size).toBe(count);
    expect(ads.requests).toHaveLength(1);
    if (!inside) expect(ads.bodies[0]?.user.referer).toBe(site.origin + referer);
    if (keywords) expect(ads.bodies[0]?.zones[0]?.keywords).toBe(keywords);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    expect(complaints).toEqual([]);
  });
