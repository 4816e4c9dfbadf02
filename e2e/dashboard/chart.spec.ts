/** The chart: skeleton, tooltip, second metric, and selecting days by dragging. */
import type { Page } from "playwright/test";
import { waitForRendering } from "../support/rendering.ts";
import { dayBefore } from "./facts.ts";
import { expect, holdReports, recordLabels, settled, signIn, test } from "./test.ts";

/** Measures the plot once it is visible. While a chart is redrawn, it has no size. */
async function measurePlot(page: Page) {
  const plot = page.locator(".u-over");
  const boxes: NonNullable<Awaited<ReturnType<typeof plot.boundingBox>>>[] = [];
  await expect(async () => {
    await plot.hover({ trial: true });
    const box = await plot.boundingBox();
    if (!box?.width) throw new Error("The chart has no size.");
    boxes.push(box);
  }).toPass({ timeout: 30_000 });
  return boxes[0] ?? { x: 0, y: 0, width: 0, height: 0 };
}

/** Presses the mouse at one of the chart's seven days and releases it at another; `meanwhile` runs in between. */
async function drag(page: Page, from: number, to: number, meanwhile = async () => {}): Promise<void> {
  // The compared days load separately and redraw the chart.
  await expect(page.locator(".chart .line-before")).toBeVisible();
  const box = await measurePlot(page);
  const moveTo = (day: number) => page.mouse.move(box.x + (box.width * day) / 6, box.y + 40);
  await moveTo(from);
  await page.mouse.down();
  await moveTo((from + to) / 2);
  await meanwhile();
  await moveTo(to);
  await page.mouse.up();
}

/** Drags from the third day to the fifth. */
const dragAcrossDays = (page: Page, meanwhile?: () => Promise<void>) => drag(page, 2.02, 3.98, meanwhile);

const DRAGGED = new RegExp(`period=${dayBefore(5)}\\.\\.${dayBefore(3)}`);

test("dragging across days selects them", async ({ page, enter }) => {
  await enter();
  await dragAcrossDays(page);
  await expect(page).toHaveURL(DRAGGED);
});

test("a chart is redrawn only after dragging ends", async ({ page, enter }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await enter();
  await dragAcrossDays(page, async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await waitForRendering(page);
  });
  await expect(page).toHaveURL(DRAGGED);
});

/** Presses a key after the page has rendered and before the browser paints. */
const PRESS = `async (key) => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  document.querySelector("[role=slider]").dispatchEvent(new KeyboardEvent("keydown", { key }));
}`;

test("a key pressed right after the chart appears moves its cursor", async ({ page, enter }) => {
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (!document.querySelector("[role=slider]")) return;
    observer.disconnect();
    (${PRESS})("Home");
  }).observe(document, { childList: true, subtree: true })`);
  await enter();
  await expect(page.getByRole("slider")).toHaveAttribute("aria-valuenow", "0");
});

test("a key pressed while the chart is redrawn moves its cursor", async ({ page, enter }) => {
  await enter();
  const chart = page.getByRole("slider");
  await chart.press("Home");
  await expect(chart).toHaveAttribute("aria-valuenow", "0");
  await page.evaluate(`document.documentElement.dataset.theme = "dark"; (${PRESS})("ArrowRight")`);
  await expect(chart).toHaveAttribute("aria-valuenow", "1");
});

test("dragging within a day shows its hours", async ({ page, enter }) => {
  await enter();
  await drag(page, 2.9, 3.1);
  await expect(page).toHaveURL(new RegExp(`period=${dayBefore(4)}\\.\\.${dayBefore(4)}`));
  await settled(page);
  await page.getByText("Show as a table").click();
  await expect(page.locator(".text-form tbody tr")).toHaveCount(24);
});

test("Back to another period shows no point of the chart that was left", async ({ page, enter }) => {
  await enter();
  await dragAcrossDays(page);
  await expect(page).toHaveURL(DRAGGED);
  await settled(page);
  await page.goBack();
  await settled(page);
  await expect(page.locator(".chart .line-before")).toBeVisible();
  await expect(page.locator(".tip")).toHaveCount(0);
});

test("the axis ends at ticks, and starts at zero unless a rate would be flat", async ({ page, enter }) => {
  const readLabels = await recordLabels(page);
  await enter();
  /** Returns the numbers on the left axis from the bottom up, and the pixels between the first and the last. */
  const readAxis = async () => {
    const labels = await readLabels();
    const left = Math.min(...labels.map(({ x }) => x));
    const axis = labels.filter(({ x, text }) => x === left && /^[$\d.,]+[K%]?$/.test(text));
    const sorted = axis.sort((a, b) => b.y - a.y);
    const values = sorted.map(({ text }) => Number(text.replaceAll(/[^\d.]/g, "")));
    return { values, span: Math.round((sorted[0]?.y ?? 0) - (sorted.at(-1)?.y ?? 0)) };
  };
  const height = async () => Math.round((await page.locator(".u-over").boundingBox())?.height ?? 0);
  for (const [metric, isFromZero] of [
    ["base.impressions", true],
    ["base.revenue", true],
    ["base.fill_rate", false],
  ] as const) {
    await page.locator(`[data-metric='${metric}']`).click();
    await settled(page);
    await expect.poll(async () => (await readAxis()).values[0] === 0).toBe(isFromZero);
    const { values, span } = await readAxis();
    expect(values.length).toBeGreaterThan(2);
    expect(Math.abs(span - (await height()))).toBeLessThanOrEqual(1);
    const steps = values.slice(1).map((value, at) => (value - (values[at] ?? 0)).toFixed(6));
    expect(new Set(steps).size).toBe(1);
  }
});

test("a second metric gets an axis, an entry in the tooltip and a table column", async ({ page, enter }) => {
  await enter();
  await page.getByLabel("Second metric").selectOption("CTR");
  await expect(page).toHaveURL(/chart2=base\.ctr/);
  await settled(page);
  await expect(page.locator(".key")).toContainText("CTR");
  await expect(page.locator(".u-axis")).toHaveCount(3);
  await page.locator(".canvas").focus();
  await page.keyboard.press("Home");
  await expect(page.locator(".tip")).toContainText("CTR");
  await page.getByText("Show as a table").click();
  await expect(page.locator(".text-form thead")).toContainText("CTR");
});

test("while the first numbers load, the chart is a skeleton", async ({ page, service }) => {
  const held = await holdReports(page, () => true);
  await page.goto(`${service.origin}/dashboard/`);
  await signIn(page, "ann");
  await expect(page.locator(".canvas-waiting")).toBeVisible();
  await held.release();
  await expect(page.locator(".canvas-waiting")).toHaveCount(0);
});

/** Expects the tooltip between the chart's edges. */
async function expectTipInside(page: Page): Promise<void> {
  const [tip, frame] = await Promise.all([".tip", ".canvas"].map((part) => page.locator(part).boundingBox()));
  expect(tip?.x).toBeGreaterThanOrEqual(Math.floor(frame?.x ?? 0));
  expect((tip?.x ?? 0) + (tip?.width ?? 0)).toBeLessThanOrEqual(
    Math.ceil((frame?.x ?? 0) + (frame?.width ?? 0)),
  );
}

test("on a narrow screen the tooltip stays inside the chart", async ({ page, enter }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await enter();
  const canvas = page.locator(".canvas");
  await canvas.focus();
  for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowRight", "End"]) {
    await page.keyboard.press(key);
    await expectTipInside(page);
  }
});

test("on a touch screen the tooltip stays inside the chart", async ({ openBrowser, service, enter }) => {
  const page = await openBrowser({
    viewport: { width: 360, height: 800 },
    hasTouch: true,
    isMobile: true,
  });
  await enter({ page, origin: service.origin });
  const box = await measurePlot(page);
  for (const share of [0.02, 0.5, 0.98]) {
    await page.touchscreen.tap(box.x + box.width * share, box.y + box.height / 2);
    await expect(page.locator(".tip")).toContainText(dayOf(Math.round(7 - share * 6)));
    await expectTipInside(page);
  }
});

const dayOf = (ago: number) =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  }).format(Date.parse(dayBefore(ago)));

test("with forced colours the chart draws its lines in the forced colours", async ({ page, enter }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await enter();
  const accent = await page
    .locator(".line")
    .first()
    .evaluate((element) => getComputedStyle(element).borderTopColor);
  const { colours, faint } = await page.locator(".canvas canvas").evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error("The chart is no canvas.");
    const { width, height } = canvas;
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
    const found = new Set<string>();
    let faint = 0;
    for (let at = 0; at < pixels.length; at += 4) {
      const [red, green, blue, alpha = 0] = pixels.slice(at, at + 4);
      if (alpha === 255) found.add(`rgb(${red}, ${green}, ${blue})`);
      else if (alpha > 0) faint += 1;
    }
    return { colours: [...found], faint: faint / (width * height) };
  });
  expect(colours).toContain(accent);
  // Only antialiased edges of lines and letters are translucent, not areas.
  expect(faint).toBeLessThan(0.1);
});
