/** Input survives the end of a session, a reload, a click elsewhere and a missing response. */
import type { Page, Route } from "playwright/test";
import { startService } from "../support/service.ts";
import { manage, UNLIMITED } from "./pages.ts";
import { enterPage, expect, signIn, test } from "./test.ts";

const NAME = "Zone name";

async function rename(page: Page, name: string): Promise<void> {
  await page.getByLabel(NAME).fill(name);
}

test("a session that ends while saving opens a sign-in over the form, then the change is saved", async ({
  page,
  enterOwn,
}) => {
  const service = await enterOwn("?place=inventory&zone=101", { as: "ann" });
  await rename(page, "Kept");
  // Refuse only the change: other refused requests would open the dialog before the click.
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

test("signing in as another user over a form discards the first user's entries", async ({
  page,
  enterOwn,
}) => {
  const { origin } = await enterOwn("?place=inventory&zone=101", { as: "ann" });
  await rename(page, "Private");
  await page.reload();
  await expect(page.getByLabel(NAME)).toHaveValue("Private");
  await expect(page.getByText("Your unsaved changes are still here.")).toBeVisible();
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

test("an entry that could not be saved can be saved once the service is back", async ({ page, enterOwn }) => {
  const { origin, data, stop } = await enterOwn("?place=inventory&zone=101", { as: "ann" });
  await rename(page, "After the storm");
  await stop();
  const save = page.getByRole("button", { name: "Save" });
  const place = () => save.evaluate((element) => element.getBoundingClientRect().top + scrollY);
  const before = await place();
  await save.click();
  await expect(page.getByText("No answer came. Save again: nothing is saved twice.")).toBeVisible();
  expect(await place()).toBe(before);
  const service = await startService({ data, args: [...UNLIMITED, "--port", new URL(origin).port] });
  try {
    await save.click();
    const over = page.getByRole("dialog", { name: "Sign in" });
    await expect(over.or(page.getByText("Saved."))).toBeVisible();
    if (await over.isVisible()) await signIn(page, "ann");
    await expect(page.getByText("Saved.")).toBeVisible();
    expect(await manage(origin, "ann").zones.get(101)).toMatchObject({ name: "After the storm" });
  } finally {
    await service.stop();
  }
});

test("the form of a new site survives a reload, including its owner", async ({ page, enterOwn }) => {
  const { origin } = await enterOwn("?place=inventory&new=site");
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

test("leaving a changed form by a link or Back asks for confirmation", async ({ page, enterOwn }) => {
  await enterOwn("?place=inventory", { as: "ann" });
  await page.getByRole("link", { name: "Zone 101" }).click();
  await rename(page, "Not saved");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return asked.length < 3 ? dialog.dismiss() : dialog.accept();
  });
  await page.getByRole("link", { name: "Statistics", exact: true }).click();
  await page.goBack();
  await expect.poll(() => asked).toHaveLength(2);
  await expect(page.getByLabel(NAME)).toHaveValue("Not saved");
  await expect(page).toHaveURL(/zone=101/);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByRole("link", { name: "Zone 101" })).toBeVisible();
  expect(new Set(asked)).toEqual(new Set(["You have unsaved changes. Leave and lose them?"]));
  // The entries were discarded on purpose.
  await page.getByRole("link", { name: "Zone 101" }).click();
  await expect(page.getByLabel(NAME)).toHaveValue("Zone 101");
  await page.getByRole("link", { name: "Back" }).click();
  expect(asked).toHaveLength(3);
});

test("retrying the creation of a zone after a lost response creates one zone", async ({ page, enterOwn }) => {
  const service = await enterOwn("?place=inventory&new=zone", { as: "ann" });
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
