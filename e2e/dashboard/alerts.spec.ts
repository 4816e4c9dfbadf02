/** The switch of the mail about what needs the user. */
import { type Mailbox, openMailbox } from "../../test/service/support/mailbox.ts";
import { runProgram } from "../../test/service/support/program.ts";
import { UNLIMITED } from "../support/service.ts";
import { findViolations } from "./axe.ts";
import { test as base, expect } from "./test.ts";

const ANN = "ann@site.example";

const test = base.extend<{ box: Mailbox }>({
  box: async ({}, use) => {
    const { stop, ...box } = await openMailbox();
    await use(box);
    await stop();
  },
});

test("a user confirms the address, then switches the mail on and off by keyboard", async ({
  page,
  serve,
  box,
}) => {
  const { origin, data } = await serve({
    args: [...UNLIMITED, "--smtp", box.url, "--origin", "http://ads.example"],
  });
  const link = (await runProgram(["user", "create", ANN, "--account", "1", "--data", data])).out.trim();
  const toService = (address: string) => address.replace(/^.*(?=\/dashboard)/, origin);
  await page.goto(toService(link));
  await page.getByLabel("New password").fill("correct horse");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("banner")).toBeVisible();
  const settings = `${origin}/dashboard/?place=settings`;
  await page.goto(settings);
  await page.getByRole("button", { name: "Send a link for confirming it" }).click();
  const card = page.getByRole("region", { name: "What needs you" });
  await expect(card).toBeHidden();
  await expect.poll(() => box.mails.length).toBe(1);
  await page.goto("about:blank");
  await page.goto(toService(/http:\S+/.exec(box.mails[0]?.text ?? "")?.[0] ?? ""));
  await expect(page.getByText(`Your e-mail address ${ANN} is confirmed.`)).toBeVisible();
  await page.goto(settings);
  const choice = card.getByRole("checkbox");
  await expect(choice).not.toBeChecked();
  await choice.focus();
  await page.keyboard.press("Space");
  await expect(card.getByText("The mails are switched on.")).toBeVisible();
  await expect(choice).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.reload();
  await expect(choice).toBeChecked();
  await choice.press("Space");
  await expect(card.getByText("The mails are switched off.")).toBeVisible();
  await page.reload();
  await expect(choice).not.toBeChecked();
});
