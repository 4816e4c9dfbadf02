/** All management pages: header, keyboard, German, address bar. */
import { enterPage, UNLIMITED } from "./pages.ts";
import { expect, test } from "./test.ts";

for (const width of [360, 768, 1024, 1280])
  for (const language of ["English", "Deutsch"])
    test(`nothing in the header is cut or covered: ${width} px, ${language}`, async ({ page, service }) => {
      await page.setViewportSize({ width, height: 800 });
      await enterPage(page, service.origin, "");
      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByLabel("Language").selectOption(language);
      await expect(page.locator("html")).toHaveAttribute("lang", language === "Deutsch" ? "de" : "en");
      await page.keyboard.press("Escape");
      const faults = await page.locator(".header-inner").evaluate((header) => {
        const parts = [...header.querySelectorAll(".account, .page-links a, .segmented, .button")];
        const boxes = parts.map((part) => ({
          text: part.textContent,
          isCut: part.scrollWidth > part.clientWidth,
          ...part.getBoundingClientRect().toJSON(),
        }));
        const isOutside = ({ left, right }: DOMRect) => left < 0 || right > innerWidth;
        const covers = (a: DOMRect, b: DOMRect) =>
          a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        return boxes.filter(
          (box, at) => box.isCut || isOutside(box) || boxes.slice(at + 1).some((other) => covers(box, other)),
        );
      });
      expect(faults).toEqual([]);
    });

test("by keyboard alone: to the inventory, a new zone, its code", async ({ page, serve }) => {
  const service = await serve({ args: UNLIMITED });
  await enterPage(page, service.origin, "", "ann");
  await page.getByRole("link", { name: "Inventory" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();
  await page.getByRole("link", { name: "New zone" }).first().press("Enter");
  await page.getByLabel("Zone name").focus();
  await page.keyboard.type("By keyboard");
  await page.keyboard.press("Tab");
  await page.keyboard.type("300x250");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "By keyboard" })).toBeVisible();
  await page.getByRole("button", { name: "React" }).press("Enter");
  await expect(page.getByText("zonetag/react")).toBeVisible();
});

test("keywords are added and taken out by keyboard, and the focus stays in their field", async ({
  page,
  service,
}) => {
  await enterPage(page, service.origin, "?place=campaigns&campaign=301");
  await page.getByRole("button", { name: "Targeting" }).press("Enter");
  const field = page.getByLabel("Add to Keywords");
  await field.focus();
  await page.keyboard.type("shoes,boots,");
  await expect(page.getByRole("button", { name: "Remove boots" })).toBeVisible();
  await page.getByRole("button", { name: "Remove shoes" }).press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(page.getByRole("button", { name: "Remove boots" })).toHaveCount(0);
});

test("back and forward change the page, and the statistics keep their view", async ({ page, enter }) => {
  await enter({ as: "net", query: "?role=advertiser&period=30d" });
  await page.getByRole("link", { name: "Campaigns" }).click();
  await expect(page.getByRole("link", { name: "Spring" })).toBeVisible();
  await page.getByRole("link", { name: "Statistics" }).click();
  await expect(page).toHaveURL(/role=advertiser&period=30d/);
  await page.goBack();
  await expect(page.getByRole("link", { name: "Spring" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/role=advertiser&period=30d/);
  await expect(page.locator(".figures")).toBeVisible();
});

test("a shared link shows reports alone", async ({ page, enter, browser }) => {
  await enter();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByLabel("Recipient").fill("Someone");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.locator(".created input, .created code").inputValue();
  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(link.replace("#", "?place=inventory#"));
  await guest.locator(".figures").waitFor();
  await expect(guest.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await context.close();
});

test("the pages are in German as well", async ({ page, service }) => {
  await enterPage(page, service.origin, "?place=inventory");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Language").selectOption("Deutsch");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Neue Website" })).toBeVisible();
  await page.getByRole("link", { name: "Kampagnen" }).click();
  await expect(page.getByRole("columnheader", { name: "Status" })).toBeVisible();
});
