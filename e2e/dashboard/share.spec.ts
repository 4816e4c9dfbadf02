import type { Page } from "playwright/test";
import { counted, dayBefore, during, sum } from "./facts.ts";
import { clickTwice, count, expect, figure, settled, test } from "./test.ts";

const FACTS = counted();
const week = during(dayBefore(7), dayBefore(1));

async function shareWithTom(page: Page, days: "only" | "all" = "only"): Promise<string> {
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByLabel("Recipient").fill("Tom");
  await page.getByLabel("Opens").selectOption(days);
  await clickTwice(page, "Create link");
  const link = page.getByLabel("Copy it now; it is shown only once.");
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
  return link.inputValue();
}

test("a shared link shows only its view, without an account, until it is revoked", async ({
  page,
  enter,
  serve,
  openBrowser,
}) => {
  // A service without the links of other tests.
  const { origin } = await serve({ facts: FACTS });
  await enter({ origin, query: "?by=zone_id&f.site_id=11" });
  const link = await shareWithTom(page, "all");
  // Two clicks create one link.
  const links = page.getByRole("list", { name: "Active links" });
  await expect(links.getByRole("listitem")).toHaveCount(1);
  await expect(links).toContainText("Tom");
  await expect(links).toContainText("all days · filtered by Site");

  const reader = await openBrowser();
  await reader.goto(link);
  const shop = sum(FACTS, "impressions", (each) => week(each) && each.site === 11);
  await expect(figure(reader, "base.impressions")).toHaveText(count(shop));
  await expect(reader.getByRole("banner")).toContainText("Shared: Tom");
  await expect(reader.getByRole("button", { name: "Sign out" })).toHaveCount(0);
  await reader.reload();
  await expect(figure(reader, "base.impressions")).toHaveText(count(shop));
  await expect(reader.getByRole("search")).toContainText("Site: Shop");
  await expect(reader.getByRole("button", { name: "Remove the Site filter" })).toHaveCount(0);
  await expect(reader.getByRole("button", { name: "Site: Shop" })).toHaveCount(0);
  await reader.goto(link.replace("#", "?place=inventory#"));
  await reader.locator(".figures").waitFor();
  await expect(reader.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await reader.goto(`${reader.url().replace(/\?.*#/, "?role=publisher&period=7d#")}`);
  await reader.reload();
  await expect(reader.getByText("This shared link does not include that report.").first()).toBeVisible();

  await page.getByRole("button", { name: "Revoke the link for Tom" }).click();
  await expect(links).toHaveCount(0);
  await reader.goto(link);
  await reader.reload();
  await expect(reader.getByText("This link has expired or was revoked.")).toBeVisible();
});

test("a shared link that is pasted into a tab with the dashboard is opened, and Back leaves it", async ({
  page,
  enter,
}) => {
  await enter();
  const { hash } = new URL(await shareWithTom(page));
  await page.evaluate((fragment) => location.assign(fragment), hash);
  await expect(page.getByRole("banner")).toContainText("Shared: Tom");
  await page.goBack();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
});

test("a link to only some days shows its title, and neither other days nor another comparison", async ({
  page,
  enter,
  openBrowser,
}) => {
  const [from, to] = [dayBefore(4), dayBefore(3)];
  await enter({ query: `?period=${from}..${to}&by=date` });
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByLabel("Title")).not.toHaveValue("");
  await page.getByLabel("Title").fill("Longshore Outdoors");
  await page.getByLabel("Recipient").fill("Tom");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByLabel("Copy it now; it is shown only once.").inputValue();

  const reader = await openBrowser();
  const refused: string[] = [];
  reader.on("response", (response) => response.status() >= 400 && refused.push(response.url()));
  await reader.goto(link);
  await settled(reader);
  await expect(reader.getByRole("banner")).toContainText("Longshore Outdoors");
  await expect(reader).toHaveTitle(/Longshore Outdoors/);
  await expect(reader.locator(".period-button")).toHaveCount(0);
  await expect(reader.locator("[data-metric='base.revenue'] .change")).toContainText("%");
  const impressions = sum(FACTS, "impressions", during(from, to));
  await expect(figure(reader, "base.impressions")).toHaveText(count(impressions));

  // One day of them, and back.
  await reader.getByRole("rowheader").getByRole("link").first().click();
  await settled(reader);
  await expect(figure(reader, "base.impressions")).not.toHaveText(count(impressions));
  await reader.getByRole("button", { name: /^Show / }).click();
  await settled(reader);
  await expect(figure(reader, "base.impressions")).toHaveText(count(impressions));

  // Days in the address do not matter.
  await reader.goto(reader.url().replace(/period=[^&#]*/, `period=${dayBefore(30)}..${dayBefore(0)}`));
  await reader.reload();
  await settled(reader);
  await expect(figure(reader, "base.impressions")).toHaveText(count(impressions));
  expect(refused).toEqual([]);
});

test("a link whose filter has days offers only these days", async ({ page, enter, openBrowser }) => {
  const [from, to] = [dayBefore(4), dayBefore(3)];
  await enter({ query: `?period=${from}..${to}&by=date` });
  // As earlier versions of the dashboard created them.
  await page.route("**/v2/shares", async (route) => {
    const { period, ...body } = route.request().postDataJSON() ?? {};
    if (!period) return route.continue();
    const filter = { ...body.filter, date_from: period.compared.from, date_to: period.to };
    const view = body.view.replace(/&compare=[^&]*/, "");
    await route.continue({ postData: JSON.stringify({ ...body, view, filter }) });
  });
  const reader = await openBrowser();
  await reader.goto(await shareWithTom(page));
  await settled(reader);
  const refused: string[] = [];
  reader.on("response", (response) => response.status() >= 400 && refused.push(response.url()));
  // The two days before are shared too, because the figures are compared with them.
  await expect(reader.locator("[data-metric='base.revenue'] .change")).toContainText("%");
  await reader.locator(".period-button").click();
  const popover = reader.locator(".period-popover");
  await expect(popover.getByRole("group", { name: "Periods" })).toHaveCount(0);
  await expect(popover.getByLabel("From", { exact: true })).toHaveAttribute("min", dayBefore(6));
  await expect(popover.getByLabel("To", { exact: true })).toHaveAttribute("max", to);
  await expect(popover.getByLabel("Compare with").getByRole("option")).toHaveText([
    "Previous period",
    "Custom dates",
    "No comparison",
  ]);
  await popover.getByLabel("From", { exact: true }).fill(dayBefore(6));
  await popover.getByLabel("To", { exact: true }).fill(dayBefore(5));
  await popover.getByRole("button", { name: "Show" }).click();
  await settled(reader);
  const impressions = sum(FACTS, "impressions", during(dayBefore(6), dayBefore(5)));
  await expect(figure(reader, "base.impressions")).toHaveText(count(impressions));
  // The days before these are not shared, so there is no comparison.
  await expect(reader.locator("[data-metric='base.revenue'] .change")).toHaveCount(0);
  // A bookmark or a row of a month can ask for more days than are shared.
  await reader.goto(reader.url().replace(/period=[^&#]*/, `period=${dayBefore(30)}..${dayBefore(0)}`));
  await reader.reload();
  await settled(reader);
  const shared = sum(FACTS, "impressions", during(dayBefore(6), to));
  await expect(figure(reader, "base.impressions")).toHaveText(count(shared));
  expect(refused).toEqual([]);
});
