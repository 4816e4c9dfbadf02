/** Recipes of frameworks that replace documents, with the pages of the guide. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright/test";
import type { Ads } from "../support/ads.ts";
import type { Site } from "../support/site.ts";
import { expect, expectAds, expectImpressions, readSlots, test } from "./application.ts";
import { readRecipes } from "./project.ts";

const require = createRequire(import.meta.url);
const readScript = (path: string) => ({
  body: readFileSync(require.resolve(path), "utf8"),
  headers: { "content-type": "text/javascript" },
});

/** Serves a recipe's page as `/`, and with other words and another zone as `/bread`. */
function serveRecipe(section: string, script: string, path: string, site: Site, ads: Ads): void {
  const [page = ""] = readRecipes(section).slice(-1);
  const body = page
    .replace("https://cdn.example/", "/dist/")
    .replace("https://ads.example/v1/placement", ads.endpoint)
    .replace("</title>", `</title><link rel="icon" href="data:,">`);
  site.pages[script] = readScript(path);
  site.pages["/"] = body;
  site.pages["/bread"] = body
    .replaceAll("101", "102")
    .replaceAll("/bread", "/")
    .replaceAll("Bread", "Shoes")
    .replace("<title>Shoes", "<title>Bread");
}

/** Gives the banners of each response unique addresses, so that a repeated ad is noticed. */
function answerAnew(ads: Ads): void {
  let requests = 0;
  ads.answer(({ zones }) => {
    requests++;
    return { zones: zones.map(({ id }, at) => ads.banner(id, `${id}-${requests}-${at}`)), errors: {} };
  });
}

const shown = (page: Page) =>
  page.$$eval("[data-zone-id] img", (all) =>
    all.map((img) => new URL((img as HTMLImageElement).src).pathname),
  );

/** Follows the first page's link to the other one. */
async function followLink(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Bread" }).click();
  await expect(page).toHaveTitle("Bread");
  await expectAds(page, 102);
}

/** Follows the link and returns to a page without an ad. */
async function returnWithoutAd(page: Page, site: Site, ads: Ads): Promise<void> {
  await page.goto(site.origin);
  await expectAds(page, 101);
  await followLink(page);
  ads.answer(() => ({ zones: [null], errors: {} }));
  await page.goBack({ waitUntil: "commit" });
}

/** Follows the link and returns, and expects a new ad, counted once, for each view of a page. */
async function expectFreshAds(page: Page, ads: Ads): Promise<void> {
  await expectAds(page, 101);
  await expectImpressions(ads, page, 1);
  await followLink(page);
  await expectImpressions(ads, page, 2);
  await page.goBack({ waitUntil: "commit" });
  await expect(page).toHaveTitle("Shoes");
  await expectAds(page, 101);
  await expectImpressions(ads, page, 3);
  expect(await shown(page)).toEqual(["/image/101-3-0"]);
  expect(ads.bodies.map(({ zones }) => zones.map(({ id }) => id))).toEqual([[101], [102], [101]]);
}

test("htmx: swapped pages, loaded parts and pages after going back get new ads", async ({
  page,
  site,
  ads,
}) => {
  serveRecipe("htmx", "/htmx.js", "htmx.org/dist/htmx.js", site, ads);
  site.pages["/more"] = `<div data-zone-id="104" data-size="300x250"></div>`;
  answerAnew(ads);
  await page.goto(site.origin);
  await expectFreshAds(page, ads);
  await page.getByRole("button", { name: "More" }).click();
  await expectAds(page, 101, 104);
  await expectImpressions(ads, page, 4);
});

test("htmx: after going back, a placeholder without an ad does not show the earlier ad", async ({
  page,
  site,
  ads,
}) => {
  serveRecipe("htmx", "/htmx.js", "htmx.org/dist/htmx.js", site, ads);
  await returnWithoutAd(page, site, ads);
  await expect
    .poll(() => readSlots(page))
    .toEqual([[101, "empty", expect.not.stringContaining("sponsored")]]);
});

test("Turbo: each rendered page gets a new ad, including after going back", async ({ page, site, ads }) => {
  serveRecipe("Turbo", "/turbo.js", "@hotwired/turbo/dist/turbo.es2017-umd.js", site, ads);
  answerAnew(ads);
  await page.goto(site.origin);
  await expectFreshAds(page, ads);
});

test("Turbo: a page from the cache shows fallback content when there is no ad", async ({
  page,
  site,
  ads,
}) => {
  serveRecipe("Turbo", "/turbo.js", "@hotwired/turbo/dist/turbo.es2017-umd.js", site, ads);
  await returnWithoutAd(page, site, ads);
  await expect.poll(() => readSlots(page)).toEqual([[101, "empty", '<a href="/subscribe">Subscribe</a>']]);
});

test("Alpine: the tag follows bound attributes, changed zone ids, and added and removed elements", async ({
  page,
  site,
  ads,
}) => {
  serveRecipe("Alpine", "/alpine.js", "alpinejs/dist/cdn.js", site, ads);
  await page.goto(site.origin);
  await expectAds(page, 101);
  await page.getByRole("button", { name: "Bread" }).click();
  await expectAds(page, 102);
  await page.getByRole("button", { name: "More" }).click();
  await expectAds(page, 102, 103);
  await expectImpressions(ads, page, 3);
  await page.getByRole("button", { name: "More" }).click();
  await expectAds(page, 102);
  expect(ads.bodies.map(({ zones }) => zones)).toEqual([
    [{ id: 101, keywords: "shoes" }],
    [{ id: 102, keywords: "bread" }],
    [{ id: 103 }],
  ]);
});

test("Angular: the tag runs outside Angular's zone, so the application becomes stable", async ({
  page,
  site,
  ads,
}) => {
  const [template = ""] = readRecipes("Angular");
  site.pages["/zone.js"] = readScript("zone.js");
  // Renders the template as Angular does, in a zone like Angular's.
  const render = template.replace(
    /\[attr\.([\w-]+)\]="(\w+)"/g,
    (_, name, value) => `${name}="\${${value}}"`,
  );
  site.pages["/"] =
    `<!doctype html><html lang="en"><head><title>angular</title><link rel="icon" href="data:,">
    <script async src="/dist/zonetag.js" data-endpoint="${ads.endpoint}" data-refresh="30"></script>
    <script src="/zone.js"></script></head><body><script>
      const stable = [];
      const angular = Zone.current.fork({ name: "angular", onHasTask: (parent, current, target, { macroTask }) => stable.push(!macroTask) });
      const show = (zone, topic) => angular.run(() => setTimeout(() => document.body.insertAdjacentHTML("beforeend", \`${render}\`)));
      show(101, "shoes");
    </script></body></html>`;
  await page.goto(site.origin);
  await expectAds(page, 101);
  await page.evaluate(`show(102, "bread")`);
  await expectAds(page, 101, 102);
  await expectImpressions(ads, page, 2);
  expect(ads.bodies.map(({ zones }) => zones)).toEqual([
    [{ id: 101, keywords: "shoes" }],
    [{ id: 102, keywords: "bread" }],
  ]);
  expect(await page.evaluate("stable")).toEqual([false, true, false, true]);
});
