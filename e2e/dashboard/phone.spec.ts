/** Phones: sheets and Back, limits of the history, and what others set in the browser. */
import type { Page } from "playwright/test";
import { runProgram } from "../../test/service/support/program.ts";
import { findViolations } from "./axe.ts";
import { forEachPage, measureOverhang, test } from "./everyPage.ts";
import { enterPage, expect, settled } from "./test.ts";

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

test("fields have 16 pixels on touch screens, and controls 44, also where the screen is wide", async ({
  full,
  openBrowser,
}) => {
  const page = await openBrowser({ hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } });
  await enterPage(page, full.origin, "");
  await forEachPage(page, full.origin, async (name) => {
    const small = await page
      .locator("input:not([type='checkbox']), select, textarea")
      .evaluateAll(
        (fields) => fields.filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16).length,
      );
    expect([name, small]).toEqual([name, 0]);
    const low = await page
      .locator(".button:visible")
      .evaluateAll(
        (buttons) => buttons.filter((button) => button.getBoundingClientRect().height < 44).length,
      );
    expect([name, low]).toEqual([name, 0]);
  });
});

/** https://www.w3.org/WAI/WCAG22/Understanding/text-spacing.html */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** Finds texts that are cut with the spacing, and fit without it. */
async function findCut(page: Page): Promise<string[]> {
  const list = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("main *, header *")].flatMap((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const isCut =
          /hidden|clip/.test(`${overflowX} ${overflowY}`) &&
          (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
        const isDrawn = element.closest(".visually-hidden, .wide, .canvas, svg, select") !== null;
        return isCut && !isDrawn && element.textContent !== ""
          ? [`${element.className}: ${element.textContent}`]
          : [];
      }),
    );
  const before = await list();
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, SPACING);
  const after = await list();
  const overhang = await measureOverhang(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return [...after.filter((text) => !before.includes(text)), ...(overhang ? [`page: ${overhang} px`] : [])];
}

for (const width of [320, 390, 1440])
  test(`with the text spacing of WCAG nothing is cut or overflows: ${width} px`, async ({ page, full }) => {
    await page.setViewportSize({ width, height: 844 });
    await enterPage(page, full.origin, "");
    await forEachPage(page, full.origin, async (name) => {
      expect([name, await findCut(page)]).toEqual([name, []]);
    });
  });

for (const [width, size] of [
  [1440, 32],
  [390, 24],
] as const)
  test(`texts have the other's size, and nothing overflows: ${size} px at ${width} px`, async ({
    page,
    full,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const session = await page.context().newCDPSession(page);
    await session.send("Page.enable");
    await session.send("Page.setFontSizes", { fontSizes: { standard: size } });
    await enterPage(page, full.origin, "");
    await expect(page.locator("body")).toHaveCSS("font-size", `${size * 0.875}px`);
    await forEachPage(page, full.origin, async (name) => {
      expect([name, await measureOverhang(page)]).toEqual([name, 0]);
    });
  });

test("page links are one row that shows the current page", async ({ page, service }) => {
  await page.setViewportSize(PHONE);
  await enterPage(page, service.origin, "?place=try");
  const links = page.getByRole("navigation", { name: "Main" });
  const current = links.getByRole("link", { name: "Try a page" });
  await expect(current).toBeInViewport({ ratio: 1 });
  const box = await links.boundingBox();
  expect(box?.height).toBeLessThan(60);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("values of the bars can be read by keys, touch and pointer", async ({ service, openBrowser }) => {
  const page = await openBrowser({ hasTouch: true, viewport: PHONE });
  await enterPage(page, service.origin, "?place=campaigns&campaign=301&period=7d");
  const bars = page.getByRole("slider", { name: /^Impressions by day/ });
  const value = page.locator(".day-chart > p").first();
  await bars.press("Home");
  await expect(bars).toHaveAttribute("aria-valuenow", "0");
  const first = (await bars.getAttribute("aria-valuetext")) ?? "";
  expect(first).toMatch(/^\w+, .*: [\d,]+$/);
  await expect(value).toContainText(first);
  const box = await bars.boundingBox();
  await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) - 3, (box?.y ?? 0) + 5);
  await expect(bars).toHaveAttribute("aria-valuenow", "6");
  await expect(page.locator(".day-chart li")).toHaveCount(7);
  await expect(page.locator(".day-axis span").last()).toHaveText("0");
});

test("a page opened from deep in a list starts at its top", async ({ page, service }) => {
  await page.setViewportSize(PHONE);
  await enterPage(page, service.origin, "?place=inventory");
  await page.getByRole("link", { name: "Zone 116" }).click();
  await page.getByRole("heading", { name: "Zone 116" }).waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("more contrast strengthens lines and muted texts", async ({ page, enter }) => {
  await enter();
  const read = () =>
    page.evaluate(() =>
      [".figure:not([aria-pressed='true']) .figure-label", ".overview"].map((part) => {
        const { color, borderTopColor } = getComputedStyle(document.querySelector(part) ?? document.body);
        return part === ".overview" ? borderTopColor : color;
      }),
    );
  const usual = await read();
  await page.emulateMedia({ contrast: "more" });
  const [label, line] = await read();
  expect(label).toBe(await page.evaluate(() => getComputedStyle(document.body).color));
  expect(line).not.toBe(usual[1]);
});

for (const [width, colorScheme] of [
  [1440, "light"],
  [390, "dark"],
] as const)
  test(`axe finds no violations in set-up, guide, set-password and a shared link: ${width} px, ${colorScheme}`, async ({
    page,
    serve,
    enter,
    openBrowser,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const check = async (shown: Page) => {
      expect(await findViolations(shown)).toEqual([]);
      expect(await measureOverhang(shown)).toBe(0);
    };
    const { data } = await serve({ catalogue: null });
    await page.goto((await runProgram(["setup-link", "--data", data])).out.trim());
    await page.getByLabel("Network name").fill("My network");
    await page.getByLabel("User name").fill("boss");
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await check(page);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("link", { name: "Your first ad in four steps" }).waitFor();
    await check(page);
    await page.getByRole("link", { name: "Your first ad in four steps" }).click();
    await page.getByText("Step 1 of 4").waitFor();
    await check(page);
    const created = [
      "user",
      "create",
      "ann@site.example",
      "--account",
      "1",
      "--role",
      "viewer",
      "--data",
      data,
    ];
    const invitation = (await runProgram(created)).out.trim();
    const other = await openBrowser({
      viewport: { width, height: 844 },
      colorScheme,
      reducedMotion: "reduce",
    });
    await other.goto(invitation);
    await other.getByLabel("New password").waitFor();
    await check(other);

    await enter({ page });
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByLabel("Recipient").fill("Tom");
    await page.getByRole("button", { name: "Create link" }).click();
    const link = await page.getByLabel("Copy it now; it is shown only once.").inputValue();
    await other.goto(link);
    await settled(other);
    await check(other);
  });
