/** Focus, narrow screens, losing the connection, languages and themes. */
import { measureOverhang } from "./everyPage.ts";
import { counted } from "./facts.ts";
import { expect, figure, settled, test } from "./test.ts";

test("the focus stays on a control after filters and groupings change", async ({ page, enter }) => {
  await enter();
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);
  await page.getByRole("button", { name: "Filter", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Country", exact: true }).press("Enter");
  await expect(page.getByRole("searchbox", { name: "Country" })).toBeFocused();
  await page.getByRole("checkbox", { name: "Germany" }).press("Space");
  await page.getByRole("button", { name: "Filter", exact: true }).press("Enter");
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

test("removing all filters moves the focus to the table", async ({ page, enter }) => {
  await enter({ query: "?f.country_iso=FRA&x.site_id=10" });
  await page.getByRole("button", { name: "Remove filters" }).press("Enter");
  await expect(page.getByRole("region", { name: /^By / })).toBeFocused();
  await settled(page);
  await expect(page.getByRole("link", { name: "News" })).toBeVisible();
  await expect(page.getByRole("region", { name: /^By / })).toBeFocused();
});

test("at 360 px the chip of a filter by long names fits the screen and counts the hidden names", async ({
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
  expect(await measureOverhang(page)).toBe(0);
});

test("at 360 px nothing overflows, sheets have a close button, and large numbers are shortened", async ({
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
  expect(await measureOverhang(page)).toBe(0);
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

test("without a connection, or while reports fail, Live becomes a grey Not live", async ({
  page,
  enter,
  context,
}) => {
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
  await page.route("**/v2/statistics/**", (route) => route.fulfill({ status: 500, body: "{}" }));
  await expect(page.getByText("Not live", { exact: true })).toBeVisible();
  await page.unroute("**/v2/statistics/**");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
});

test("the browser's language is used until the user chooses another, which is kept across reloads", async ({
  openBrowser,
  service,
}) => {
  const page = await openBrowser({ locale: "de-DE" });
  await page.goto(`${service.origin}/dashboard/`);
  await expect(page.getByRole("button", { name: "Anmelden", exact: true })).toBeVisible();
  await page.getByLabel("Benutzername").fill("ann");
  await page.getByLabel("Passwort", { exact: true }).fill("correct horse");
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await settled(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(figure(page, "base.revenue")).toHaveText(/^[\d.]+,\d\d\s\$$/);
  await page.getByRole("button", { name: "Einstellungen" }).click();
  // The popover takes the focus once it is drawn.
  await expect(page.locator(".popover-box :focus")).toBeVisible();
  await page.getByLabel("Sprache").focus();
  await page.getByLabel("Sprache").selectOption("English");
  await expect(page.getByRole("button", { name: "Settings" })).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SELECT");
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
});

test("a chosen theme is kept across reloads", async ({ page, enter }) => {
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
