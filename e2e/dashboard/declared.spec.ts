/** While a file owns the catalogue, the dashboard shows everything, offers no edit, and says why. */
import type { Page } from "playwright/test";
import { counted } from "./facts.ts";
import { enterPage, expect, test } from "./test.ts";

const EDITS = [
  ...["New site", "New zone", "New campaign", "Save", "Archive", "Pause", "Resume", "Duplicate", "Create"],
  ...["Approve", "Reject", "choose files", "Your first ad in four steps"],
];

/** Expects content, no button or link that changes something, and no field that can be filled in. */
async function expectReadOnly(page: Page): Promise<void> {
  for (const name of EDITS)
    await expect(page.getByRole("button", { name }).or(page.getByRole("link", { name }))).toHaveCount(0);
  await expect(page.locator("form.card").locator(":is(input, select, textarea):enabled")).toHaveCount(0);
}

test("a catalogue declared in a file is shown completely and cannot be edited", async ({ page, serve }) => {
  const service = await serve({ facts: counted(), isDeclared: true });
  const addresses: [string, string][] = [
    ["?place=inventory", "Shop"],
    ["?place=inventory&site=11", "Host name"],
    ["?place=inventory&new=zone", "Shop"],
    ["?place=campaigns", "Spring"],
    ["?place=campaigns&campaign=301", "Spring"],
    ["?place=campaigns&new=1", "Spring"],
  ];
  await enterPage(page, service.origin, addresses[0]?.[0] ?? "");
  for (const [address, content] of addresses) {
    await page.goto(`${service.origin}/dashboard/${address}`);
    await expect(page.getByText(/sites, zones and campaigns are declared in .*catalogue.json/)).toBeVisible();
    await expect(page.getByText(content).first()).toBeVisible();
    await expectReadOnly(page);
  }
  await page.goto(`${service.origin}/dashboard/?place=campaigns&campaign=301`);
  for (const step of ["Creatives", "Targeting", "Budget"]) {
    await page.getByRole("button", { name: new RegExp(step) }).click();
    await expectReadOnly(page);
  }
});

test("publishers do not see the name of the catalogue file", async ({ page, enterOwn }) => {
  await enterOwn("?place=inventory", { as: "ann", isDeclared: true });
  await expect(page.getByText("are declared in a file of the service.")).toBeVisible();
  await expectReadOnly(page);
});
