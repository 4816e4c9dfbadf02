/** A regular report, through a real mail server and a day later: subscribed to, mailed, and ended by its address. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toDocument } from "../../src/service/catalogue/document.ts";
import { createLiveData } from "../../src/service/people/takeSignIns.ts";
import { hashPassword } from "../../src/service/signing/passwords.ts";
import { openMailbox } from "../../test/service/support/mailbox.ts";
import { startService, UNLIMITED } from "../support/service.ts";
import { findViolations } from "./axe.ts";
import { catalogue, PASSWORD } from "./catalogue.ts";
import { counted, store } from "./facts.ts";
import { expect, settled, signIn, test } from "./test.ts";

const ANN = "ann@site.example";
const DAY_MS = 86_400_000;

/** Sets the clock of a service forward. */
function moveClock(by: number): Record<string, string> {
  const code = `const now = Date.now; Date.now = () => now() + ${by};`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

test("a user subscribes to a report, gets it the next day, and ends it by the addresses of the mail", async ({
  page,
}) => {
  test.setTimeout(150_000);
  const box = await openMailbox();
  const data = await mkdtemp(join(tmpdir(), "zonetag-subscriptions-"));
  await store(data, counted());
  const ann = {
    id: 7,
    email: ANN,
    name: "Ann",
    password: await hashPassword(PASSWORD),
    emailConfirmed: true,
    accounts: [{ account: 2, role: "viewer" }],
  };
  await createLiveData(data, toDocument(await catalogue()), [ann]);
  const start = (env = {}) =>
    startService({ data, args: [...UNLIMITED, "--smtp", box.url, "--origin", "https://ads.example"], env });

  let service = await start();
  await page.goto(`${service.origin}/dashboard/?by=zone_id&period=7d`);
  await signIn(page, ANN);
  await settled(page);
  await page.getByRole("button", { name: "Share" }).click();
  // Viewers share no links.
  await expect(page.getByRole("button", { name: "Create link" })).toHaveCount(0);
  await page.getByLabel("Title").first().fill("Zones & <sizes>");
  await expect(page.getByLabel("Send regularly")).toHaveValue("week");
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel("Send regularly").selectOption("Daily");
  for (let times = 0; times < 2; times++) {
    await page.getByRole("button", { name: "Send it regularly" }).click();
    await expect(page.getByText("You get this report regularly (Daily).")).toBeVisible();
  }
  await page.getByRole("status").getByRole("link", { name: "Open settings" }).click();
  const list = page.getByRole("region", { name: "Reports by mail" });
  await expect(list.getByRole("listitem")).toHaveText(/Zones & <sizes> .*daily · next mail/);
  expect(await findViolations(page)).toEqual([]);
  await service.stop();
  expect(box.mails).toEqual([]);

  service = await start(moveClock(DAY_MS));
  await expect.poll(() => box.mails.length, { timeout: 90_000 }).toBe(1);
  const [mail] = box.mails;
  expect(mail?.subject).toContain("Zones & <sizes>");
  expect(mail?.text).toContain("You get this mail every day because you subscribed to it on ads.example.");
  const [, address = ""] = /^List-Unsubscribe: <(https:[^>]+)>\r$/m.exec(unfold(box.sources[0])) ?? [];
  expect(unfold(box.sources[0])).toContain("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
  const own = address.replace("https://ads.example", service.origin);

  // The link of the mail shows a page, and a second look at it does no harm.
  await page.context().clearCookies();
  await page.goto(own);
  await expect(page.getByRole("button", { name: "End the mails" })).toBeFocused();
  expect(page.url()).toBe(`${service.origin}/dashboard/`);
  expect(await findViolations(page)).toEqual([]);
  const form = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
  expect((await fetch(own, form)).status).toBe(204);
  await page.keyboard.press("Enter");
  await expect(page.getByText("You no longer get these mails.")).toBeVisible();
  await page.goto(`${service.origin}/dashboard/?place=settings`);
  await signIn(page, ANN);
  await expect(list.getByText("None. To get a report regularly")).toBeVisible();

  await service.stop();
  await box.stop();
  await rm(data, { recursive: true, force: true });
});

/** Joins lines that a header was folded into. */
function unfold(source = ""): string {
  return source.replace(/\r\n[ \t]+/g, " ");
}
