/** Every page: accessibility, overflow, touch targets, forced colours. */
import type { Page } from "playwright/test";
import { findViolations } from "./axe.ts";
import { forEachPage, measureOverhang, OTHER_PLACES, test } from "./everyPage.ts";
import { enterPage, expect, settled } from "./test.ts";

const PHONE = { width: 390, height: 844 };

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [390, 1440])
    test(`axe finds no violations on any page, and nothing overflows: ${colorScheme}, ${width} px`, async ({
      page,
      full,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await enterPage(page, full.origin, "");
      await forEachPage(page, full.origin, check(page));
    });

const check = (page: Page) => async (name: string) => {
  expect([name, await findViolations(page)]).toEqual([name, []]);
  expect([name, await measureOverhang(page)]).toEqual([name, 0]);
};

for (const [colorScheme, width] of [
  ["light", 1440],
  ["dark", 390],
] as const)
  test(`axe finds no violations on pages of other visitors, and nothing overflows: ${colorScheme}, ${width} px`, async ({
    page,
    full,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await enterPage(page, full.origin, "");
    await forEachPage(page, full.origin, check(page), { places: OTHER_PLACES });
  });

test("on a phone controls are at least 44 pixels wide and high", async ({ page, full }) => {
  await page.setViewportSize(PHONE);
  await enterPage(page, full.origin, "");
  const small: [string, string[]][] = [];
  await forEachPage(page, full.origin, async (name) => {
    small.push([name, await findSmallTargets(page)]);
  });
  expect(small.filter(([, targets]) => targets.length > 0)).toEqual([]);
});

/** Finds controls smaller than 44 pixels, except links in text. A label adds to the size of its control. */
function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isInText = (element: Element) => getComputedStyle(element).display === "inline";
    return [...document.querySelectorAll("a[href], button, input, select, summary")].flatMap((control) => {
      const boxes = [control, control.closest("label") ?? control].map((part) =>
        part.getBoundingClientRect(),
      );
      const [width, height] = (["width", "height"] as const).map((side) =>
        Math.round(Math.max(...boxes.map((box) => box[side]))),
      ) as [number, number];
      const isShown = width > 1 && height > 1;
      if (!isShown || isInText(control) || (width >= 44 && height >= 44)) return [];
      const name = control.getAttribute("aria-label") ?? control.textContent ?? "";
      return [`${control.localName}.${control.className} ${name.trim()}: ${width} × ${height}`];
    });
  });
}

test("on a phone each row of a report names both groupings and shows all of its numbers", async ({
  page,
  full,
}) => {
  await page.setViewportSize(PHONE);
  await enterPage(page, full.origin, "?by=site_id,country_iso");
  await settled(page);
  const rows = page.locator(".records tbody:not(.totals) tr");
  for (const row of await rows.all()) {
    await expect(row.locator("th")).toHaveText([/^(News|Shop)/, /^(Germany|United States|France|Unknown)/]);
    const cells = await row.getByRole("cell").all();
    expect(cells).toHaveLength(6);
    for (const cell of cells) {
      const box = await cell.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
    }
  }
  expect(await measureOverhang(page)).toBe(0);
});

test("with forced colours every text, button, field, notice and focus is visible", async ({
  page,
  full,
  context,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await enterPage(page, full.origin, "");
  await forEachPage(page, full.origin, async (name) => {
    expect([name, await findViolations(page, ["color-contrast"])]).toEqual([name, []]);
    expect([name, await findInvisible(page)]).toEqual([name, []]);
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    await expect(focused).toHaveCSS("outline-style", "solid");
    expect(await focused.evaluate(readOutline)).not.toBe(await readGround(page));
  });
  await page.goto(`${full.origin}/dashboard/?period=yesterday`);
  await settled(page);
  await context.setOffline(true);
  await page.locator("[data-period='today']").click();
  const notice = page.locator(".notice");
  await expect(notice).toHaveCSS("border-top-style", "solid");
  await expect(notice.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(await findViolations(page, ["color-contrast"])).toEqual([]);
  await context.setOffline(false);
});

const readGround = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const readOutline = (element: Element) => getComputedStyle(element).outlineColor;

/** Finds buttons and fields without a border that differs in colour from the page's background. */
function findInvisible(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ground = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll(".button:not(.button-plain), input, select")].flatMap((control) => {
      const { borderTopColor, borderTopStyle, borderTopWidth, appearance } = getComputedStyle(control);
      const isDrawn = borderTopStyle !== "none" && borderTopWidth !== "0px" && borderTopColor !== ground;
      const isNative = appearance === "auto" && control.getAttribute("type") === "checkbox";
      const isInBox = control.closest(".chips-box") !== null;
      return isDrawn || isNative || isInBox || control.getClientRects().length === 0
        ? []
        : [`${control.localName}.${control.className} ${control.textContent}`];
    });
  });
}
