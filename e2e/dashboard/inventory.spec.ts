/** Sites and zones: made, changed, archived, and only one's own. */
import { hashPassword } from "../../src/service/signing/passwords.ts";
import { catalogue, PASSWORD } from "./catalogue.ts";
import { counted } from "./facts.ts";
import { enterPage, manage, UNLIMITED } from "./pages.ts";
import { expect, test } from "./test.ts";

test("a new zone is made in one form, and gives its code for three kinds of page", {
  tag: "@essential",
}, async ({ page, serve }) => {
  const service = await serve({ args: UNLIMITED });
  await enterPage(page, service.origin, "?place=inventory", "ann");
  await page.getByRole("link", { name: "New zone" }).first().click();
  await page.getByLabel("Site").selectOption("Shop");
  await page.getByLabel("Zone name").fill("Below the fold");
  await page.getByLabel("Size").fill("728 × 90");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "Below the fold" })).toBeVisible();
  const [zone] = (await manage(service.origin, "ann").zones.list({ search: "Below" })).entries;
  expect(zone).toMatchObject({ site: 11, size: "728x90" });
  const code = page.getByRole("region", { name: "Code for your pages" });
  await expect(code).toContainText(`<ins data-zone-id="${zone?.id}" data-size="728x90"></ins>`);
  await expect(code).toContainText(`data-endpoint="${service.endpoint}"`);
  await expect(code).toContainText("aspect-ratio: 728 / 90");
  await code.getByRole("button", { name: "React" }).click();
  await expect(code).toContainText(`<Zone zone={${zone?.id}} size="728x90" />`);
  await code.getByRole("button", { name: "WordPress" }).click();
  await expect(code).toContainText(`[zone id="${zone?.id}" size="728x90"]`);
  await expect(page.getByText("Next: Add ?zonetag_console")).toBeVisible();
});

test("a zone shows its last request and how much of the last day was filled", async ({ page, serve }) => {
  const service = await serve({ args: UNLIMITED, facts: counted() });
  await fetch(service.endpoint, {
    method: "POST",
    headers: { origin: "https://news.example" },
    body: JSON.stringify({ user: {}, zones: [{ id: 101 }] }),
  });
  await enterPage(page, service.origin, "?place=inventory", "ann");
  const row = page.getByRole("row").filter({ hasText: "#101" });
  await expect(row).toContainText("This hour");
  await expect(row).toContainText("%");
});

test("a zone is renamed, archived and brought back", async ({ page, serve }) => {
  const service = await serve({ args: UNLIMITED });
  await enterPage(page, service.origin, "?place=inventory&zone=101", "ann");
  await page.getByLabel("Zone name").fill("Renamed");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Renamed" })).toBeVisible();
  await page.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByRole("button", { name: "Restore" })).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByRole("link", { name: "Renamed" })).toHaveCount(0);
  await page.getByLabel("Show archived").check();
  await page.getByRole("link", { name: "Renamed" }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("button", { name: "Archive" })).toBeVisible();
  expect(await manage(service.origin, "ann").zones.get(101)).toMatchObject({
    deleted: false,
    name: "Renamed",
  });
});

test("a publisher at another's address sees its own, and no campaigns", async ({ page, serve }) => {
  const own = (await catalogue()) as { accounts: object[]; sites: object[]; zones: object[] };
  const password = await hashPassword(PASSWORD);
  const service = await serve({
    args: UNLIMITED,
    catalogue: {
      ...own,
      accounts: [
        ...own.accounts,
        { id: 9, name: "Eve", role: "publisher", network: 1, username: "eve", password },
      ],
      sites: [...own.sites, { id: 90, account: 9, name: "Eve's site", hostname: "eve.example" }],
      zones: [...own.zones, { id: 901, site: 90, name: "Eve's zone", size: "300x250" }],
    },
  });
  await enterPage(page, service.origin, "?place=inventory&zone=101", "eve");
  await expect(page.getByRole("link", { name: "Eve's zone" })).toBeVisible();
  await expect(page.getByText("Zone 101")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Campaigns" })).toHaveCount(0);
  await page.goto(`${service.origin}/dashboard/?place=campaigns`);
  await expect(page.getByRole("link", { name: "Statistics" })).toHaveAttribute("aria-current", "page");
  await expect(manage(service.origin, "eve").zones.get(101)).rejects.toMatchObject({ code: "not-found" });
});

test("an account without numbers is given the code of its own zones", async ({ page, serve, enter }) => {
  const service = await serve();
  await enter({ origin: service.origin });
  const steps = page.getByRole("region", { name: "No numbers yet" });
  await expect(steps).toContainText('<ins data-zone-id="101" data-size="300x250"></ins>');
  await expect(steps).toContainText("7 more are in the inventory.");
  await steps.getByRole("link", { name: "Open the inventory" }).click();
  await expect(page.getByRole("link", { name: "News" }).first()).toBeVisible();
  await page.goBack();
  await expect(steps).toBeVisible();
});
