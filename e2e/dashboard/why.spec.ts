/** Reasons for empty requests on the pages of zones and campaigns, and the forecast for another budget. */
import type { Page } from "playwright/test";
import { findViolations } from "./axe.ts";
import { sendEmpty } from "./pages.ts";
import { enterPage, expect, type Serve, test } from "./test.ts";

/** Starts a service with requests that stayed empty. */
async function serveEmpty(serve: (options?: Serve) => Promise<{ origin: string }>): Promise<string> {
  const { origin } = await serve();
  await sendEmpty(origin);
  return origin;
}

const ZONE = "?place=inventory&zone=101&period=yesterday";
const findSection = (page: Page) => page.getByRole("region", { name: "Empty requests" });

test("the page of a zone explains empty requests and links each reason to its remedy", async ({
  page,
  serve,
}) => {
  const origin = await serveEmpty(serve);
  await enterPage(page, origin, ZONE);
  const section = findSection(page);
  await expect(section).toContainText("600 of 1,000 requests stayed empty:");
  await expect(section.getByRole("listitem")).toHaveText([
    "61% no campaign for France Add the country to a campaign.",
    "30% budget of Spring spent Raise the budget.",
    "9% no creative of the zone's size Add a creative of this size.",
  ]);
  expect(await findViolations(page)).toEqual([]);
  await section.getByRole("link", { name: "Raise the budget." }).click();
  await expect(page.getByRole("heading", { name: "Spring", level: 2 }).first()).toBeVisible();
});

test("the reasons for empty requests follow the chosen period", async ({ page, serve }) => {
  const origin = await serveEmpty(serve);
  await enterPage(page, origin, ZONE);
  await expect(findSection(page)).toContainText("600 of 1,000");
  await page.locator(".period-button").click();
  await page.getByRole("dialog").getByRole("button", { name: "Today", exact: true }).click();
  await expect(findSection(page)).toBeHidden();
});

test("a publisher sees why its zone stayed empty, without names of campaigns", async ({ page, serve }) => {
  const origin = await serveEmpty(serve);
  await enterPage(page, origin, ZONE, "ann");
  await expect(findSection(page).getByRole("listitem").nth(1)).toHaveText(
    "30% budget spent Your network can change this.",
  );
  await expect(findSection(page)).not.toContainText("Spring");
});

test("the page of a campaign says how many requests its daily budget missed, and since when", async ({
  page,
  serve,
}) => {
  const origin = await serveEmpty(serve);
  await enterPage(page, origin, "?place=campaigns&campaign=301", "bob");
  await expect(findSection(page)).toContainText(
    "Yesterday its daily budget alone kept it from at least 180 empty requests, the first at about 14:00–14:15.",
  );
  expect(await findViolations(page)).toEqual([]);
  await page.goto(`${origin}/dashboard/?place=campaigns&campaign=302`);
  await expect(page.getByRole("region", { name: "History" })).toBeVisible();
  await expect(findSection(page)).toBeHidden();
});

test("the daily budget's field forecasts when the entered amount is spent", async ({ page, serve }) => {
  const origin = await serveEmpty(serve);
  await enterPage(page, origin, "?place=campaigns&campaign=301");
  await page.getByRole("button", { name: /Budget/ }).click();
  const budget = page.getByLabel("Daily budget");
  const forecast = page.getByRole("status").filter({ hasText: "Yesterday" });
  await expect(forecast).toHaveText(/\s40\.00 would have been spent at about 09:00–09:15\.$/);
  await budget.fill("50");
  await expect(forecast).toHaveText(/\s50\.00 would have been spent at about 14:00–14:15\.$/);
  await budget.fill("60");
  await expect(forecast).toHaveText(/\s60\.00 would not have been spent\.$/);
  await budget.fill("");
  await expect(forecast).toBeHidden();
});
