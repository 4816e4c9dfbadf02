/** Visual quality: nothing is cut off or out of line, and colour is never the only sign. */
import { measureOverhang } from "./everyPage.ts";
import { expect, figure, settled, test } from "./test.ts";

for (const language of ["English", "Deutsch"])
  test(`at 360 px no label or number of the table is cut off: ${language}`, async ({ page, enter }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await enter({ query: "?by=zone_id" });
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Language").selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language === "Deutsch" ? "de" : "en");
    await settled(page);
    const cut = await page
      .locator(".records tbody :is(th, td)")
      .evaluateAll((cells) =>
        cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])),
      );
    expect(cut).toEqual([]);
  });

for (const width of [360, 1280])
  test(`names of any length and direction stay in their cells: ${width} px`, async ({ page, enter }) => {
    const names = ["صحيفة الصباح (الرئيسية)", "🏃‍♀️🌊 Läufer & 跑步者".repeat(12), "W".repeat(200)];
    await page.route("**/v2/statistics/**", async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const body = names.reduce((all, name, at) => all.replaceAll(`"Zone 10${at + 1}"`, `"${name}"`), text);
      await route.fulfill({ response, body });
    });
    await page.setViewportSize({ width, height: 800 });
    await enter({ query: "?by=zone_id&f.zone_id=101,102,103&sort=zone_id" });
    const region = await page.locator(".records-region").boundingBox();
    for (const name of names) {
      const link = page.getByRole("link", { name, exact: true });
      await expect(link.locator("span")).toHaveCSS("unicode-bidi", "isolate");
      const [box, row] = [
        await link.boundingBox(),
        await page.getByRole("row").filter({ has: link }).boundingBox(),
      ];
      expect(box?.x).toBe(region?.x);
      // On a phone a row is a card, whose first line is its name.
      expect(box?.width).toBeLessThan((region?.width ?? 0) * (width === 360 ? 1 : 0.6));
      expect(row?.height).toBeLessThan(width === 360 ? 200 : 60);
    }
    expect(await measureOverhang(page)).toBe(0);
  });

test("with forced colours the chosen option has an outline and arrows are triangles", async ({
  page,
  enter,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await enter();
  for (const chosen of [
    ".tile[aria-pressed='true']",
    ".figure[aria-pressed='true']",
    ".page-links [aria-current]",
  ])
    await expect(page.locator(chosen)).toHaveCSS("outline-style", "solid");
  const arrow = page.locator(".figure .arrow").first();
  await expect(arrow).toHaveCSS("border-left-color", "rgba(0, 0, 0, 0)");
  await expect(arrow).not.toHaveCSS("border-bottom-color", "rgba(0, 0, 0, 0)");
});

test("in print the numbers are aligned with the header, and no controls are visible", async ({
  page,
  enter,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await enter();
  await page.emulateMedia({ media: "print" });
  const readLeft = async (selector: string) => (await page.locator(selector).boundingBox())?.x;
  const left = await readLeft(".records-region");
  expect(await readLeft(".header .wordmark")).toBe(left);
  expect(await readLeft(".figure >> nth=0")).toBe(left);
  for (const name of ["Sign out", "Share", "Filter", "Export CSV"])
    await expect(page.getByRole("button", { name })).toBeHidden();
  await expect(figure(page, "base.impressions")).toBeVisible();
});
