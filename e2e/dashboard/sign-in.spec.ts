import { API_TOKEN, PASSWORD } from "./catalogue.ts";
import { expect, settled, signIn, test } from "./test.ts";

test("a wrong password shows an error at its field and moves nothing; the right one signs in", {
  tag: "@essential",
}, async ({ page, service }) => {
  await page.goto(`${service.origin}/dashboard/`);
  await expect(page.getByLabel("User name")).toBeFocused();
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  const before = await button.boundingBox();
  await signIn(page, "ann", "wrong");
  await expect(page.getByRole("alert")).toHaveText("Wrong user name or password.");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  expect(await button.boundingBox()).toEqual(before);
  await signIn(page, "ann");
  await settled(page);
  await expect(page.getByRole("banner")).toContainText("Ann");
  await expect(page.getByRole("banner")).toContainText("Publisher account");
  await expect(page.getByRole("main")).toBeFocused();
});

test("a password can be shown while it is typed", async ({ page, service }) => {
  await page.goto(`${service.origin}/dashboard/`);
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("secret");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(page.getByRole("button", { name: "Show password" })).toHaveAttribute("aria-pressed", "true");
});

test("signing in causes no refused request and no error in the console", async ({ page, enter }) => {
  const refused: string[] = [];
  page.on("response", (response) => response.status() >= 400 && refused.push(response.url()));
  page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await enter();
  expect(refused).toEqual([]);
});

test("an API token signs in", async ({ page, service }) => {
  await page.goto(`${service.origin}/dashboard/`);
  await page.getByRole("button", { name: "Use an API token" }).click();
  await page.getByLabel("API token").fill(API_TOKEN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await settled(page);
});

test("a reload and a second tab stay signed in; scripts can read neither password nor session", async ({
  page,
  enter,
  context,
}) => {
  await enter();
  await page.reload();
  await settled(page);
  const second = await context.newPage();
  await second.goto(page.url());
  await settled(second);
  const kept = await page.evaluate(
    () => JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie,
  );
  expect(kept).not.toContain(PASSWORD);
  const [cookie] = await context.cookies(new URL("/v2/account", page.url()).href);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", secure: false });
  expect(kept).not.toContain(cookie?.value);
});

test("signing out removes the cookie, or reports that it failed", async ({ page, enter, context }) => {
  await enter();
  const button = page.getByRole("button", { name: "Sign out" });
  await context.setOffline(true);
  await button.click();
  await expect(page.getByRole("banner").getByRole("alert")).toHaveText("No connection to the service.");
  await context.setOffline(false);
  await button.click();
  await expect(page.getByLabel("User name")).toBeFocused();
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("signing in or out in one tab signs the other tabs in or out", async ({
  page,
  enter,
  context,
  service,
}) => {
  const second = await context.newPage();
  await second.goto(`${service.origin}/dashboard/?by=country_iso`);
  await expect(second.getByLabel("User name")).toBeVisible();
  await enter();
  await settled(second);
  await expect(second.getByRole("banner")).toContainText("Ann");
  await expect(second.getByRole("link", { name: "Germany" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(second.getByLabel("User name")).toBeVisible();
});

test("after a session ends, signing in again continues with the same view", async ({ page, enter }) => {
  await enter({ query: "?by=country_iso&period=yesterday" });
  await page.route("**/v2/statistics/**", (route) =>
    route.fulfill({ status: 401, contentType: "application/json", body: '{"message":"Expired."}' }),
  );
  await page.locator(".period-button").click();
  await page.getByRole("dialog").getByRole("button", { name: "Last 7 days" }).click();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await page.unroute("**/v2/statistics/**");
  await signIn(page, "ann");
  await settled(page);
  await expect(page).toHaveURL(/period=7d.*by=country_iso/);
  await expect(page.getByRole("link", { name: "Germany" })).toBeVisible();
});

test("an advertiser sees its side of the reports; a network can switch between both sides", async ({
  page,
  enter,
  service,
}) => {
  await enter({ as: "bob" });
  await expect(page.locator("[data-metric='base.cost']")).toBeVisible();
  await expect(page.getByRole("link", { name: "Spring" })).toBeVisible();
  await page.getByRole("button", { name: /^Metrics/ }).click();
  await expect(page.getByRole("group", { name: "Goals" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Web push" })).toBeHidden();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto(`${service.origin}/dashboard/`);
  await signIn(page, "net");
  await settled(page);
  await expect(page.getByRole("link", { name: "News" })).toBeVisible();
  await page.getByRole("button", { name: "Advertisers" }).click();
  await expect(page.getByRole("link", { name: "Spring" })).toBeVisible();
  await expect(page).toHaveURL(/role=advertiser/);
});
