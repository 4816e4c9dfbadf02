/** The page of changes, undoing them, and the creatives that run on a site. */
import { findViolations } from "./axe.ts";
import { manage } from "./pages.ts";
import { expect, test } from "./test.ts";

test("an owner reads what changed in sentences, filters it, and comes from an object's history", async ({
  page,
  enterOwn,
}) => {
  const { origin } = await enterOwn("", { as: "ann" });
  const management = manage(origin, "ann");
  await management.sites.change({ id: 10, version: "*" }, { name: "Daily news" });
  await management.zones.change({ id: 101, version: "*" }, { name: "Masthead" });
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("link", { name: "What changed" }).click();
  const lines = page.getByRole("region", { name: "What changed" }).locator("li");
  await expect(lines.first()).toContainText("Ann set the name of Masthead to Masthead (was Zone 101).");
  await expect(lines.filter({ hasText: "Ann signed in with" })).not.toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);

  await page.getByLabel("Kind").selectOption("Sites");
  await expect(lines).toHaveCount(1);
  await expect(page).toHaveURL(/kind=sites/);
  await page.getByRole("link", { name: "Open Daily news" }).click();
  await page.getByRole("region", { name: "History" }).getByRole("link", { name: "All changes" }).click();
  await expect(page.getByText("Only Sites #10")).toBeVisible();
  await page.reload();
  await expect(lines).toHaveCount(1);
  await page.getByLabel("Last day").fill("2020-01-01");
  await expect(page.getByText("No changes.")).toBeVisible();
});
