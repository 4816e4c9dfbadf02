/**
 * The three browser engines behind one small interface, so that a scenario is written once. Playwright drives Chromium
 * and Firefox; WebDriver drives WebKit, because Debian's WebKit has no other protocol.
 */
import { existsSync } from "node:fs";
import { chromium, firefox, type Page } from "playwright";
import { chromiumLaunch, onPath } from "./browser.ts";
import { ENGINES, type Engine, type EngineName, type Tab } from "./tab.ts";
import { MINI_BROWSERS, openWebKit } from "./webkit.ts";

const FIREFOXES = ["firefox-esr", "firefox"];

function findFirefox(): string | undefined {
  return process.env.ZONETAG_FIREFOX ?? onPath(FIREFOXES);
}

function hasWebKit(): boolean {
  return !!(onPath(["WebKitWebDriver"]) && onPath(["Xvfb"]) && MINI_BROWSERS.some(existsSync));
}

/** Lists the engines on this machine. Chromium is always listed, because an npm package contains it. */
export function findEngines(): EngineName[] {
  const found = { chromium: true, firefox: !!findFirefox(), webkit: hasWebKit() };
  return ENGINES.filter((name) => found[name]);
}

export async function openEngine(name: EngineName): Promise<Engine> {
  if (name === "webkit") return openWebKit();
  const browser =
    name === "chromium"
      ? await chromium.launch(await chromiumLaunch())
      : await firefox.launch(firefoxLaunch());
  const tab = createTab(await (await browser.newContext()).newPage());
  return { name, tab: async () => tab, close: () => browser.close() };
}

/** Launches Debian's Firefox through WebDriver BiDi: Playwright's own protocol needs its own Firefox. */
export function firefoxLaunch() {
  const executablePath = findFirefox();
  return { channel: "moz-firefox", ...(executablePath && { executablePath }) };
}

function createTab(page: Page): Tab {
  return {
    goto: async (url) => void (await page.goto(url, { waitUntil: "commit" })),
    run: <T>(expression: string) => page.evaluate<T>(expression),
    // Not `page.goBack()`, which waits for a navigation: Firefox restores a cached page without one. In a later task,
    // so that the result of this one is sent before its document is left.
    back: () => page.evaluate("void setTimeout(() => history.back())"),
    close: async () => void (await page.goto("about:blank", { waitUntil: "commit" })),
  };
}
