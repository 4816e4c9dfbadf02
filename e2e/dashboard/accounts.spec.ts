/** Accounts of a network: created with an owner, listed, suspended. */
import { expect, test } from "./test.ts";

const PASSWORD = "battery staple";

test("a publisher is created with its owner, who signs in, and is suspended", async ({
  page,
  enterOwn,
  openBrowser,
}) => {
  const { origin } = await enterOwn("?place=accounts");
  await expect(page.getByRole("row").filter({ hasText: "Ann" })).toContainText("2 sites, 12 zones");
  await page.getByRole("link", { name: "New account" }).click();
  const form = page.getByRole("form", { name: "New account" });
  await form.getByLabel("Name", { exact: true }).fill("Fellstride");
  await form.getByLabel("Reporting time zone").fill("Europe/Berlin");
  await form.getByLabel("Name of the first owner").fill("Cleo");
  await form.getByLabel("E-mail address of the first owner").fill("cleo@site.example");
  await form.getByRole("button", { name: "Create" }).click();
  const link = page.getByLabel("Pass this link on to Cleo:");
  await expect(link).toBeFocused();
  const address = await link.inputValue();

  const other = await openBrowser();
  await other.goto(address);
  await other.getByLabel("New password").fill(PASSWORD);
  await other.getByRole("button", { name: "Set password" }).click();
  await other.getByRole("banner").getByText("Fellstride").waitFor();
  await expect(other.getByText("times in Europe/Berlin")).toBeVisible();

  await page.getByRole("link", { name: "Open the account" }).click();
  const users = page.getByRole("region", { name: "Users" }).getByRole("listitem");
  await expect(users.filter({ hasText: "Cleo" })).toContainText("last sign-in");
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByLabel("Suspended").click();
  await expect(page.getByLabel("Suspended")).toBeChecked();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Fellstride" })).toContainText("Suspended");
  await other.goto(`${origin}/dashboard/?place=inventory`);
  await expect(other.getByText("the network has suspended this account")).toBeVisible();
  await expect(other.getByRole("link", { name: "New site" })).toHaveCount(0);
});

test("zones of a suspended publisher get no ad, and its page says so before", async ({ page, enterOwn }) => {
  const { origin } = await enterOwn("?place=inventory&account=2");
  const place = async () => {
    const response = await fetch(`${origin}/v1/placement`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ user: { ip: "192.0.2.1", ua: "Mozilla/5.0" }, zones: [{ id: 101 }] }),
    });
    return (await response.json()).zones[0];
  };
  expect(await place()).not.toBeNull();
  await expect(page.getByText("When suspended: 12 zones get no ads.")).toBeVisible();
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByLabel("Suspended").click();
  await expect(page.locator(".page-facts")).toContainText("Suspended");
  expect(await place()).toBeNull();
});
