/** Input is not lost when a session ends, on a reload, on a click elsewhere, or when an answer does not come. */
import type { Page, Route } from "playwright/test";
import { enterPage, manage, UNLIMITED } from "./pages.ts";
import { expect, signIn, test } from "./test.ts";

const NAME = "Zone name";

async function rename(page: Page, name: string): Promise<void> {
  await page.getByLabel(NAME).fill(name);
}

test("a session that ends while saving asks to sign in over the form, and the change is saved", {
  tag: ["@essential", "@unstable"],
}, async ({ page, serve }) => {
  const service = await serve({ args: UNLIMITED });
  await enterPage(page, service.origin, "?place=inventory&zone=101", "ann");
  await rename(page, "Kept");
  const refuse = (route: Route) =>
    route.fulfill({ status: 401, contentType: "application/json", body: '{"message":"Expired."}' });
  await page.route("**/v2/zones/**", refuse);
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  await expect(dialog).toContainText("Your session has ended.");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await page.unroute("**/v2/zones/**", refuse);
  await signIn(page, "ann");
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await manage(service.origin, "ann").zones.get(101)).toMatchObject({ name: "Kept" });
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
