/** Zones: created, changed, archived; their code. */
import { counted } from "./facts.ts";
import { manage } from "./pages.ts";
import { enterPage, expect, test } from "./test.ts";

test("a new zone shows its code for HTML, React and WordPress", {
  tag: "@essential",
}, async ({ page, enterOwn }) => {
  const service = await enterOwn("?place=inventory", { as: "ann" });
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

test("the list shows a zone's last request and fill rate", async ({ page, serve }) => {
  const service = await serve({ facts: counted() });
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

test("a zone is renamed, archived and restored", async ({ page, enterOwn }) => {
  const service = await enterOwn("?place=inventory&zone=101", { as: "ann" });
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
