/** Typing errors that would cost money, and links to pages that do not exist. */
import type { Page } from "playwright/test";
import { manage } from "./pages.ts";
import { enterPage, expect, test } from "./test.ts";

const SPRING = "?place=campaigns&campaign=301";

async function openStep(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name }).click();
}

test("an amount is read in the format of the user's language; an ambiguous amount is refused", async ({
  page,
  openBrowser,
  serve,
}) => {
  const service = await serve();
  const read = async () => (await manage(service.origin).campaigns.get(301)).budget;
  await enterPage(page, service.origin, SPRING);
  await openStep(page, "Budget");
  await page.getByLabel("Daily budget").fill("1,000");
  await page.getByLabel("Total budget").fill("1234,567");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This can be 1,234,567 or 1,234.567. Enter one of them.")).toBeVisible();
  await page.getByLabel("Total budget").fill("1,234.567");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect(await read()).toEqual({ daily: "1000", total: "1234.567" });

  const german = await openBrowser({ locale: "de-DE" });
  await german.goto(`${service.origin}/dashboard/${SPRING}`);
  await german.getByLabel("Benutzername").fill("net");
  await german.getByLabel("Passwort", { exact: true }).fill("correct horse");
  await german.getByRole("button", { name: "Anmelden", exact: true }).click();
  await german.getByRole("button", { name: /^\d Budget/ }).click();
  await expect(german.getByLabel("Gesamtbudget")).toHaveValue("1.234,567");
  await german.getByLabel("Tagesbudget").fill("2.000");
  await german.getByRole("button", { name: "Speichern" }).click();
  await expect(german.getByText("Gespeichert.")).toBeVisible();
  expect(await read()).toEqual({ daily: "2000", total: "1234.567" });
});

for (const period of ["0026-11-01..0026-11-05", "0026-11-01..0026-11-01", "0000-01-01..0000-02-28"])
  test(`a period of ${period} is empty`, async ({ page, enter }) => {
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    await enter({ query: `?period=${period}` });
    await expect(page.locator("[data-metric='base.impressions'] .figure-value")).toHaveText("0");
    await expect(page.locator(".breakdown .nothing")).toContainText("Nothing was counted");
    expect(errors).toEqual([]);
  });

test("a link to an object that does not exist says so above the list", async ({ page, service }) => {
  await enterPage(page, service.origin, "?place=campaigns&campaign=99999");
  const problem = page.getByRole("alert").filter({ hasText: "do not apply" });
  await expect(problem).toContainText("campaign=99999");
  await expect(page.getByRole("link", { name: "Spring" })).toBeVisible();
  for (const lost of [
    "campaigns&creative=7",
    "inventory&zone=9",
    "inventory&site=x",
    "campaigns&account=2",
  ]) {
    await page.goto(`${service.origin}/dashboard/?place=${lost}`);
    await expect(problem).toContainText(lost.split("&")[1] ?? "");
  }
});

test("an advertiser who opens the form of a new campaign reads that its network creates campaigns", async ({
  page,
  service,
}) => {
  await enterPage(page, service.origin, "?place=campaigns&new=1", "bob");
  await expect(page.getByText("Your network creates campaigns. Ask it for a new one.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Next" })).toHaveCount(0);
  await page.goto(`${service.origin}/dashboard/?place=inventory`);
  await expect(page.getByRole("alert").filter({ hasText: "place=inventory" })).toBeVisible();
});

test.describe("in a browser with an invalid language", () => {
  test.use({ locale: "en-US" });
  test("the dashboard opens in the next language", async ({ page, service }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "languages", { get: () => ["en-US@posix", "de-AT"] }),
    );
    await page.goto(`${service.origin}/dashboard/`);
    await expect(page.getByLabel("Benutzername")).toBeVisible();
  });
});
