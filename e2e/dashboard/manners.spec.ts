/** Focus, narrow screens, losing the connection, paper, languages, themes and saved views. */
import { counted } from "./facts.ts";
import { expect, figure, settled, test } from "./test.ts";

test("the focus never falls to the page", async ({ page, enter }) => {
  await enter();
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);
  await page.getByRole("button", { name: "Filter", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Country", exact: true }).press("Enter");
  await expect(page.getByRole("searchbox", { name: "Country" })).toBeFocused();
  await page.getByRole("checkbox", { name: "Germany" }).press("Space");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Filter", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Remove the Country filter" }).press("Enter");
  await expect(page.getByRole("button", { name: "Filter", exact: true })).toBeFocused();
  await settled(page);
  await page.getByRole("link", { name: "Shop" }).press("Enter");
  await expect(page.getByRole("region", { name: /^By / })).toBeFocused();
  await settled(page);
  expect(await hasFocus()).toBe(true);
  await page.getByRole("button", { name: "Add a grouping" }).press("Enter");
  await page.getByRole("button", { name: "Hour", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Remove the grouping Hour" }).press("Enter");
  await settled(page);
  expect(await hasFocus()).toBe(true);
});

test("the button that removes all filters leaves the focus in the table", async ({ page, enter }) => {
  await enter({ query: "?f.country_iso=FRA&x.site_id=10" });
  await page.getByRole("button", { name: "Remove filters" }).press("Enter");
  await expect(page.getByRole("region", { name: /^By / })).toBeFocused();
  await settled(page);
  await expect(page.getByRole("link", { name: "News" })).toBeVisible();
  await expect(page.getByRole("region", { name: /^By / })).toBeFocused();
});

test("at 360 px the chip of a filter by long names stays on the screen, and says how many more there are", async ({
  page,
  enter,
}) => {
  const name = "A zone whose name is a good deal longer than the screen of any phone is wide";
  await page.route("**/v2/statistics/**", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/"Zone 10(?=\d")/g, `"${name} `);
    await route.fulfill({ response, body });
  });
  await page.setViewportSize({ width: 360, height: 780 });
  await enter({ query: "?f.zone_id=101,102,103&by=zone_id" });
  const chip = page.getByRole("search").getByRole("button", { name: /^Zone: / });
  await expect(chip).toContainText("A zone whose");
  await expect(chip).toContainText("+1");
  for (const part of [chip, page.getByRole("button", { name: "Remove the Zone filter" })]) {
    const box = await part.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("at 360 px nothing hangs over, sheets have a close button, and ten digits are shortened", async ({
  page,
  enter,
  serve,
}) => {
  const [fact] = counted();
  if (!fact) throw new Error("There are no facts.");
  const service = await serve({ facts: [{ ...fact, impressions: 3_012_345_678, requests: 3_012_345_678 }] });
  await page.setViewportSize({ width: 360, height: 780 });
  await enter({
    origin: service.origin,
    query: "?period=2026-01-01..2026-12-31&f.site_id=10,11&f.zone_id=101",
  });
  await expect(figure(page, "base.impressions")).toHaveText("3.01B");
  const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overhang()).toBeLessThanOrEqual(0);
  for (const button of await page.locator(".controls button, .breakdown-tools button").all()) {
    const box = await button.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  }
  await page.locator(".period-button").click();
  const dialog = page.getByRole("dialog");
  for (const field of await dialog.locator("input, select, button").all()) {
    const box = await field.boundingBox();
    if (box) expect(box.x + box.width).toBeLessThanOrEqual(360);
  }
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(".period-button")).toBeFocused();
});

test("Live turns to a grey Not live without a connection", async ({ page, enter, context }) => {
  await enter({ query: "?period=today" });
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const readDot = () =>
    page.locator(".live").evaluate((badge) => {
      const [red = 0, green = 0, blue = 0] =
        getComputedStyle(badge, "::before")
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      return Math.max(red, green, blue) - Math.min(red, green, blue);
    });
  const colourful = await readDot();
  await context.setOffline(true);
  await expect(page.getByText("Not live", { exact: true })).toBeVisible();
  expect(await readDot()).toBeLessThan(colourful / 3);
  await context.setOffline(false);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
});

test("on paper there are numbers and nothing to press", async ({ page, enter }) => {
  await enter();
  await page.emulateMedia({ media: "print" });
  for (const name of ["Sign out", "Share", "Filter", "Export CSV"])
    await expect(page.getByRole("button", { name })).toBeHidden();
  await expect(figure(page, "base.impressions")).toBeVisible();
  await expect(page.locator(".records")).toBeVisible();
});

test("the language is the browser's, can be changed, and stays", async ({ browser, service, enter }) => {
  const context = await browser.newContext({ locale: "de-DE" });
  const page = await context.newPage();
  await page.goto(`${service.origin}/dashboard/`);
  await expect(page.getByRole("button", { name: "Anmelden", exact: true })).toBeVisible();
  await page.getByLabel("Benutzername").fill("ann");
  await page.getByLabel("Passwort", { exact: true }).fill("correct horse");
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await settled(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(figure(page, "base.revenue")).toHaveText(/^[\d.]+,\d\d\s\$$/);
  await page.getByRole("button", { name: "Einstellungen" }).click();
  // The sheet takes the focus first, once it is drawn.
  await expect(page.locator(".popover-box :focus")).toBeVisible();
  await page.getByLabel("Sprache").focus();
  await page.getByLabel("Sprache").selectOption("English");
  await expect(page.getByRole("button", { name: "Settings" })).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SELECT");
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  await context.close();
  void enter;
});

test("a theme can be chosen, and stays", async ({ page, enter }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await enter();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Dark" }).click();
  await expect.poll(ground).not.toBe(light);
  await page.reload();
  await settled(page);
  await expect.poll(ground).not.toBe(light);
});

test("a view is saved by name, opened again and removed", async ({ page, enter }) => {
  await enter({ query: "?by=country_iso&period=30d" });
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByLabel("Name of this view").fill("Countries");
  await page.getByRole("button", { name: "Save" }).click();
  await page.keyboard.press("Escape");
  await page.goto(page.url().split("?")[0] ?? "");
  await settled(page);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("link", { name: "Countries" }).click();
  await expect(page).toHaveURL(/period=30d.*by=country_iso/);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("button", { name: "Remove the view Countries" }).click();
  await expect(page.getByText("No saved views yet.")).toBeVisible();
  await expect(page.getByLabel("Name of this view")).toBeFocused();
});

test("an address with parts for another account says which", async ({ page, enter }) => {
  await enter({ query: "?by=campaign_id" });
  await expect(page.getByRole("alert").first()).toHaveText(
    "Parts of this link do not apply to your account: by=campaign_id",
  );
});
