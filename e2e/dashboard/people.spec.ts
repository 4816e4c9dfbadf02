/** People in a real browser: invitations, roles, API tokens, own settings, and several accounts of one user. */
import type { Page } from "playwright/test";
import { expect, signIn, test } from "./test.ts";

const PASSWORD = "battery staple";

async function openPage(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("link", { name }).click();
}

/** Invites a user on the page of people. Resolves with the link. */
async function invite(page: Page, name: string, email: string, role: string): Promise<string> {
  const form = page.getByRole("form", { name: "Invite" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("E-mail address").fill(email);
  await form.getByLabel("Role").selectOption(role);
  await form.getByRole("button", { name: "Invite" }).click();
  const link = page.getByLabel(`Pass this link on to ${name}:`);
  await expect(link).toBeFocused();
  return link.inputValue();
}

async function setPassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("banner").waitFor();
}

test("an owner invites an editor, who signs in, becomes a viewer while signed in, and is removed", async ({
  page,
  enterOwn,
  openBrowser,
}) => {
  const { origin } = await enterOwn("", { as: "ann" });
  await openPage(page, "Users and API tokens");
  const link = await invite(page, "Cleo", "cleo@site.example", "editor");
  const users = page.getByRole("region", { name: "Users" }).getByRole("listitem");
  await expect(users.filter({ hasText: "Cleo" })).toContainText("invited, link valid until");

  const other = await openBrowser();
  await setPassword(other, link);
  await other.goto(`${origin}/dashboard/?place=inventory`);
  await expect(other.getByRole("link", { name: "New site" })).toBeVisible();

  await page.reload();
  const cleo = users.filter({ hasText: "Cleo" });
  await expect(cleo).toContainText("last sign-in");
  await cleo.getByRole("combobox").selectOption("viewer");
  await page.getByRole("button", { name: "Change the role" }).click();
  await expect(page.getByText("Cleo is now Viewer.")).toBeVisible();
  // The lower role applies from the next request on, in the same session.
  await other.reload();
  await expect(other.getByText("you may view this account, but not edit it")).toBeVisible();

  await cleo.getByRole("button", { name: "Remove: Cleo" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Cleo was removed.")).toBeVisible();
  await other.reload();
  await expect(other.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
});

test("an API token is shown once, works, and ends", async ({ page, enterOwn }) => {
  const { origin } = await enterOwn("?place=people", { as: "ann" });
  const form = page.getByRole("form", { name: "Create a token" });
  await form.getByLabel("Name").fill("Nightly");
  await form.getByLabel("Days of validity").fill("0");
  await form.getByRole("button").click();
  await expect(form.getByText("Expected a whole number from 1 to 3,650.")).toBeVisible();
  await form.getByLabel("Days of validity").fill("30");
  await form.getByRole("button").click();
  const token = await page.getByLabel("Token Nightly:").inputValue();
  const ask = async () => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${origin}/v2/account`, { headers })).status;
  };
  expect(await ask()).toBe(200);
  await page.reload();
  await expect(page.getByLabel("Token Nightly:")).toHaveCount(0);
  const line = page.getByRole("listitem").filter({ hasText: "Nightly" });
  await expect(line).toContainText("last used");
  page.once("dialog", (dialog) => dialog.accept());
  await line.getByRole("button", { name: "End: Nightly" }).click();
  await expect(page.getByText("Nightly has ended.")).toBeVisible();
  expect(await ask()).toBe(401);
});

test("a user changes the own password, stays signed in, and other browsers are signed out", async ({
  page,
  enterOwn,
  openBrowser,
}) => {
  const { origin } = await enterOwn("?place=settings", { as: "ann" });
  const other = await openBrowser();
  await other.goto(`${origin}/dashboard/`);
  await signIn(other, "ann");
  await other.getByRole("banner").waitFor();
  const form = page.getByRole("form", { name: "Password" });
  await form.getByLabel("Current password", { exact: true }).fill("wrong password");
  await form.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Change the password" }).click();
  await expect(form.getByLabel("Current password", { exact: true })).toBeFocused();
  await form.getByLabel("Current password", { exact: true }).fill("correct horse");
  await form.getByRole("button", { name: "Change the password" }).click();
  await expect(form.getByText("The password is changed.")).toBeVisible();
  await page.goto(`${origin}/dashboard/?place=inventory`);
  await expect(page.getByRole("link", { name: "New site" })).toBeVisible();
  await other.reload();
  await expect(other.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
});

test("a user of two accounts switches in all tabs, and unsaved entries are asked about", async ({
  page,
  context,
  enterOwn,
}) => {
  const { origin } = await enterOwn("?place=people", { as: "ann" });
  const link = await invite(page, "Cleo", "cleo@site.example", "editor");
  const headers = { "Content-Type": "application/json" };
  const post = async (path: string, body: object, token = "") => {
    const all = { ...headers, ...(token && { Authorization: `Bearer ${token}` }) };
    return (await fetch(origin + path, { method: "POST", headers: all, body: JSON.stringify(body) })).json();
  };
  const { token } = await post("/v2/login", { username: "net", password: "correct horse" });
  const users = await (
    await fetch(`${origin}/v2/users?account=2`, { headers: { Authorization: `Bearer ${token}` } })
  ).json();
  const user = users.result.find(({ name }: { name: string }) => name === "Cleo").id;
  const added = await post("/v2/users", { user, role: "owner", account: 3 }, token);
  await page.getByRole("button", { name: "Sign out" }).click();
  await setPassword(page, added.result.link ?? link);
  const [header, name] = [page.getByRole("banner"), page.locator(".account b")];
  const first = await name.textContent();
  const second = await context.newPage();
  await second.goto(`${origin}/dashboard/`);
  await expect(second.locator(".account b")).toHaveText(first ?? "");
  await header.getByRole("button", { name: "Switch" }).click();
  const accounts = page.getByRole("dialog", { name: "Your accounts" }).getByRole("button");
  await accounts.filter({ hasNotText: first ?? "" }).click();
  await expect(name).not.toHaveText(first ?? "");
  const now = (await name.textContent()) ?? "";
  await expect(second.locator(".account b")).toHaveText(now);
});
