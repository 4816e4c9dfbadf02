/**
 * The three browser engines behind one small interface, so that a scenario is written once. Chromium and Firefox are
 * driven by Playwright, WebKit by WebDriver, which is all that Debian's WebKit speaks.
 */
import { existsSync } from "node:fs";
import { chromium, firefox, type Page } from "playwright";
import { chromiumLaunch, onPath } from "./browser.ts";
import { MINI_BROWSERS, openWebKit } from "./webkit.ts";

export const ENGINES = ["chromium", "firefox", "webkit"] as const;
export type EngineName = (typeof ENGINES)[number];

/** The one window of a browser: who uses it follows another, because a window of one's own takes half of the time. */
export interface Tab {
  /** Goes to an address; resolves when the document has come, whatever its images do. */
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page, waits for its promise, and returns what can be written as JSON. */
  run<T = unknown>(expression: string): Promise<T>;
  /** Goes back in the history; the page is there a moment later. */
  back(): Promise<void>;
  /** Leaves its page. */
  close(): Promise<void>;
}

export interface Engine {
  name: EngineName;
  tab(): Promise<Tab>;
  close(): Promise<void>;
}

const FIREFOXES = ["firefox-esr", "firefox"];

function firefoxPath(): string | undefined {
  return process.env.ZONETAG_FIREFOX ?? onPath(FIREFOXES);
}

function hasWebKit(): boolean {
  return !!(onPath(["WebKitWebDriver"]) && onPath(["Xvfb"]) && MINI_BROWSERS.some(existsSync));
}

/** The engines that this machine has; Chromium always, because without one in the system it comes from npm. */
export function foundEngines(): EngineName[] {
  const found = { chromium: true, firefox: !!firefoxPath(), webkit: hasWebKit() };
  return ENGINES.filter((name) => found[name]);
}

/** The engines to test in: Chromium, and with ZONETAG_ENGINES=all whatever else was found. */
export function testedEngines(): EngineName[] {
  return process.env.ZONETAG_ENGINES === "all" ? foundEngines() : ["chromium"];
}

export async function openEngine(name: EngineName): Promise<Engine> {
  if (name === "webkit") return openWebKit();
  const browser =
    name === "chromium"
      ? await chromium.launch(await chromiumLaunch())
      : await firefox.launch(firefoxLaunch());
  const tab = pageTab(await (await browser.newContext()).newPage());
  return { name, tab: async () => tab, close: () => browser.close() };
}

/** Debian's Firefox through WebDriver BiDi: Playwright's own protocol needs a Firefox of its own. */
export function firefoxLaunch() {
  const executablePath = firefoxPath();
  return { channel: "moz-firefox", ...(executablePath && { executablePath }) };
}

function pageTab(page: Page): Tab {
  return {
    goto: async (url) => void (await page.goto(url, { waitUntil: "commit" })),
    run: <T>(expression: string) => page.evaluate<T>(expression),
    // Not Playwright's own: it waits for a navigation, and a page that Firefox has kept comes back without one.
    back: () => page.evaluate("history.back()"),
    close: async () => void (await page.goto("about:blank", { waitUntil: "commit" })),
  };
}
