/** Input is not lost when a session ends, on a reload, on a click elsewhere, or when an answer does not come. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page, Route } from "playwright/test";
import { startService } from "../support/service.ts";
import { catalogue } from "./catalogue.ts";
import { enterPage, manage, UNLIMITED } from "./pages.ts";
import { expect, signIn, test } from "./test.ts";

const NAME = "Zone name";

async function rename(page: Page, name: string): Promise<void> {
  await page.getByLabel(NAME).fill(name);
}

test("a session that ends while saving asks to sign in over the form, and the change is saved", async ({
  page,
  serve,
}) => {
  const service = await serve({ args: UNLIMITED });
  await enterPage(page, service.origin, "?place=inventory&zone=101", "ann");
  await rename(page, "Kept");
  // Only the change: whatever else the page still asks would open the dialog before the click.
  const refuse = (route: Route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 401, contentType: "application/json", body: '{"message":"Expired."}' })
      : route.continue();
  await page.route("**/v2/zones/**", refuse);
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  await expect(dialog).toContainText("Your session has ended.");
  for (const _ of [1, 2, 3]) await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await page.unroute("**/v2/zones/**", refuse);
  await signIn(page, "ann");
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await manage(service.origin, "ann").zones.get(101)).toMatchObject({ name: "Kept" });
});

test("signing in as another user over a form discards the first user's entries", async ({ page, serve }) => {
  const { origin } = await serve({ args: UNLIMITED });
  await enterPage(page, origin, "?place=inventory&zone=101", "ann");
  await rename(page, "Private");
  // Another request that is refused would open the dialog before the click.
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog", { name: "Sign in" })).toBeVisible();
  await signIn(page, "net");
  await expect(page.getByRole("banner")).toContainText("Net");
  await expect(page.getByLabel(NAME)).toHaveValue("Zone 101");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Private");
  await page.getByRole("button", { name: "Sign out" }).click();
  await enterPage(page, origin, "?place=inventory&zone=101", "ann");
  await expect(page.getByLabel(NAME)).toHaveValue("Zone 101");
  expect(await manage(origin, "ann").zones.get(101)).toMatchObject({ name: "Zone 101" });
});

test("a service that is down while saving loses nothing: it is saved once it is back", async ({ page }) => {
  const data = await mkdtemp(join(tmpdir(), "zonetag-unsaved-"));
  let service = await startService({ catalogue: await catalogue(), data, args: UNLIMITED });
  try {
    const { origin } = service;
    await enterPage(page, origin, "?place=inventory&zone=101", "ann");
    await rename(page, "After the storm");
    await service.stop();
    const save = page.getByRole("button", { name: "Save" });
    const place = () => save.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    const before = await place();
    await save.click();
    await expect(page.getByText("No answer came. Save again: nothing is saved twice.")).toBeVisible();
    expect(await place()).toBe(before);
    service = await startService({ data, args: [...UNLIMITED, "--port", new URL(origin).port] });
    await save.click();
    const over = page.getByRole("dialog", { name: "Sign in" });
    await expect(over.or(page.getByText("Saved."))).toBeVisible();
    if (await over.isVisible()) await signIn(page, "ann");
    await expect(page.getByText("Saved.")).toBeVisible();
    expect(await manage(origin, "ann").zones.get(101)).toMatchObject({ name: "After the storm" });
  } finally {
    await service.stop();
    await rm(data, { recursive: true });
  }
});

test("the owner of a new site survives a reload with the rest of the form", async ({ page, serve }) => {
  const { origin } = await serve({ args: UNLIMITED });
  await enterPage(page, origin, "?place=inventory&new=site");
  await page.getByRole("combobox", { name: "Publisher" }).selectOption("New publisher…");
  await page.getByLabel("Publisher name").fill("Carla");
  await page.getByLabel("Site name").fill("Carla's news");
  await page.getByLabel("Host name").fill("carla.example");
  await page.reload();
  await expect(page.getByLabel("Publisher name")).toHaveValue("Carla");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "Carla's news" })).toBeVisible();
  const [site] = (await manage(origin).sites.list({ search: "Carla" })).entries;
  const [owner] = (await manage(origin).accounts.list({ search: "Carla" })).entries;
  expect(site?.account).toBe(owner?.id);
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("draft"))),
  ).toEqual([]);
});

test("what was entered survives a reload, and the next account in the tab does not see it", async ({
  page,
  serve,
}) => {
  const service = await serve({ args: UNLIMITED });
  await enterPage(page, service.origin, "?place=inventory&zone=101", "ann");
  await rename(page, "Half done");
  await page.reload();
  await expect(page.getByLabel(NAME)).toHaveValue("Half done");
  await expect(page.getByText("Your unsaved changes are still here.")).toBeVisible();
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Sign out" }).click();
  await enterPage(page, service.origin, "?place=inventory&zone=101", "net");
  await expect(page.getByLabel(NAME)).toHaveValue("Zone 101");
});

test("a changed form is left by a link or the back button only when the user agrees", async ({
  page,
  serve,
}) => {
  const service = await serve({ args: UNLIMITED });
  await enterPage(page, service.origin, "?place=inventory", "ann");
  await page.getByRole("link", { name: "Zone 101" }).click();
  await rename(page, "Not saved");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return asked.length < 3 ? dialog.dismiss() : dialog.accept();
  });
  await page.getByRole("link", { name: "Statistics" }).click();
  await page.goBack();
  await expect.poll(() => asked).toHaveLength(2);
  await expect(page.getByLabel(NAME)).toHaveValue("Not saved");
  await expect(page).toHaveURL(/zone=101/);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByRole("link", { name: "Zone 101" })).toBeVisible();
  expect(new Set(asked)).toEqual(new Set(["You have unsaved changes. Leave and lose them?"]));
  // It was left on purpose.
  await page.getByRole("link", { name: "Zone 101" }).click();
  await expect(page.getByLabel(NAME)).toHaveValue("Zone 101");
  await page.getByRole("link", { name: "Back" }).click();
  expect(asked).toHaveLength(3);
});

test("a zone whose creation was not answered is created once, however often it is repeated", async ({
  page,
  serve,
}) => {
  const service = await serve({ args: UNLIMITED });
  await enterPage(page, service.origin, "?place=inventory&new=zone", "ann");
  await rename(page, "Once");
  await page.getByLabel("Size").fill("300x250");
  await page.route("**/v2/zones", async (route) => {
    if (route.request().method() === "POST") await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("alert").getByText("No answer came. Save again")).toBeVisible();
  await page.reload();
  await page.unroute("**/v2/zones");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "Once", exact: true })).toBeVisible();
  expect((await manage(service.origin, "ann").zones.list({ search: "Once" })).count).toBe(1);
});
