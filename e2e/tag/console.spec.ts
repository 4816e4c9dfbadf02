import { startSite } from "../support/site.ts";
import { expect, test } from "../support/test.ts";

test("the console opens for a tag from another origin", async ({ page, ads, site }) => {
  const cdn = await startSite();
  site.pages["/"] =
    `<!doctype html><body><script async src="${cdn.origin}/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>
    <ins data-zone-id="1"></ins>`;
  await page.goto(`${site.origin}/?zonetag_console`);
  await expect(page.locator("zonetag-console")).toHaveCount(1);
  expect(cdn.asked).toContain("/dist/console.js");
  await cdn.stop();
});

test("the console opens on a page whose tag has no endpoint", async ({ page, site }) => {
  site.pages["/"] =
    `<!doctype html><body><script src="/dist/zonetag.js"></script><ins data-zone-id="1"></ins>`;
  await page.goto(`${site.origin}/?zonetag_console`);
  await expect(page.locator("zonetag-console")).toHaveCount(1);
});

test("a missing console.js is reported in the browser's console", async ({ page, ads, site, open }) => {
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  site.pages["/dist/console.js"] = { body: "", status: 404 };
  await open(`<ins data-zone-id="1"></ins>`, { path: "/?zonetag_console" });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  await expect.poll(() => said.join()).toContain("[zonetag] console.js must be beside zonetag.js: ");
});
