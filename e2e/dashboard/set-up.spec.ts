/** Setting up a service without accounts through its set-up link. */
import { runProgram } from "../../test/service/support/program.ts";
import { expect, signIn, test } from "./test.ts";

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

test("from an empty folder, a network is set up, and invites a publisher and an advertiser, who sign in", async ({
  page,
  serve,
  openBrowser,
}) => {
  const { origin, data } = await serve({ catalogue: null });
  await page.goto((await runProgram(["setup-link", "--data", data])).out.trim());
  await page.getByLabel("Network name").fill("My network");
  await page.getByLabel("User name").fill("boss");
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("link", { name: "Accounts" }).click();
  for (const [role, name, first] of [
    ["Publisher", "Fellstride", "New site"],
    ["Advertiser", "Quire", "Campaigns"],
  ] as const) {
    await page.goto(`${origin}/dashboard/?place=accounts`);
    await page.getByRole("link", { name: "New account" }).click();
    const form = page.getByRole("form", { name: "New account" });
    await form.getByLabel("Name", { exact: true }).fill(name);
    await form.getByLabel("Role").selectOption(role);
    await form.getByLabel("Name of the first owner").fill(`Owner of ${name}`);
    await form.getByLabel("E-mail address of the first owner").fill(`${name}@site.example`);
    await form.getByRole("button", { name: "Create" }).click();
    const link = await page.getByLabel(`Pass this link on to Owner of ${name}:`).inputValue();

    const owner = await openBrowser();
    await owner.goto(link);
    await owner.getByLabel("New password").fill("battery staple");
    await owner.getByRole("button", { name: "Set password" }).click();
    await expect(owner.getByRole("banner")).toContainText(name);
    await owner.getByRole("button", { name: "Sign out" }).click();
    await signIn(owner, `${name}@site.example`, "battery staple");
    await expect(owner.getByRole("banner")).toContainText(name);
    await owner.goto(`${origin}/dashboard/?place=${role === "Publisher" ? "inventory" : "campaigns"}`);
    await expect(owner.getByRole("link", { name: first }).first()).toBeVisible();
  }
  await page.goto(`${origin}/dashboard/?place=accounts`);
  await expect(page.getByRole("row").filter({ hasText: "Fellstride" })).toContainText("Publisher");
  await expect(page.getByRole("row").filter({ hasText: "Quire" })).toContainText("Advertiser");
});
