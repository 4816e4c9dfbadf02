/** Links by mail, through a real mail server: an invitation, a forgotten password, a confirmation. */
import { type Mailbox, openMailbox } from "../../test/service/support/mailbox.ts";
import { runProgram } from "../../test/service/support/program.ts";
import { UNLIMITED } from "../support/service.ts";
import { findViolations } from "./axe.ts";
import { test as base, enterPage, expect, signIn } from "./test.ts";

const ANN = "ann@site.example";

const test = base.extend<{ box: Mailbox }>({
  box: async ({}, use) => {
    const { stop, ...box } = await openMailbox();
    await use(box);
    await stop();
  },
});

const withMail = ({ url }: Mailbox) => ({
  args: [...UNLIMITED, "--smtp", url, "--origin", "http://ads.example"],
});

/** Waits for a number of mails. Resolves with the address of the latest one's link at the service. */
async function findLink({ mails }: Mailbox, count: number, origin: string): Promise<string> {
  await expect.poll(() => mails.length).toBe(count);
  const link = /http:\S+/.exec(mails.at(-1)?.text ?? "")?.[0] ?? "";
  return link.replace("http://ads.example", origin);
}

test("an invitation by mail, a forgotten password and a confirmation lead from the mail to the account", async ({
  page,
  serve,
  box,
  openBrowser,
}) => {
  const { origin } = await serve(withMail(box));
  await enterPage(page, origin, "?place=people");
  const form = page.getByRole("form", { name: "Invite" });
  await form.getByLabel("Name", { exact: true }).fill("Ann");
  await form.getByLabel("E-mail address").fill(ANN);
  await form.getByRole("button", { name: "Invite" }).click();
  const invited = await openBrowser();
  const setPassword = async (link: string, password: string) => {
    await invited.goto("about:blank");
    await invited.goto(link);
    await invited.getByLabel("New password").fill(password);
    await invited.getByRole("button", { name: "Set password" }).click();
    await expect(invited.getByRole("banner")).toBeVisible();
  };
  await setPassword(await findLink(box, 1, origin), "correct horse");
  await invited.goto(`${origin}/dashboard/?place=settings`);
  await expect(invited.getByText(`Your e-mail address ${ANN} is confirmed.`)).toBeVisible();
  await invited.getByRole("button", { name: "Sign out" }).click();
  await invited.getByLabel("User name").fill(ANN);
  await invited.getByRole("button", { name: "Forgot password?" }).press("Enter");
  await expect(invited.getByLabel("E-mail address")).toBeFocused();
  expect(await findViolations(invited)).toEqual([]);
  await invited.keyboard.press("Enter");
  await expect(invited.getByText("If this address belongs to a user, a mail is on its way.")).toBeFocused();
  expect(await findViolations(invited)).toEqual([]);
  await invited.getByRole("button", { name: "Back to sign-in" }).click();
  await expect(invited.getByLabel("User name")).toHaveValue(ANN);
  await setPassword(await findLink(box, 2, origin), "battery staple");
  await invited.getByRole("button", { name: "Sign out" }).click();
  await signIn(invited, ANN, "battery staple");
  await expect(invited.getByRole("banner")).toBeVisible();
});

test("a user gets a mail when the owner changes the role, and another at the end of the access", async ({
  page,
  serve,
  box,
  openBrowser,
}) => {
  const { origin } = await serve(withMail(box));
  await enterPage(page, origin, "?place=people");
  const form = page.getByRole("form", { name: "Invite" });
  await form.getByLabel("Name", { exact: true }).fill("Ann");
  await form.getByLabel("E-mail address").fill(ANN);
  await form.getByLabel("Role").selectOption("editor");
  await form.getByRole("button", { name: "Invite" }).click();
  const invited = await openBrowser();
  await invited.goto(await findLink(box, 1, origin));
  await invited.getByLabel("New password").fill("correct horse");
  await invited.getByRole("button", { name: "Set password" }).click();
  await expect(invited.getByRole("banner")).toBeVisible();
  await page.reload();
  const ann = page.getByRole("region", { name: "Users" }).getByRole("listitem").filter({ hasText: ANN });
  await ann.getByRole("combobox").selectOption("viewer");
  await page.getByRole("button", { name: "Change the role" }).click();
  await invited.goto(await findLink(box, 2, origin));
  await expect(invited.getByRole("banner")).toBeVisible();
  expect(box.mails[1]?.subject).toMatch(/^Your role in .+ on ads\.example was changed$/);
  expect(box.mails[1]?.text).toContain("from editor to viewer.");
  await ann.getByRole("button", { name: "Remove: Ann" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.poll(() => box.mails[2]?.subject).toMatch(/^You no longer have access to /);
});

test("a user who exists already confirms the address by a link, whose token leaves the address bar", async ({
  page,
  serve,
  box,
}) => {
  const { origin, data } = await serve(withMail(box));
  const link = (await runProgram(["user", "create", ANN, "--account", "2", "--data", data])).out.trim();
  await page.goto(link.replace(/^.*(?=\/dashboard)/, origin));
  await page.getByLabel("New password").fill("correct horse");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("banner")).toBeVisible();
  await page.goto(`${origin}/dashboard/?place=settings`);
  await expect(page.getByText(`Your e-mail address ${ANN} is not confirmed yet.`)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Send a link for confirming it" }).click();
  await expect(page.getByText(`A mail to ${ANN} is on its way.`)).toBeVisible();
  const mailed = await findLink(box, 1, origin);
  // The user is signed in: the page of the link comes first.
  await page.goto("about:blank");
  await page.goto(mailed);
  await expect(page.getByText(`Your e-mail address ${ANN} is confirmed.`)).toBeVisible();
  expect(page.url()).toBe(`${origin}/dashboard/`);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("banner")).toBeVisible();
  await page.goto("about:blank");
  await page.goto(mailed.slice(0, -2));
  await expect(page.getByText("This link is no longer valid.")).toBeVisible();
  await page.getByRole("button", { name: "Open settings" }).click();
  await expect(page.getByText(`Your e-mail address ${ANN} is confirmed.`)).toBeVisible();
});

test("without a mail server, a forgotten password leads to whoever manages the account", async ({
  page,
  service,
}) => {
  await page.goto(`${service.origin}/dashboard/`);
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await page.getByLabel("E-mail address").fill(ANN);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("alert")).toContainText("Ask whoever manages your account");
  await expect(page.getByLabel("E-mail address")).toBeFocused();
});
