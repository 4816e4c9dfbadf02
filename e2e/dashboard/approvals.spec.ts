/** Creatives of advertisers: sent, waiting, approved or rejected by the network, withdrawn. */
import type { Page } from "playwright/test";
import { findViolations } from "./axe.ts";
import { BANNER, manage, readBanner, sendChange } from "./pages.ts";
import { enterPage, expect, test } from "./test.ts";

const SPRING = "?place=campaigns&campaign=301";
const INBOX = "?place=approvals";
const SALE = "https://shoes.example/sale";
const ZONE = { user: { ip: "192.0.2.1", ua: "Mozilla/5.0" }, zones: [{ id: 101 }] };

/** Starts a service, changes the campaigns' landing pages as the advertiser, and opens the network's inbox. */
async function openInbox(
  page: Page,
  serve: () => Promise<{ origin: string }>,
  campaigns = [301],
): Promise<string> {
  const { origin } = await serve();
  for (const campaign of campaigns) await sendChange(origin, campaign, SALE);
  await enterPage(page, origin, INBOX);
  return origin;
}

const readCreative = async (origin: string, campaign: number) =>
  (await manage(origin).creatives(campaign).list()).entries[0];

const findCard = (page: Page, campaign: string) => page.getByRole("region", { name: campaign });

/** Returns the redirect target of a click on the ad in zone 101. Campaign 302 must be paused. */
async function followAd(origin: string): Promise<string | null> {
  const response = await fetch(`${origin}/v1/placement`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(ZONE),
  });
  const { zones } = await response.json();
  return (await fetch(zones[0].data.url, { redirect: "manual" })).headers.get("location");
}

test("an ad keeps its old landing page until the network approves the edited one", {
  tag: "@essential",
}, async ({ page, serve, openBrowser }) => {
  const { origin } = await serve();
  await manage(origin).campaigns.change({ id: 302, version: "*" }, { active: false });
  const bob = await openBrowser();
  await enterPage(bob, origin, SPRING, "bob");
  await expect(bob.getByLabel("Price")).toBeDisabled();
  await bob.getByRole("button", { name: "Creatives" }).click();
  await bob.getByLabel("Landing page").fill(SALE);
  await bob.getByRole("button", { name: "Save" }).click();
  await expect(bob.getByText("Saved.")).toBeVisible();
  await expect(bob.getByText(/^Waiting since /)).toBeVisible();
  await expect(bob.getByText("Still running: https://shoes.example/")).toBeVisible();
  expect(await followAd(origin)).toBe("https://shoes.example/");
  expect(await findViolations(bob)).toEqual([]);

  await enterPage(page, origin, SPRING);
  await expect(page.getByRole("link", { name: "Approvals 1" })).toBeVisible();
  await page.getByRole("button", { name: "Creatives" }).click();
  await page.getByRole("link", { name: "Open the approvals" }).click();
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
});

test("a rejection requires a reason; the advertiser sees it and can withdraw or resend the creative", async ({
  page,
  serve,
  openBrowser,
}) => {
  const origin = await openInbox(page, serve);
  await page.getByRole("button", { name: "Reject…" }).click();
  const reason = page.getByRole("textbox", { name: "Reason" });
  await expect(reason).toBeFocused();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(reason).toHaveAccessibleDescription("This field is required.");
  await reason.fill("The page does not exist.");
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(page.getByText("Rejected a creative of Spring.")).toBeVisible();

  const bob = await openBrowser();
  await enterPage(bob, origin, SPRING, "bob");
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
});

test("an unsent reason survives a reload, and leaving the page asks for confirmation", async ({
  page,
  serve,
}) => {
  await openInbox(page, serve);
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

test("withdrawing a creative keeps unsaved entries of a new creative", async ({
  page,
  serve,
  openBrowser,
}) => {
  const { origin } = await serve();
  await sendChange(origin, 301, SALE);
  await enterPage(page, origin, SPRING, "bob");
  await page.getByRole("button", { name: "Creatives" }).click();
  await page.locator(".drop input[type=file]").setInputFiles(BANNER);
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
  const network = await openBrowser();
  await enterPage(network, origin, INBOX, "net");
  await expect(network.getByText("New creative")).toBeVisible();
});

test("approving a creative that was edited meanwhile shows the new version instead", async ({
  page,
  serve,
}) => {
  const origin = await openInbox(page, serve);
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

test("when two users decide at once, the first decision stays and the second user sees it", async ({
  page,
  serve,
  openBrowser,
}) => {
  const origin = await openInbox(page, serve, [301, 302]);
  const other = await openBrowser();
  await enterPage(other, origin, INBOX, "net");
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
});

test("an image on another host is shown to the network in a frame, and no other host gets a request", async ({
  page,
  serve,
}) => {
  const image = "https://img.example/a.webp";
  const elsewhere: string[] = [];
  await page.route(/^https:/, async (route) => {
    elsewhere.push(route.request().url());
    await route.fulfill({ contentType: "image/webp", body: await readBanner() });
  });
  const { origin } = await serve();
  const bob = manage(origin, "bob").creatives(301);
  const [creative] = (await bob.list()).entries;
  if (!creative) throw new Error("The campaign has no creative.");
  await bob.change(creative, { image });
  await enterPage(page, origin, INBOX);
  const card = findCard(page, "Spring");
  await expect(card.getByText("The image is on img.example, where it can be exchanged later.")).toBeVisible();
  const shown = card.frameLocator("iframe").locator("img");
  await expect(shown).toBeVisible();
  await expect.poll(() => elsewhere).toEqual([image]);
  expect(await findViolations(page)).toEqual([]);
  // The approved image is the service's own.
  await expect(card.locator("img")).toHaveCount(1);
});

test("a creative whose image is blocked is approved only by a second click", async ({ page, serve }) => {
  const { origin } = await serve();
  await sendChange(origin, 301, SALE);
  await page.route(
    ({ pathname }) => pathname.startsWith("/creatives/"),
    (route) => route.abort(),
  );
  await enterPage(page, origin, INBOX);
  const card = findCard(page, "Spring");
  await expect(card.getByText("The image could not be loaded (blocked?)").first()).toBeVisible();
  const approve = card.getByRole("button", { name: "Approve", exact: true });
  await expect(approve).toBeDisabled();
  await expect(card.getByRole("link", { name: "Open it" })).toHaveAttribute("target", "_blank");
  expect(await findViolations(page)).toEqual([]);
  await card.getByRole("button", { name: "Approve without seeing it…" }).click();
  await card.getByRole("button", { name: "Approve unseen" }).click();
  await expect(page.getByText("Approved a creative of Spring.")).toBeVisible();
});
