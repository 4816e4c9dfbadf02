import { findViolations } from "./axe.ts";
import { measureOverhang } from "./everyPage.ts";
import { expect, settled, test } from "./test.ts";

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1280]) {
    test(`axe finds no violations in sign-in, report and popovers: ${colorScheme}, ${width} px`, async ({
      page,
      service,
      enter,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.goto(`${service.origin}/dashboard/`);
      await page.getByLabel("User name").waitFor();
      expect(await findViolations(page)).toEqual([]);
      await enter({ query: "?by=date,zone_id&f.country_iso=DEU&rows=25" });
      await page.getByText("Show as a table").click();
      expect(await findViolations(page)).toEqual([]);
      for (const name of [
        /Last 7 days .*202/,
        "Filter",
        "Add a grouping",
        /^Metrics/,
        "Views",
        "Share",
        "Settings",
      ]) {
        await page.getByRole("button", { name, exact: typeof name === "string" }).click();
        await page.getByRole("dialog").waitFor();
        expect(await findViolations(page)).toEqual([]);
        await page.keyboard.press("Escape");
      }
    });
  }
}

test("period, chart, order and rows can be used by keyboard alone", async ({ page, enter }) => {
  await enter();
  await page.reload();
  await settled(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  const period = page.locator(".period-button");
  await period.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Last 7 days" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(period).toBeFocused();

  const chart = page.getByRole("slider");
  await chart.focus();
  await page.keyboard.press("Home");
  await expect(chart).toHaveAttribute("aria-valuenow", "0");
  const first = await chart.getAttribute("aria-valuetext");
  await page.keyboard.press("ArrowRight");
  await expect(chart).toHaveAttribute("aria-valuenow", "1");
  expect(await chart.getAttribute("aria-valuetext")).not.toBe(first);

  await page.getByRole("columnheader", { name: "Clicks" }).getByRole("button").press("Enter");
  await expect(page.getByRole("columnheader", { name: "Clicks" })).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("link", { name: "Shop" }).press("Enter");
  await expect(page.getByRole("search")).toContainText("Site: Shop");
});

for (const width of [360, 1280, 3840]) {
  test(`nothing moves while a report loads, and nothing overflows: ${width} px`, async ({ page, enter }) => {
    await page.setViewportSize({ width, height: 900 });
    await enter();
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.reload();
    await settled(page);
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([]);
    expect(await measureOverhang(page)).toBe(0);
  });
}
