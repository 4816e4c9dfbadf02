/** Browser sessions: listing them, ending them, and which requests carry the cookie. */
import type { Page } from "playwright/test";
import { expect, settled, signIn, test } from "./test.ts";

async function openSessions(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Your account" }).click();
  await expect(page.getByRole("heading", { name: "Signed-in browsers" })).toBeVisible();
}

test("a user sees all signed-in browsers and can end the session of another browser", async ({
  page,
  serve,
  openBrowser,
}) => {
  const { origin } = await serve();
  const other = await openBrowser();
  for (const each of [page, other]) {
    await each.goto(`${origin}/dashboard/?place=inventory`);
    await signIn(each, "ann");
    await expect(each.getByRole("link", { name: "New site" })).toBeVisible();
  }
  await openSessions(page);
  const list = page.getByRole("region", { name: "Signed-in browsers" }).getByRole("listitem");
  await expect(list).toHaveCount(2);
  await expect(list.filter({ hasText: "This browser" }).getByRole("button")).toHaveCount(0);
  await list.filter({ hasText: "last used" }).getByRole("button", { name: "End" }).click();
  await expect(page.getByText("Ended.")).toBeVisible();
  await expect(list).toHaveCount(1);
  await other.reload();
  await expect(other.getByText("Your session has ended.")).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("User name")).toBeVisible();
});

test("a shared link opens the shared view even in a signed-in browser", async ({
  page,
  enter,
  context,
  service,
}) => {
  await enter();
  const response = await page.evaluate(async () => {
    const body = JSON.stringify({ name: "Tom", view: "?", days: 1, role: "publisher" });
    const headers = { "Content-Type": "application/json" };
    return (await fetch("../v2/shares", { method: "POST", headers, body })).json();
  });
  const reader = await context.newPage();
  await reader.goto(`${service.origin}/dashboard/#share=${response.token}`);
  await settled(reader);
  await expect(reader.getByRole("banner")).toContainText("Shared: Tom");
  await expect(page.getByRole("banner")).toContainText("Ann");
});

test("requests for ads and pixels carry no dashboard cookie, even from the dashboard's site", async ({
  page,
  enter,
  service,
}) => {
  await enter();
  const paths = ["v1/placement", "i/forged", "c/forged", "zonetag.js", "v2/account"];
  const cookies: Record<string, string | undefined> = {};
  for (const path of paths) {
    const sent = page.waitForRequest(`${service.origin}/${path}`);
    await page.evaluate((address) => fetch(address, { credentials: "include" }).then(() => {}), `../${path}`);
    cookies[path] = (await (await sent).allHeaders()).cookie;
  }
  expect(cookies).toEqual({ "v2/account": expect.stringMatching(/^zonetag_session=/) });
});
