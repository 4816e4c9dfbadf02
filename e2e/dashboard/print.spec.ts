/** Every page on paper: text without controls, in light colours. */
import { forEachPage, test } from "./everyPage.ts";
import { enterPage, expect } from "./test.ts";

const CONTROLS = "input, select, textarea, .list-bar, .bulk, .form-foot, .open-page, .breakdown-tools";

test("pages are printed without controls, in light colours, with their numbers and settings", async ({
  page,
  full,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await enterPage(page, full.origin, "");
  await forEachPage(page, full.origin, async (name) => {
    await page.emulateMedia({ media: "print" });
    const shown = page.locator(CONTROLS).filter({ visible: true });
    await expect.soft(shown, name).toHaveCount(0);
    const words = /^(CSV|Pause|Resume|Save|Archive|Duplicate|Remove.*|Replace.*|Copy.*|Add.*)$/;
    await expect.soft(page.getByRole("button", { name: words }), name).toHaveCount(0);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect.soft(ground, name).toBe("rgb(250, 250, 248)");
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });
    await page.emulateMedia({ media: null });
  });
});

test("all steps of a campaign are printed with their values", async ({ page, full }) => {
  await enterPage(page, full.origin, "?place=campaigns&campaign=301");
  await page
    .getByText("Landing page")
    .or(page.getByLabel("Name", { exact: true }))
    .first()
    .waitFor();
  await page.emulateMedia({ media: "print" });
  const form = page.getByRole("form");
  for (const heading of ["Basics", "Creatives", "Targeting", "Budget"])
    await expect(form.getByRole("heading", { name: heading })).toBeVisible();
  const values = () =>
    form
      .locator(".field[data-value]")
      .evaluateAll((fields) => fields.map((field) => getComputedStyle(field, "::after").content));
  await expect
    .poll(values)
    .toEqual(expect.arrayContaining(['"Spring"', '"2.00"', '"https://shoes.example/"', '"40"']));
});
