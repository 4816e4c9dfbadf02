/** A service that starts without accounts prints a link; it makes the network account in the browser. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../test/service/support/program.ts";
import { startService } from "../support/service.ts";
import { expect, test } from "./test.ts";

test("the set-up link makes the network account, signs in, and works once", async ({ page }) => {
  const data = await mkdtemp(join(tmpdir(), "zonetag-set-up-"));
  const service = await startService({ data });
  try {
    const { warning } = (await (await fetch(`${service.origin}/readyz`)).json()) as { warning: string };
    expect(warning).toContain("zonetag-service setup-link");
    const link = (await runProgram(["setup-link", "--data", data])).out.trim();
    await page.goto(link);
    await page.getByLabel("Network name").fill("My network");
    await page.getByLabel("User name").fill("boss");
    await page.getByLabel("Password").fill("too short");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Expected 12 to 1000 characters.")).toBeVisible();
    await page.getByLabel("Password").fill("correct horse");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("banner")).toContainText("My network");
    expect(page.url()).not.toContain("setup=");
    expect(await (await fetch(`${service.origin}/readyz`)).json()).not.toHaveProperty("warning");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.goto("about:blank");
    await page.goto(link);
    await page.getByLabel("Network name").fill("Other");
    await page.getByLabel("User name").fill("other");
    await page.getByLabel("Password").fill("correct horse");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("alert")).toContainText("This set-up link is not valid any more.");
  } finally {
    await service.stop();
    await rm(data, { recursive: true });
  }
});
