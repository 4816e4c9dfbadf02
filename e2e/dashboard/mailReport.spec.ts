/** A report by mail, through a real mail server: from Share to the mail, and from its link to the view. */
import { type Mailbox, openMailbox } from "../../test/service/support/mailbox.ts";
import { runProgram } from "../../test/service/support/program.ts";
import { UNLIMITED } from "../support/service.ts";
import { findViolations } from "./axe.ts";
import { counted, dayBefore, during, sum } from "./facts.ts";
import { test as base, clickTwice, count, expect, figure, settled, signIn } from "./test.ts";

const ANN = "ann@site.example";
const PASSWORD = "correct horse";
const FACTS = counted();

const test = base.extend<{ box: Mailbox }>({
  box: async ({}, use) => {
    const { stop, ...box } = await openMailbox();
    await use(box);
    await stop();
  },
});

test("a user confirms the address, has a report mailed once, and the mail's link leads to its days after signing in", async ({
  page,
  serve,
  box,
}) => {
  const args = [...UNLIMITED, "--smtp", box.url, "--origin", "http://ads.example"];
  const { origin, data } = await serve({ facts: FACTS, args });
  const open = async (address: string) => {
    await page.goto("about:blank");
    await page.goto(address.replace(/^.*(?=\/dashboard)/, origin));
  };
  const { out } = await runProgram(["user", "create", ANN, "--account", "1", "--data", data]);
  await open(out.trim());
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("banner")).toBeVisible();

  // Without a confirmed address, Share names the way to one.
  await open(`/dashboard/?by=zone_id&f.site_id=11&period=7d`);
  await settled(page);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(
    page.getByText(`To have this report mailed to ${ANN}, confirm the address first.`),
  ).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Open settings" }).click();
  await page.getByRole("button", { name: "Send a link for confirming it" }).click();
  await expect.poll(() => box.mails.length).toBe(1);
  await open(/http:\S+/.exec(box.mails[0]?.text ?? "")?.[0] ?? "");
  await expect(page.getByText(`Your e-mail address ${ANN} is confirmed.`)).toBeVisible();

  await open(`/dashboard/?by=zone_id&f.site_id=11&period=7d`);
  await settled(page);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText(`To ${ANN}: totals`)).toBeVisible();
  const title = page.getByLabel("Title of the mail");
  await expect(title).toHaveValue("Report by Zone");
  await title.fill("Zones of the shop");
  await clickTwice(page, "Send me this report now");
  await expect(page.getByText(`A mail to ${ANN} is on its way.`)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  // The same report again is refused in words.
  await page.getByRole("button", { name: "Send me this report now" }).click();
  await expect(page.getByText("You asked for this report a moment ago.")).toBeVisible();
  expect(box.mails).toHaveLength(2);

  const { subject = "", text = "", attachments = [] } = box.mails[1] ?? {};
  const week = during(dayBefore(7), dayBefore(1));
  const impressions = sum(FACTS, "impressions", (each) => week(each) && each.site === 11);
  expect(subject).toMatch(/^Zones of the shop: /);
  expect(text).toMatch(new RegExp(`^Impressions +${count(impressions)} `, "m"));
  expect(text).toContain("It is filtered by: Site.");
  expect(attachments[0]?.content.toString()).toMatch(/^zone_id\.id,zone_id\.name,impressions,/);

  // Signed out, the link asks to sign in, and then shows the view of the mail.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("User name")).toBeVisible();
  await open(/http:\S+/.exec(text)?.[0] ?? "");
  await signIn(page, ANN, PASSWORD);
  await settled(page);
  await expect(figure(page, "base.impressions")).toHaveText(count(impressions));
  await expect(page.getByRole("search")).toContainText("Site: Shop");
  expect(new URL(page.url()).searchParams.get("period")).toBe(`${dayBefore(7)}..${dayBefore(1)}`);
  await expect(page.getByText("Parts of this link")).toHaveCount(0);
});

test("without a mail server, Share offers no mail", async ({ page, enter }) => {
  await enter();
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
  await expect(page.getByText("Report by mail")).toHaveCount(0);
});
