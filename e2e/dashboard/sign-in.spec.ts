import { API_TOKEN, PASSWORD } from "./catalogue.ts";
import { expect, settled, signIn, test } from "./test.ts";

test("a wrong password is refused in the service's words, and the right one lets in", async ({
  page,
  service,
}) => {
  await page.goto(`${service.origin}/dashboard/`);
  await signIn(page, "ann", "wrong");
  await expect(page.getByRole("alert")).toHaveText(/\S+/);
  const words = await page.getByRole("alert").textContent();
  const login = await fetch(`${service.origin}/v2/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "ann", password: "wrong" }),
  });
  expect(words).toBe(((await login.json()) as { message: string }).message);
  await signIn(page, "ann");
  await settled(page);
  await expect(page.getByRole("banner")).toContainText("ann");
});

test("an API token lets in", async ({ page, service }) => {
  await page.goto(`${service.origin}/dashboard/`);
  await page.getByRole("button", { name: "Use an API token" }).click();
  await page.getByLabel("API token").fill(API_TOKEN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await settled(page);
});

test("a reload keeps a person signed in; only the token is kept, and only in the tab", async ({
  page,
  enter,
}) => {
  await enter();
  await page.reload();
  await settled(page);
  const kept = await page.evaluate(() => [
    JSON.stringify(sessionStorage),
    JSON.stringify(localStorage),
    document.cookie,
  ]);
  expect(kept[0]).toContain("token");
  expect(kept.join()).not.toContain(PASSWORD);
  expect(kept.slice(1)).toEqual(["{}", ""]);
});

test("signing out forgets the token", async ({ page, enter }) => {
  await enter();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("User name")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test("a session that ends asks to sign in again and goes on where it was", async ({ page, enter }) => {
  await enter({ query: "?by=country_iso&period=yesterday" });
  await page.route("**/v2/statistics/**", (route) =>
    route.fulfill({ status: 401, contentType: "application/json", body: '{"message":"Expired."}' }),
  );
  await page.getByRole("button", { name: /Yesterday/ }).click();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await page.unroute("**/v2/statistics/**");
  await signIn(page, "ann");
  await settled(page);
  await expect(page).toHaveURL(/period=7d.*by=country_iso/);
  await expect(page.getByRole("link", { name: "Germany" })).toBeVisible();
});

test("each account sees its own side; a network changes between both", async ({ page, enter, service }) => {
  await enter({ as: "bob" });
  await expect(page.locator("[data-metric='base.cost']")).toBeVisible();
  await expect(page.getByRole("link", { name: "Spring" })).toBeVisible();
  await page.getByRole("button", { name: /^Metrics/ }).click();
  await expect(page.getByRole("group", { name: "Goals" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Web push" })).toBeHidden();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto(`${service.origin}/dashboard/`);
  await signIn(page, "net");
  await settled(page);
  await expect(page.getByRole("link", { name: "News" })).toBeVisible();
  await page.getByRole("button", { name: "Advertisers" }).click();
  await expect(page.getByRole("link", { name: "Spring" })).toBeVisible();
  await expect(page).toHaveURL(/role=advertiser/);
});
