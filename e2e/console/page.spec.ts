/** The console and the page do not affect each other. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { waitForRendering } from "../support/rendering.ts";
import { expect, findPanel, test } from "./console.ts";

const OPEN = { path: "/?zonetag_console" };
const SLOTS = `<ins data-zone-id="1" data-size="300x250"></ins><ins data-zone-id="2" data-size="300x250"></ins>`;
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

test("the console works under a strict policy with a nonce and enforced Trusted Types", {
  tag: "@essential",
}, async ({ page, site, ads, panel }) => {
  const policy = [
    "default-src 'none'",
    "script-src 'nonce-abc'",
    `connect-src ${ads.origin}`,
    `img-src ${ads.origin}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|TrustedHTML/.test(message.text())) violations.push(message.text());
  });
  site.pages["/"] = {
    body: `<!doctype html><title>page</title><script async nonce="abc" src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script><body>${SLOTS}`,
    headers: { "content-security-policy": policy },
  };
  await page.goto(`${site.origin}/?zonetag_console`);
  await expect(panel.verdict).toHaveText("2 of 2 filled");
  await panel.part("Requests");
  await panel.part("Page");
  expect(await panel.root.evaluate((el) => getComputedStyle(el).position)).toBe("absolute");
  expect(violations).toEqual([]);
});

test("a hostile style sheet does not change the console", async ({ open, panel }) => {
  const looks = () =>
    panel.root.evaluate((el) => {
      const { width, height, x, y } = el.getBoundingClientRect();
      const { color, backgroundColor, fontSize, display } = getComputedStyle(el);
      return { width, height, x, y, color, backgroundColor, fontSize, display };
    });
  await open(SLOTS, OPEN);
  await expect(panel.verdict).toHaveText("2 of 2 filled");
  const before = await looks();
  const hostile = `* { all: unset !important } *, *::backdrop { display: none !important; opacity: 0 !important;
    transform: scale(0) !important; visibility: hidden !important; transition: all 9s !important;
    --ink: red !important; --ground: red !important; font-size: 99px !important; direction: rtl !important }`;
  await open(SLOTS, {
    ...OPEN,
    head: `<style>html { display: block !important } ${hostile.replace(/\*/g, "body, body *, zonetag-console")}</style>`,
  });
  await expect(panel.verdict).toBeVisible();
  expect(await looks()).toEqual(before);
  await panel.button("Close").click();
  await expect(panel.root).toHaveCount(0);
});

test("closing the console restores the page's markup and focus", async ({ page, open, panel }) => {
  await open(`<button>before</button>${SLOTS}`);
  await expect
    .poll(() => page.evaluate("document.querySelectorAll('[data-zone-state=filled]').length"))
    .toBe(2);
  await page.getByRole("button", { name: "before" }).focus();
  const html = () => page.evaluate("document.documentElement.outerHTML");
  const before = await html();
  await page.evaluate("zonetag.console()");
  await expect(panel.verdict).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel.root).toHaveCount(0);
  expect(await html()).toBe(before);
  await expect(page.getByRole("button", { name: "before" })).toBeFocused();
  await page.evaluate("zonetag.console()");
  await expect(panel.verdict).toHaveText("2 of 2 filled");
});

test("a reply that arrives after closing does not reopen the console", async ({ page, ads, open, panel }) => {
  await page.addInitScript(() => {
    const own = window.fetch;
    window.fetch = (address, init) => {
      const answer = own(address, init);
      if (init?.method === "HEAD") Object.assign(window, { probe: answer.then(() => "answered") });
      return answer;
    };
  });
  let answer: (() => void) | undefined;
  ads.serve("/v1/placement", (request, response) => {
    if (request.method === "POST") request.socket.destroy();
    else answer = () => void response.end();
  });
  await open(`<ins data-zone-id="1" data-size="300x250"></ins>`, OPEN);
  await expect(panel.zone(0)).toContainText("Finding out why …");
  await expect.poll(() => answer).toBeDefined();
  await panel.button("Close").click();
  answer?.();
  expect(await page.evaluate("probe")).toBe("answered");
  await waitForRendering(page);
  await expect(page.locator("zonetag-console")).toHaveCount(0);
});

test("other tools can inspect the console's shadow tree", async ({ page, open }) => {
  await open(SLOTS, OPEN);
  const verdict = "document.querySelector('zonetag-console')?.shadowRoot.querySelector('h2').textContent";
  await expect.poll(() => page.evaluate(verdict)).toBe("2 of 2 filled");
});

test("opening the console twice shows one console", async ({ page, open }) => {
  await open(SLOTS, OPEN);
  await expect(page.locator("zonetag-console")).toHaveCount(1);
  await page.evaluate("zonetag.console()");
  await expect(page.locator("zonetag-console")).toHaveCount(1);
});

test("the console stays when an application replaces the document's content", async ({
  page,
  open,
  panel,
}) => {
  await open(SLOTS, OPEN);
  await expect(panel.verdict).toHaveText("2 of 2 filled");
  await page.evaluate((markup) => {
    document.documentElement.innerHTML = `<head></head><body>${markup}</body>`;
  }, `<ins data-zone-id="7" data-size="300x250"></ins>`);
  await expect(panel.verdict).toHaveText("1 of 1 filled");
  await expect(panel.zone(0)).toContainText("Zone 7");
});

test("the console can be used by keyboard alone", async ({ page, open, panel }) => {
  await open(SLOTS, OPEN);
  await expect(panel.button("Close")).toBeFocused();
  const keys: string[] = [];
  await page.exposeFunction("recordKey", (key: string) => keys.push(key));
  await page.evaluate(`document.addEventListener("keydown", (event) => recordKey(event.key))`);
  for (const name of ["Minimise", "Move to the other side", "Refresh all", "Copy report"]) {
    await page.keyboard.press("Tab");
    await expect(panel.button(name)).toBeFocused();
  }
  const parts = panel.root.locator("summary");
  await page.keyboard.press("Tab");
  await expect(parts.nth(0)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(parts.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(panel.open).toContainText("Request 1, 2 zones");
  await page.keyboard.press("Tab");
  await expect(panel.button("Copy as curl")).toBeFocused();
  expect(keys).toEqual([]);
});

for (const [device, width, scheme] of [
  ["desktop", 1280, "light"],
  ["phone", 390, "dark"],
] as const) {
  test(`the console is accessible on a ${device} in ${scheme} colours`, async ({ page, open, panel }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await open(`<h1>Page</h1>${SLOTS}<ins data-zone-id="x"></ins>`, OPEN);
    await expect(panel.verdict).toHaveText("2 of 3 filled, 1 wrong id");
    await page.evaluate(await readFile(AXE, "utf8"));
    for (const part of ["Requests", "Page", "Zones"] as const) {
      await panel.part(part);
      await expect(panel.open.locator("summary")).toContainText(part);
      const found =
        await page.evaluate(`axe.run({ include: [["zonetag-console"]] }, { rules: { region: { enabled: false } } })
        .then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes.map(({ target }) => target).join()))`);
      expect(found).toEqual([]);
      const { scrollWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth ?? 0).toBeLessThanOrEqual(width);
    }
    const box = await panel.root.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.width ?? 0) + (box?.x ?? 0) <= width).toBe(true);
  });
}

test("in forced colours, the pressed button is readable", async ({ page, open, panel }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(SLOTS, OPEN);
  const pressed = panel.root.locator("fieldset [aria-pressed=true]");
  expect(await pressed.evaluate((el) => getComputedStyle(el).forcedColorAdjust)).toBe("none");
});

for (const [width, height] of [
  [640, 360],
  [360, 640],
] as const)
  test(`at ${width}×${height}, the whole panel scrolls instead of the open section`, async ({
    page,
    open,
    panel,
  }) => {
    await page.setViewportSize({ width, height });
    await open(SLOTS, OPEN);
    await expect(panel.verdict).toHaveText("2 of 2 filled");
    const scrolls = (el: Element) =>
      el.scrollHeight > el.clientHeight && getComputedStyle(el).overflowY === "auto";
    expect(await panel.root.evaluate(scrolls)).toBe(true);
    expect(await panel.open.evaluate(scrolls)).toBe(false);
  });

test("a page that does not open the console does not load it", async ({ page, site, open }) => {
  await open(SLOTS);
  await expect(page.locator("ins").last()).toHaveAttribute("data-zone-state", "filled");
  expect(site.asked.filter((path) => path.includes("console"))).toEqual([]);
  expect(await findPanel(page).root.count()).toBe(0);
});

test.describe("for readers of German", () => {
  test.use({ locale: "de-DE" });

  test("the console is German, and its verdict wraps between its parts on a phone", async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(`${SLOTS}<ins data-zone-id="x"></ins><ins data-zone-id="4" data-refresh="5"></ins>`, OPEN);
    const panel = page.getByRole("region", { name: "zonetag-Konsole" });
    await expect(panel.locator("h2")).toContainText("von 4 gefüllt");
    await expect(page.locator("zonetag-console")).toHaveAttribute("lang", "de");
    await expect(panel.getByText("„x“ ist keine Zonen-ID.")).toBeVisible();
    await expect(panel.getByText("Erwartet: eine ganze Zahl von 30 bis 86400.")).toBeVisible();
    const heights = await panel
      .locator("h2 span")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(new Set(heights).size).toBe(1);
    // Name, state and buttons of a filled zone are one line.
    const zone = panel.locator(".zone.filled").first();
    const tops = await zone
      .locator("h3, h3 ~ button")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8);
  });

  test("without console-de.js beside it, the console is English", async ({ site, open, panel }) => {
    site.pages["/dist/console-de.js"] = { body: "", status: 404 };
    await open(SLOTS, OPEN);
    await expect(panel.verdict).toHaveText("2 of 2 filled");
  });
});

test("text has the reader's font size, whatever size the page sets", async ({ page, open, panel }) => {
  const session = await page.context().newCDPSession(page);
  const read = () => panel.verdict.evaluate((el) => Number.parseFloat(getComputedStyle(el).fontSize));
  const head = "<style>html{font-size:62.5%}body{font-size:5px}</style>";
  await open(SLOTS, { ...OPEN, head });
  await expect(panel.verdict).toBeVisible();
  const before = await read();
  expect(before).toBeGreaterThan(17);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await open(SLOTS, { ...OPEN, head });
  await expect(panel.verdict).toBeVisible();
  expect(await read()).toBeCloseTo(2 * before);
  const box = await panel.root.boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.width ?? 0) <= 1280).toBe(true);
});
