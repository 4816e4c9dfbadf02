/** Links by mail, through a real mail server: an invitation, a forgotten password, a confirmation. */
import { type Mailbox, openMailbox } from "../../test/service/support/mailbox.ts";
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
  await page
    .getByRole("button", { name: "Invite" })
    .or(page.getByRole("link", { name: "Invite" }))
    .click();
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
