/** Setting up a service without accounts through its set-up link. */
import { runProgram } from "../../test/service/support/program.ts";
import { expect, test } from "./test.ts";

test("the set-up link creates the network account, signs in, and is valid once", async ({ page, serve }) => {
  const { origin, data } = await serve({ catalogue: null });
  const readReadiness = async () => (await (await fetch(`${origin}/readyz`)).json()) as { warning?: string };
  expect((await readReadiness()).warning).toContain("zonetag-service setup-link");
  const link = (await runProgram(["setup-link", "--data", data])).out.trim();
  const setUp = async (network: string, username: string, password: string) => {
    await page.getByLabel("Network name").fill(network);
    await page.getByLabel("User name").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
  };
  await page.goto(link);
  await setUp("My network", "boss", "too short");
  await expect(page.getByText("Expected 12 to 1000 characters.")).toBeVisible();
  await setUp("My network", "boss", "correct horse");
  await expect(page.getByRole("banner")).toContainText("My network");
  expect(page.url()).not.toContain("setup=");
  expect(await readReadiness()).not.toHaveProperty("warning");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto("about:blank");
  await page.goto(link);
  await setUp("Other", "other", "correct horse");
  await expect(page.getByRole("alert")).toContainText("This set-up link is no longer valid.");
});
