/** Phones: sheets and Back, limits of the history, and what readers set in the browser. */
import type { Page } from "playwright/test";
import { enterPage, expect, settled, test } from "./test.ts";

const PHONE = { width: 390, height: 844 };

const openPeriod = async (page: Page) => {
  await page.locator(".period-button").click();
  await page.getByRole("dialog").waitFor();
};

test("Back closes a sheet, and the page stays; Forward and a reload do not open it", async ({
  page,
  enter,
}) => {
  await page.setViewportSize(PHONE);
  await enter({ query: "?period=yesterday" });
  const address = page.url();
  await openPeriod(page);
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.locator(".period-button")).toBeFocused();
  expect(page.url()).toBe(address);
  await page.goForward();
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  await expect(page.getByRole("dialog")).toBeHidden();
  await openPeriod(page);
  await page.reload();
  await settled(page);
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(page.url()).toBe(address);
});

test("a period chosen in a sheet is one step back", async ({ page, enter }) => {
  await page.setViewportSize(PHONE);
  await enter({ query: "?period=yesterday" });
  await openPeriod(page);
  await page.getByRole("dialog").getByRole("button", { name: "Last 30 days" }).click();
  await expect(page).toHaveURL(/period=30d/);
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/period=yesterday/);
  await page.goForward();
  await expect(page).toHaveURL(/period=30d/);
});

test("a list's period chosen in a sheet is in its address, and Back leaves the list", async ({
  page,
  service,
}) => {
  await page.setViewportSize(PHONE);
  await enterPage(page, service.origin, "?place=approvals");
  await page.getByRole("link", { name: "Campaigns" }).click();
  await openPeriod(page);
  await page.getByRole("dialog").getByRole("button", { name: "Last 30 days" }).click();
  await expect(page).toHaveURL(/campaigns.*period=30d/);
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  await page.goBack();
  await expect(page).toHaveURL(/place=approvals/);
});

test("typing past the browser's limit of address changes throws nothing, and the address is right in the end", async ({
  page,
  service,
}) => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    let left = 6;
    for (const name of ["replaceState", "pushState"] as const) {
      const change = history[name];
      history[name] = function (...values) {
        if (left === 0) throw new DOMException("Attempt to use history more than 100 times", "SecurityError");
        left--;
        change.apply(this, values);
      };
    }
    Object.assign(globalThis, {
      allow: () => {
        left = 100;
      },
    });
  });
  await enterPage(page, service.origin, "?place=campaigns");
  const field = page.getByRole("searchbox");
  for (const word of ["autumn", "spring", "summer", "winter", "spring"]) {
    await field.fill("");
    await field.pressSequentially(word);
    await page
      .waitForFunction((text) => location.search.endsWith(text), word, { timeout: 700 })
      .catch(() => {});
  }
  await expect(page.getByRole("row").filter({ hasText: "Spring" })).toBeVisible();
  await page.evaluate("allow()");
  await expect(page).toHaveURL(/find\.campaigns=spring/);
  expect(errors).toEqual([]);
});
