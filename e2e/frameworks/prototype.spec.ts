/**
 * Prototype.js 1.7.3 replaces methods of arrays and elements, and `Array.from`. No npm package contains it; Debian's
 * package does.
 */
import { existsSync, readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { findPanel } from "../console/console.ts";
import { readStates } from "../support/events.ts";
import { expect, test } from "../support/test.ts";

const PROTOTYPE = "/usr/share/javascript/prototype/prototype.js";
const head = existsSync(PROTOTYPE) ? `<script>${readFileSync(PROTOTYPE, "utf8")}</script>` : "";

test.beforeEach(() => test.skip(!head, "needs libjs-prototype"));

const BODY = `<ins data-zone-id="1" data-size="300x250" data-keywords="shoes, red"><b>House</b></ins>
  <ins data-zone-id="2"></ins><ins data-zone-id="3" data-collapse></ins>`;

type Ads = Parameters<Parameters<typeof test>[2]>[0]["ads"];

function fillAllButThird(ads: Ads): void {
  ads.answer(({ zones }) => ({
    zones: zones.map(({ id }) => (id === 3 ? null : ads.banner(id))),
    errors: {},
  }));
}

/** Lists the addresses of the links in each placeholder. */
const readLinks = (page: Page) =>
  page.$$eval("[data-zone-id]", (all) =>
    all.map((element) => [...element.querySelectorAll("a")].map(({ pathname }) => pathname)),
  );

test("on a page with Prototype.js, slots are requested, filled and counted as without it", async ({
  page,
  ads,
  open,
}) => {
  fillAllButThird(ads);
  await open(BODY, { head });
  await expect.poll(() => readStates(page)).toEqual(["filled", "filled", "empty"]);
  await expect.poll(() => [...ads.impressions].sort()).toEqual(["1", "2"]);
  expect(ads.bodies.map(({ zones }) => zones)).toEqual([
    [{ id: 1, keywords: "shoes,red" }, { id: 2 }, { id: 3 }],
  ]);
});

test("slots that Prototype.js adds are filled, and its update(), remove() and replace() of slots cause no error", async ({
  page,
  ads,
  open,
}) => {
  fillAllButThird(ads);
  await open(BODY, { head });
  await expect.poll(() => ads.impressions).toHaveLength(2);
  await page.evaluate(`
    $(document.body).insert({ top: '<ins id="added" data-zone-id="4"></ins>' });
    $$("[data-zone-id='3']")[0].replace(new Element("ins", { "data-zone-id": "5" }));
  `);
  await expect.poll(() => [...ads.impressions].sort()).toEqual(["1", "2", "4", "5"]);
  // An ad that the page removed alone stays removed.
  await page.evaluate(`
    $("added").update("");
    $$("[data-zone-id='1'] a").invoke("remove");
    $$("[data-zone-id='2']").invoke("remove");
  `);
  await expect.poll(() => readLinks(page)).toEqual([[], [], ["/click/5"]]);
  await page.evaluate(`$("added").remove(); zonetag.refresh(5)`);
  await expect.poll(() => ads.impressions).toHaveLength(5);
  await page.evaluate("zonetag.destroy()");
  expect(await readLinks(page)).toEqual([[], []]);
  await expect(page.locator("[data-zone-id='1']")).toHaveText("House");
  expect(ads.requests).toHaveLength(3);
});

test("the console explains a page with Prototype.js", async ({ page, ads, open }) => {
  fillAllButThird(ads);
  await open(BODY, { head, path: "/?zonetag_console" });
  const panel = findPanel(page);
  await expect(panel.verdict).toHaveText("2 of 3 filled, 1 without an ad");
  await expect(panel.zoneById(1)).toContainText("Impression");
});
