/** From an ad of the magazine to the report of the order that followed. */

import { findViolations } from "../dashboard/axe.ts";
import { expect, TIDE, test } from "./demo.ts";

test.use({ viewport: { width: 1280, height: 900 } });

test("an order after a click on an ad is in the advertiser's report, once, with its eCPA", async ({
  page,
  demo,
  context,
}) => {
  await page.goto(demo.site + TIDE);
  const link = page.locator('[data-zone-id="101"] > a');
  await expect(link.locator("img")).toHaveAttribute("src", /fellstride-728x90/);
  const [shop] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await shop.waitForURL(/\/shops\/fellstride\?.*&utm_campaign=301&click_id=1\.[\w.-]+$/);
  const isReport = (url: string) => url.startsWith(`${demo.service}/v1/conversion`);
  const reported = shop.waitForResponse((response) => isReport(response.url()));
  await shop.getByRole("button", { name: "Buy" }).click();
  expect((await reported).status()).toBe(204);
  const again = shop.waitForResponse((response) => isReport(response.url()));
  await shop.reload();
  expect((await again).headers()["x-event"]).toBe("repeated");

  await shop.getByRole("link", { name: "See it in the report" }).click();
  await shop.getByLabel("User name").fill("advertiser");
  await shop.getByLabel("Password", { exact: true }).fill("longshore");
  await shop.getByRole("button", { name: "Sign in", exact: true }).click();
  const row = shop.getByRole("row", { name: /^Fell 4 launch / });
  await expect(shop.getByRole("columnheader", { name: "eCPA Order" })).toBeVisible();
  // Impressions, clicks, cost, orders, eCPA: one impression for 3.20 a thousand.
  await expect(row.getByRole("cell")).toHaveText(["1", "1", /0\.003/, "1", /0\.003/]);
});

test("an order without a click on an ad reports nothing", async ({ page, demo }) => {
  const sent: string[] = [];
  page.on("request", (request) => void sent.push(request.url()));
  await page.goto(`${demo.site}/shops/fellstride`);
  await page.getByRole("button", { name: "Buy" }).click();
  await expect(page.getByRole("heading", { name: "Thanks!" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(sent.filter((url) => url.startsWith(demo.service))).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const)
  test(`at 390 px, ${colorScheme}, shop and thanks fit and axe finds nothing`, async ({ page, demo }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ["", "/thanks"]) {
      await page.goto(`${demo.site}/shops/fellstride${path}`);
      expect(await findViolations(page)).toEqual([]);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
      await page.screenshot({ path: test.info().outputPath(`shop${path.replace("/", "-")}.png`) });
    }
  });
