/**
 * A page that the browser prerenders. Drivers disable prerendering in pages that they drive, so the browser runs
 * without a driver, and its pages report by requests to the site.
 */
import { spawnChromium } from "../support/browser.ts";
import { test as base, expect } from "../support/test.ts";

const test = base.extend<{ browse(url: string): Promise<void> }>({
  browse: async ({}, use) => {
    let stop = async () => {};
    await use(async (url) => {
      ({ stop } = await spawnChromium([url]));
    });
    await stop();
  },
});

const RULES = `{"prerender":[{"source":"list","urls":["/page"],"eagerness":"immediate"}]}`;

test("a prerendered page requests its ads once, when it is shown", async ({ browse, site, ads }) => {
  let go = () => {};
  site.pages["/go"] = (response) => {
    go = () => response.end();
  };
  site.pages["/from"] = `<!doctype html><title>from</title><script type="speculationrules">${RULES}</script>
    <script>fetch("/go").then(() => location.assign("/page"))</script>`;
  // The timer is set after everything has loaded, so the tag has finished by then.
  site.pages["/page"] = `<!doctype html><title>page</title><script>
      addEventListener("load", () => setTimeout(() => fetch(document.prerendering ? "/prepared" : "/opened")));
      document.addEventListener("prerenderingchange", () => fetch("/shown"));
    </script><script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>
    <ins data-zone-id="1"></ins><ins data-zone-id="2"></ins>`;
  const said = () => site.asked.filter((path) => ["/page", "/prepared", "/opened", "/shown"].includes(path));

  await browse(`${site.origin}/from`);
  await expect.poll(said).toEqual(["/page", "/prepared"]);
  expect(ads.received).toEqual([]);

  go();
  await expect.poll(() => ads.impressions).toHaveLength(2);
  expect(said()).toEqual(["/page", "/prepared", "/shown"]);
  expect(ads.requests).toHaveLength(1);
  // The service would ignore impressions with this header as prefetches.
  const pings = ads.received.filter(({ path }) => path.startsWith("/impression/"));
  expect(pings.map(({ headers }) => headers["sec-purpose"])).toEqual([undefined, undefined]);
});
