import { counted, dayBefore, during, sum } from "./facts.ts";
import { count, expect, figure, settled, test } from "./test.ts";

const FACTS = counted();
const week = during(dayBefore(7), dayBefore(1));

test("a shared link shows its view without an account and nothing beyond it, until it is revoked", async ({
  page,
  enter,
  browser,
}) => {
  await enter({ query: "?by=zone_id&f.site_id=11" });
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByLabel("Who is it for?").fill("Tom");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByLabel("Copy it now; it is shown only once.").inputValue();
  await expect(page.getByRole("list", { name: "Links in use" })).toContainText("Tom");

  const context = await browser.newContext();
  const reader = await context.newPage();
  await reader.goto(link);
  await settled(reader);
  const shop = sum(FACTS, "impressions", (each) => week(each) && each.site === 11);
  await expect(figure(reader, "base.impressions")).toHaveText(count(shop));
  await expect(reader.getByRole("banner")).toContainText("Shared: Tom");
  await expect(reader.getByRole("button", { name: "Sign out" })).toHaveCount(0);
  await reader.reload();
  await expect(figure(reader, "base.impressions")).toHaveText(count(shop));
  await expect(reader.getByRole("search")).toContainText("Site: Shop");
  await expect(reader.getByRole("button", { name: "Remove the Site filter" })).toHaveCount(0);
  await expect(reader.getByRole("button", { name: "Site: Shop" })).toHaveCount(0);
  await reader.goto(`${reader.url().replace(/\?.*#/, "?role=publisher&period=7d#")}`);
  await reader.reload();
  await expect(reader.getByText("Your account can't see these numbers.").first()).toBeVisible();

  await page.getByRole("button", { name: "Revoke the link for Tom" }).click();
  await expect(page.getByRole("list", { name: "Links in use" })).toHaveCount(0);
  await reader.goto(link);
  await reader.reload();
  await expect(reader.getByText("This link has expired or was revoked.")).toBeVisible();
  await context.close();
});
