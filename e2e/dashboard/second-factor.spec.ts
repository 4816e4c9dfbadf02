/** Second factor: set-up with the secret beside the QR code, signing in with codes, reset by a network and a command. */
import { TOTP } from "otpauth";
import type { Page } from "playwright/test";
import { runProgram } from "../../test/service/support/program.ts";
import { findViolations } from "./axe.ts";
import { PASSWORD } from "./catalogue.ts";
import { enterPage, expect, signIn, test } from "./test.ts";

/** Sets up the second factor of the signed-in user. Resolves with the secret and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Your account" }).click();
  const section = page.getByLabel("Second factor", { exact: true });
  await section.getByLabel("Current password", { exact: true }).fill(PASSWORD);
  await section.getByRole("button", { name: "Set up a second factor" }).click();
  await expect(section.getByRole("img", { name: "QR code" })).toBeVisible();
  const secret = ((await section.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await section.getByLabel("Code of the app").fill("000000");
  await section.getByRole("button", { name: "Switch on" }).click();
  await expect(section.getByText("Wrong code, or used before.")).toBeVisible();
  const otp = new TOTP({ secret }).generate();
  await section.getByLabel("Code of the app").fill(otp);
  await section.getByRole("button", { name: "Switch on" }).click();
  await expect(section.getByText("10 recovery codes are left")).toBeVisible();
  return { secret, codes: await section.getByRole("listitem").allTextContents() };
}

const codeField = (page: Page) => page.getByLabel("Code of your authenticator app");

test("a user sets up a second factor, signs in with a code and a recovery code, and switches it off", async ({
  page,
  enterOwn,
}) => {
  await enterOwn("", { as: "ann" });
  const { secret, codes } = await setUp(page);
  expect(codes).toHaveLength(10);
  expect(await findViolations(page)).toEqual([]);
  const signOut = () => page.getByRole("button", { name: "Sign out" }).click();

  await signOut();
  await signIn(page, "ann");
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAttribute("autocomplete", "one-time-code");
  await codeField(page).fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Wrong code, or used before.");
  await expect(codeField(page)).toBeFocused();
  // The code of the set-up is used up, the one after it is valid already.
  await codeField(page).fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }));
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Main" }).waitFor();

  await signOut();
  await signIn(page, "ann");
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Main" }).waitFor();

  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Your account" }).click();
  const section = page.getByLabel("Second factor", { exact: true });
  await expect(section.getByText("9 recovery codes are left")).toBeVisible();
  const send = async (button: string, code: string | undefined) => {
    await section.getByRole("button", { name: button }).click();
    const form = page.getByRole("form", { name: button });
    await form.getByLabel("Current password", { exact: true }).fill(PASSWORD);
    await form.getByLabel("Code of the app").fill(code ?? "");
    await form.getByRole("button", { name: button }).click();
  };
  await send("New recovery codes", codes[1]);
  await expect(section.getByText("10 recovery codes are left")).toBeVisible();
  const [fresh] = await section.getByRole("listitem").allTextContents();
  await send("Switch off", fresh);
  await expect(section.getByRole("button", { name: "Set up a second factor" })).toBeVisible();
  await signOut();
  await signIn(page, "ann");
  await page.getByRole("navigation", { name: "Main" }).waitFor();
});

test("a network is reminded of a second factor, and resets that of a user, as a command does", async ({
  page,
  serve,
  openBrowser,
}) => {
  const { origin, data } = await serve();
  await enterPage(page, origin, "?place=people");
  const reminder = page.getByLabel("Second factor", { exact: true });
  await expect(reminder).toContainText("Your password alone opens all accounts of your network.");
  await reminder.getByRole("button", { name: "Not now" }).click();
  await page.reload();
  await page.getByRole("region", { name: "Users" }).waitFor();
  await expect(reminder).toHaveCount(0);

  const other = await openBrowser();
  await enterPage(other, origin, "", "ann");
  await setUp(other);
  /** Signs the user in with the password alone, after the reset ended the session. */
  const signInAgain = async () => {
    await other.goto(`${origin}/dashboard/`);
    await signIn(other, "ann");
    await expect(other.getByRole("dialog")).toHaveCount(0);
  };
  const account = page.getByRole("link", { name: "Ann", exact: true });
  await page.goto(`${origin}/dashboard/?place=accounts`);
  await account.click();
  const line = page.getByRole("region", { name: "Users" }).getByRole("listitem").filter({ hasText: "Ann" });
  await expect(line).toContainText("second factor");
  page.once("dialog", (dialog) => dialog.accept());
  await line.getByRole("button", { name: "Reset second factor: Ann" }).click();
  await expect(page.getByText("Ann signs in without a second factor now")).toBeVisible();
  await expect(line).not.toContainText("second factor");
  await signInAgain();

  await setUp(other);
  await runProgram(["user", "reset", "ann", "--second-factor", "--data", data]);
  await signInAgain();
});
