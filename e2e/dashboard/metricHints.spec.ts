/** What a metric means, at its heading and its figure. */
import { findViolations } from "./axe.ts";
import { enterPage, expect, settled, test } from "./test.ts";

test("the heading of a metric says what it means, on hover and keyboard focus", async ({ page, service }) => {
  await enterPage(page, service.origin, "?");
  await settled(page);
  const hint = page.getByRole("tooltip");
  await expect(hint).toHaveCount(0);
  await page.getByRole("columnheader", { name: "Impressions" }).first().hover();
  await expect(hint).toHaveText("Ads that were shown on a visible page.");
  await hint.hover();
  await expect(hint).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(hint).toBeHidden();
  await page.getByRole("columnheader", { name: "Impressions" }).first().getByRole("button").focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Impressions", exact: true })).toHaveAccessibleDescription(
    /Ads that were shown/,
  );
  expect(await findViolations(page)).toEqual([]);
});
