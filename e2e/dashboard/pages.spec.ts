/** All management pages: header, keyboard, address bar. */
import { enterPage, expect, test } from "./test.ts";

for (const width of [360, 768, 1024, 1280])
  for (const language of ["English", "Deutsch"])
    test(`nothing in the header is cut off or covered: ${width} px, ${language}`, async ({
      page,
      service,
    }) => {
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
        // On a narrow screen the links of pages are one row that scrolls.
        const isInRow = (at: number) => parts[at]?.closest(".page-links") !== null;
        const isOutside = ({ left, right }: DOMRect, at: number) =>
          !isInRow(at) && (left < 0 || right > innerWidth);
        const covers = (a: DOMRect, b: DOMRect) =>
          a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        return boxes.filter(
          (box, at) =>
            box.isCut || isOutside(box, at) || boxes.slice(at + 1).some((other) => covers(box, other)),
        );
      });
      expect(faults).toEqual([]);
    });

test("a zone can be created and its code read by keyboard alone", async ({ page, enterOwn }) => {
  await enterOwn("", { as: "ann" });
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

test("keywords are added and removed by keyboard, and the focus stays in their field", async ({
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

test("Back and Forward change the page, and the statistics keep their view", async ({ page, enter }) => {
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
