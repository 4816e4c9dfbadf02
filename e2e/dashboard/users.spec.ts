/** Users made on the machine: the link sets a password, and a viewer sees the account without being offered changes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../test/service/support/program.ts";
import { startService } from "../support/service.ts";
import { expect, test } from "./test.ts";

test("a viewer sets a password by a link, signs in by e-mail, and is offered no changes", {
  tag: "@essential",
}, async ({ page }) => {
  const data = await mkdtemp(join(tmpdir(), "zonetag-users-"));
  const service = await startService({ data });
  const user = async (...args: string[]) => (await runProgram(["user", ...args, "--data", data])).out.trim();
  try {
    const setUp = (await runProgram(["setup-link", "--data", data])).out.trim();
    await fetch(`${service.origin}/v2/setup`, {
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
    await page.getByLabel("New password").fill("battery staple");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("alert")).toContainText("This link is not valid any more.");
    await page.goto("about:blank");
    await page.goto(link);
    await page.getByLabel("New password").fill("too short");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText("Expected 12 to 1000 characters.")).toBeVisible();
    await page.getByLabel("New password").fill("battery staple");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("banner")).toContainText("My network");
    expect(page.url()).not.toContain("password=");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("E-mail or user name").fill("ann@site.example");
    await page.getByLabel("Password", { exact: true }).fill("battery staple");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("banner")).toContainText("My network");
    await page.goto(`${service.origin}/dashboard/?place=inventory`);
    await expect(page.getByText("you may view this account, but not edit it")).toBeVisible();
    await expect(page.getByRole("link", { name: "New site" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Share" })).toHaveCount(0);
  } finally {
    await service.stop();
    await rm(data, { recursive: true });
  }
});
