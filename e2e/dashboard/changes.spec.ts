/** The page of changes, undoing them, and the creatives that run on a site. */
import { findViolations } from "./axe.ts";
import { counted } from "./facts.ts";
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
  await page.getByRole("link", { name: "What changed", exact: true }).click();
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

test("a publisher sees what runs on a site, blocks its advertiser there, and unblocks it", async ({
  page,
  enterOwn,
}) => {
  const { origin } = await enterOwn("?place=inventory&site=10", { as: "ann", facts: counted(8) });
  const management = manage(origin, "ann");
  const runs = page.getByRole("region", { name: "What runs here" });
  const link = runs.getByRole("link", { name: "shoes.example" }).first();
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  await expect(runs.locator("img").first()).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  page.once("dialog", (dialog) => dialog.accept());
  await runs.getByRole("button", { name: "Block: Bob" }).first().click();
  await expect(runs.getByText("Bob is blocked here.")).toBeVisible();
  expect((await management.sites.get(10)).blockedAdvertisers).toEqual([3]);
  const unblock = runs.getByRole("button", { name: "Unblock: Bob" }).first();
  await expect(unblock).toBeFocused();
  await unblock.click();
  await expect(runs.getByText("Bob is no longer blocked here.")).toBeVisible();
  expect((await management.sites.get(10)).blockedAdvertisers).toEqual([]);
});
