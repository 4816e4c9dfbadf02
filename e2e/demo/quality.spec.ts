import { createRequire } from "node:module";
import type { Page } from "playwright/test";
import { BRANDS } from "../../demo/banners/brands.ts";
import { expect, FERRY, FIRE, states, TIDE, test } from "./demo.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const PAGES = ["/", TIDE, FERRY, FIRE, "/notes/", "/notes/3", "/nowhere"];
const SHOPS = BRANDS.map(({ id }) => `/shops/${id}`);
const SCREENS = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

/** Waits until no requested zone is pending. */
async function settled(page: Page): Promise<void> {
  await expect.poll(async () => Object.values(await states(page)).includes("pending")).toBe(false);
  await expect(page.locator('ins[data-zone-state="filled"]').first()).toBeVisible();
}

async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const results = await axe.run();
    return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/** Sums the layout shifts that the user did not cause. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[];
    return shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0);
  });
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${screen}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });
      test("axe reports no violation on the pages", async ({ page, demo }) => {
        for (const path of PAGES) {
          await page.goto(demo.site + path);
          await settled(page);
          await page.locator(".panel summary").click();
          expect(await violations(page), path).toEqual([]);
        }
      });
    });
  }

  test.describe(screen, () => {
    test.use({ viewport });
    test("nothing on the pages shifts or overflows", async ({ page, demo }) => {
      for (const path of PAGES) {
        await page.goto(demo.site + path);
        await settled(page);
        await page.locator(".panel summary").click();
        expect(await layoutShift(page), path).toBe(0);
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        expect(scrollWidth, path).toBe(clientWidth);
      }
    });
  });
}

test("at 360 px, the panel's summary line is not cut off", async ({ page, demo }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(demo.site + TIDE);
  await settled(page);
  const summary = page.locator(".panel summary");
  // Adds a digit to each count, as after a long visit.
  await summary.locator("span").evaluateAll((counts) => {
    for (const count of counts) count.textContent = `9${count.textContent}`;
  });
  const { scrollWidth, clientWidth } = await summary.evaluate((element) => element);
  expect(scrollWidth).toBe(clientWidth);
  for (const count of await summary.locator("span").all())
    expect(await count.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test("axe reports no violation in the shops, by day and night", async ({ page, demo }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of SHOPS) {
      await page.goto(demo.site + path);
      expect(await violations(page), path).toEqual([]);
    }
  }
});

test("an ad can be focused by keyboard, and the page draws its usual focus outline around the zone", async ({
  page,
  demo,
}) => {
  await page.goto(demo.site + TIDE);
  await settled(page);
  const link = page.locator('[data-zone-id="101"] > a');
  await page.getByRole("link", { name: "Notes", exact: true }).first().focus();
  await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  expect(await link.locator("..").evaluate((zone) => getComputedStyle(zone).outlineWidth)).toBe("3px");
});
