/** Users created by commands: the link sets a password, and a viewer is offered no changes. */
import { runProgram } from "../../test/service/support/program.ts";
import { expect, signIn, test } from "./test.ts";

test("a viewer sets a password by a link, signs in by e-mail, and is offered no changes", {
  tag: "@essential",
}, async ({ page, serve }) => {
  const { origin, data } = await serve({ catalogue: null });
  const user = async (...args: string[]) => (await runProgram(["user", ...args, "--data", data])).out.trim();
  const setPassword = async (password: string) => {
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Set password" }).click();
  };
  const setUp = (await runProgram(["setup-link", "--data", data])).out.trim();
  await fetch(`${origin}/v2/setup`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      token: setUp.split("#setup=")[1],
      name: "My network",
      username: "boss",
      password: "correct horse",
    }),
  });
  const first = await user("create", "Ann@site.example", "--account", "1", "--role", "viewer");
  expect((await user("list", "--account", "1")).split("\n")).toEqual([
    "1\tboss\towner\t\tMy network",
    "2\tann@site.example\tviewer\tinvited\tAnn",
  ]);
  const link = await user("reset", "ann@site.example");
  expect(link).not.toBe(first);
  await page.goto(first);
  await setPassword("battery staple");
  await expect(page.getByRole("alert")).toContainText("This link is no longer valid.");
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.locator("input[autocomplete=username]")).toHaveValue("ann@site.example");
  // The rule is beside the field before the service refuses a password.
  const field = page.getByLabel("New password");
  await expect(field).toHaveAccessibleDescription("At least 12 characters.");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await setPassword("too short");
  await expect(page.getByText("Expected 12 to 1000 characters.")).toBeVisible();
  await setPassword("battery staple");
  await expect(page.getByRole("banner")).toContainText("My network");
  expect(page.url()).not.toContain("password=");
  await page.getByRole("button", { name: "Sign out" }).click();
  await signIn(page, "ann@site.example", "battery staple");
  await expect(page.getByRole("banner")).toContainText("My network");
  await page.goto(`${origin}/dashboard/?place=inventory`);
  await expect(page.getByText("you may view this account, but not edit it")).toBeVisible();
  await expect(page.getByRole("link", { name: "New site" })).toHaveCount(0);
});
