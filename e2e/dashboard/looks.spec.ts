/** What a designer looks for: nothing cut, nothing out of line, nothing said by colour alone. */
import { expect, figure, settled, test } from "./test.ts";

for (const language of ["English", "Deutsch"])
  test(`at 360 px no heading of the table is cut: ${language}`, async ({ page, enter }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await enter({ query: "?by=zone_id" });
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Language").selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language === "Deutsch" ? "de" : "en");
    await settled(page);
    const cut = await page.locator(".records thead th").evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const [text, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
        return text.left < box.left || text.right > box.right ? [cell.textContent] : [];
      }),
    );
    expect(cut).toEqual([]);
  });

test("where colours are forced, what is chosen has a line around it, and arrows are triangles", async ({
  page,
  enter,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await enter();
  for (const chosen of [".tile[aria-pressed='true']", ".figure[aria-pressed='true']"])
    await expect(page.locator(chosen)).toHaveCSS("outline-style", "solid");
  const arrow = page.locator(".figure .arrow").first();
  await expect(arrow).toHaveCSS("border-left-color", "rgba(0, 0, 0, 0)");
  await expect(arrow).not.toHaveCSS("border-bottom-color", "rgba(0, 0, 0, 0)");
});

test("on paper the head and the figures begin where the page begins", async ({ page, enter }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await enter();
  await page.emulateMedia({ media: "print" });
  const readLeft = async (selector: string) => (await page.locator(selector).boundingBox())?.x;
  const left = await readLeft(".records-region");
  expect(await readLeft(".header .wordmark")).toBe(left);
  expect(await readLeft(".figure >> nth=0")).toBe(left);
  await expect(figure(page, "base.impressions")).toBeVisible();
});
