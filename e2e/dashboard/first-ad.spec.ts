/** From an empty catalogue to an ad on a page, by clicks alone. */
import { BANNER, emptyCatalogue } from "./pages.ts";
import { expect, test } from "./test.ts";

test("four steps lead from an empty catalogue to the first ad on a page", {
  tag: "@essential",
}, async ({ page, enterOwn, site, context }) => {
  await enterOwn("", { catalogue: await emptyCatalogue() });
  await page.getByRole("link", { name: "Your first ad in four steps" }).click();

  await expect(page.getByText("Step 1 of 4")).toBeVisible();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Expected a host name such as news.example.")).toBeVisible();
  await page.getByLabel("Publisher name").fill("My publisher");
  await page.getByLabel("Site name").fill("My site");
  await page.getByLabel("Host name").fill("localhost");
  await page.getByRole("button", { name: "Create" }).click();

  await expect(page.getByText("Step 2 of 4")).toBeVisible();
  await page.getByLabel("Zone name").fill("Top of the page");
  await page.getByLabel("Size").fill("300x250");
  await page.getByRole("button", { name: "Create" }).click();

  await expect(page.getByText("Step 3 of 4")).toBeVisible();
  await page.getByLabel("Advertiser name").fill("My advertiser");
  await page.getByLabel("Name", { exact: true }).fill("My campaign");
  await page.locator(".drop input[type=file]").setInputFiles(BANNER);
  await expect(page.getByRole("img", { name: "halyard-300x250" })).toBeVisible();
  await page.getByLabel("Landing page").fill("https://shop.example/");
  await page.getByRole("button", { name: "Create" }).click();

  await expect(page.getByText("Step 4 of 4")).toBeVisible();
  await expect(page.getByText("Waiting for the first request…")).toBeVisible();
  const [script, zone] = await page.locator(".code code").allTextContents();
  site.pages["/own.html"] = `<!doctype html><title>Own page</title>${script}${zone}`;
  const own = await context.newPage();
  await own.goto(`${site.origin}/own.html`);
  await expect(own.locator("ins[data-zone-id] img")).toBeVisible();
  await expect(page.getByText("Your page requested an ad, and yours is running.")).toBeVisible({
    timeout: 20_000,
  });
  await page.getByRole("link", { name: "Go to the campaigns" }).click();
  await expect(page.getByRole("heading", { name: "My campaign" })).toBeVisible();
  await expect(page.getByText("Running").first()).toBeVisible();
});
