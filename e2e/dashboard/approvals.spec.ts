/** Creatives of advertisers: sent, waiting, approved or rejected by the network, withdrawn. */
import type { Browser, Page } from "playwright/test";
import { findViolations } from "./axe.ts";
import { BANNER, enterPage, manage, sendChange, UNLIMITED } from "./pages.ts";
import { expect, test } from "./test.ts";

const SPRING = "?place=campaigns&campaign=301";
const INBOX = "?place=approvals";
const SALE = "https://shoes.example/sale";
const ZONE = { user: { ip: "192.0.2.1", ua: "Mozilla/5.0" }, zones: [{ id: 101 }] };

/** Another person, at another browser. */
async function enterOther(browser: Browser, origin: string, query: string, as: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await enterPage(page, origin, query, as);
  return page;
}

const readCreative = async (origin: string, campaign: number) =>
  (await manage(origin).creatives(campaign).list()).entries[0];

const findCard = (page: Page, campaign: string) => page.getByRole("region", { name: campaign });

/** Where a click on the ad of a zone leads; campaign 302 is paused for it. */
async function followAd(origin: string): Promise<string | null> {
  const response = await fetch(`${origin}/v1/placement`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(ZONE),
  });
  const { zones } = await response.json();
  return (await fetch(zones[0].data.url, { redirect: "manual" })).headers.get("location");
}

test("an advertiser edits a landing page, the ad keeps running, and the network approves it from its inbox", {
  tag: "@essential",
}, async ({ page, serve, browser }) => {
  const { origin } = await serve({ args: UNLIMITED });
  await manage(origin).campaigns.change({ id: 302, version: "*" }, { active: false });
  const bob = await enterOther(browser, origin, SPRING, "bob");
  await bob.getByRole("button", { name: "Creatives" }).click();
  await bob.getByLabel("Landing page").fill(SALE);
  await bob.getByRole("button", { name: "Save" }).click();
  await expect(bob.getByText("Saved.")).toBeVisible();
  await expect(bob.getByText(/^Waiting since /)).toBeVisible();
  await expect(bob.getByText("Still running: https://shoes.example/")).toBeVisible();
  expect(await followAd(origin)).toBe("https://shoes.example/");
  expect(await findViolations(bob)).toEqual([]);

  await enterPage(page, origin, "");
  const link = page.getByRole("link", { name: "Approvals 1" });
  await link.click();
  const card = findCard(page, "Spring");
  await expect(card).toContainText("Bob");
  await expect(card.getByRole("link", { name: "https://shoes.example/", exact: true })).toBeVisible();
  await expect(card.getByRole("link", { name: SALE })).toBeVisible();
  await expect(card.getByText("changed")).toHaveCount(1);
  await card.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved a creative of Spring.")).toBeVisible();
  await expect(page.getByText("Nothing waits for approval.")).toBeFocused();
  await expect(page.getByRole("link", { name: "Approvals", exact: true })).toBeVisible();
  expect(await followAd(origin)).toBe(SALE);
  await bob.context().close();
});

test("a rejection needs a reason, which the advertiser reads, withdraws from, and answers by sending again", async ({
  page,
  serve,
  browser,
}) => {
  const { origin } = await serve({ args: UNLIMITED });
  await sendChange(origin, 301, SALE);
  await enterPage(page, origin, INBOX);
  await page.getByRole("button", { name: "Reject…" }).click();
  const reason = page.getByRole("textbox", { name: "Reason" });
  await expect(reason).toBeFocused();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(reason).toHaveAccessibleDescription("This field is required.");
  await reason.fill("The page does not exist.");
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(page.getByText("Rejected a creative of Spring.")).toBeVisible();

  const bob = await enterOther(browser, origin, SPRING, "bob");
  await bob.getByRole("button", { name: "Creatives" }).click();
  await expect(bob.getByText("The page does not exist.", { exact: true })).toBeVisible();
  await expect(bob.getByLabel("Landing page")).toHaveValue(SALE);
  await bob.getByRole("button", { name: "Withdraw" }).click();
  await expect(bob.getByText("The page does not exist.", { exact: true })).toHaveCount(0);
  await expect(bob.getByLabel("Landing page")).toHaveValue("https://shoes.example/");
  await bob.getByLabel("Landing page").fill("https://shoes.example/better");
  await bob.getByRole("button", { name: "Save" }).click();
  await expect(bob.getByText(/^Waiting since /)).toBeVisible();
  await page.reload();
  await expect(findCard(page, "Spring")).toContainText("https://shoes.example/better");
  await bob.context().close();
});

test("a reason that is not sent yet survives a reload, and is left only when the user agrees", async ({
  page,
  serve,
}) => {
  const { origin } = await serve({ args: UNLIMITED });
  await sendChange(origin, 301, SALE);
  await enterPage(page, origin, INBOX);
  await page.getByRole("button", { name: "Reject…" }).click();
  const reason = page.getByRole("textbox", { name: "Reason" });
  await reason.fill("The prices are wrong.");
  await page.reload();
  await expect(reason).toHaveValue("The prices are wrong.");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole("link", { name: "Inventory" }).click();
  await expect.poll(() => asked).toEqual(["You have unsaved changes. Leave and lose them?"]);
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(page.getByText("Rejected a creative of Spring.")).toBeVisible();
  await page.getByRole("link", { name: "Inventory" }).click();
  await expect(page).toHaveURL(/place=inventory/);
  expect(asked).toHaveLength(1);
});

test("withdrawing one creative keeps what is entered for another", async ({ page, serve }) => {
  const { origin } = await serve({ args: UNLIMITED });
  await sendChange(origin, 301, SALE);
  await enterPage(page, origin, SPRING, "bob");
  await page.getByRole("button", { name: "Creatives" }).click();
  await page.locator("input[type=file]").setInputFiles(BANNER);
  await expect(page.getByLabel("Landing page")).toHaveCount(2);
  await page.getByLabel("Landing page").last().fill("https://shoes.example/new");
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByLabel("Landing page").first()).toHaveValue("https://shoes.example/");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const { entries } = await manage(origin).creatives(301).list();
  expect(entries).toMatchObject([
    { url: "https://shoes.example/", review: "approved" },
    { url: "https://shoes.example/new", review: "waiting" },
  ]);
  expect(entries[0]).not.toHaveProperty("pending");
});

test("a version that was edited since the network saw it is not approved, but shown", async ({
  page,
  serve,
}) => {
  const { origin } = await serve({ args: UNLIMITED });
  await sendChange(origin, 301, SALE);
  await enterPage(page, origin, INBOX);
  const card = findCard(page, "Spring");
  await expect(card).toContainText(SALE);
  await sendChange(origin, 301, "https://elsewhere.example/");
  const decision = page.waitForResponse("**/approve");
  await card.getByRole("button", { name: "Approve" }).click();
  expect((await decision).status()).toBe(409);
  await expect(card.getByRole("alert")).toHaveText(
    "It was edited in the meantime. This is the newest version; decide again.",
  );
  await expect(card.getByRole("link", { name: "https://elsewhere.example/" })).toBeVisible();
  expect(await readCreative(origin, 301)).toMatchObject({ url: "https://shoes.example/" });
  await card.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved a creative of Spring.")).toBeVisible();
  expect(await readCreative(origin, 301)).toMatchObject({ url: "https://elsewhere.example/" });
});

test("when two people decide at once, the first decision stays and the second sees it", async ({
  page,
  serve,
  browser,
}) => {
  const { origin } = await serve({ args: UNLIMITED });
  for (const campaign of [301, 302]) await sendChange(origin, campaign, SALE);
  await enterPage(page, origin, INBOX);
  const other = await enterOther(browser, origin, INBOX, "net");
  await expect(findCard(other, "Spring")).toBeVisible();
  await findCard(page, "Spring").getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved a creative of Spring.")).toBeVisible();
  const card = findCard(other, "Spring");
  await card.getByRole("button", { name: "Reject…" }).click();
  await card.getByLabel("Reason").fill("Too loud.");
  await card.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(other.getByText("The creative of Spring no longer waits")).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect(findCard(other, "Autumn")).toBeVisible();
  expect(await readCreative(origin, 301)).toMatchObject({ url: SALE, review: "approved" });
  await other.context().close();
});
