/** The dashboard's `test` with its fixtures: the real service with known facts, and common user actions. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BrowserContextOptions, Locator, Page, Request } from "playwright/test";
import { type RunningService, startService, UNLIMITED } from "../support/service.ts";
import { test as base } from "../support/test.ts";
import { catalogue, PASSWORD } from "./catalogue.ts";
import { type Counted, counted, store } from "./facts.ts";

export { expect } from "../support/test.ts";

export interface Serve {
  /** Default: the catalogue of `catalogue.ts`. Null: no catalogue. */
  catalogue?: object | null;
  /** Whether a file owns the catalogue. */
  isDeclared?: boolean;
  facts?: readonly Counted[];
  /** Default: without rate limits. */
  args?: string[];
}

interface Fixtures {
  /** Starts a service for this test alone. */
  serve(options?: Serve): Promise<RunningService>;
  /** Starts a service for this test alone, and opens a page of it as a user. */
  enterOwn(query: string, options?: Serve & { as?: string }): Promise<RunningService>;
  /** Opens a page in another browser, which closes after the test. */
  openBrowser(options?: BrowserContextOptions): Promise<Page>;
  /** Opens the dashboard and signs in. */
  enter(options?: Enter): Promise<void>;
}

export interface Enter {
  as?: "ann" | "bob" | "net";
  query?: string;
  origin?: string;
  page?: Page;
}

interface Shared {
  /** Service without rate limits, for tests that change nothing. */
  service: RunningService;
}

export const test = base.extend<Fixtures, Shared>({
  service: [
    async ({}, use) => {
      const running = await startWith({ facts: counted() });
      await use(running.service);
      await running.stop();
    },
    { scope: "worker" },
  ],
  serve: async ({}, use) => {
    const started: { stop(): Promise<void> }[] = [];
    await use(async (options = {}) => {
      const running = await startWith(options);
      started.push(running);
      return running.service;
    });
    for (const { stop } of started) await stop();
  },
  enterOwn: async ({ page, serve }, use) => {
    await use(async (query, { as, ...options } = {}) => {
      const service = await serve(options);
      await enterPage(page, service.origin, query, as);
      return service;
    });
  },
  openBrowser: async ({ browser }, use) => {
    const pages: Page[] = [];
    await use(async (options) => {
      const page = await browser.newPage(options);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.close();
  },
  enter: async ({ page: own, service }, use) => {
    await use(async ({ as = "ann", query = "", origin = service.origin, page = own } = {}) => {
      await page.goto(`${origin}/dashboard/${query}`);
      await signIn(page, as);
      await settled(page);
    });
  },
});

/** Starts a service with a data folder that is removed when the service stops. */
export async function startWith({ catalogue: own, isDeclared, facts = [], args = UNLIMITED }: Serve) {
  const data = await mkdtemp(join(tmpdir(), "zonetag-dashboard-"));
  await store(data, facts);
  const files = ["--creatives", resolve(import.meta.dirname, "../../demo/assets")];
  const content = own === undefined ? await catalogue() : (own ?? undefined);
  const file = join(data, "catalogue.json");
  if (isDeclared) await writeFile(file, JSON.stringify(content));
  const service = await startService({
    catalogue: isDeclared ? file : content,
    data,
    args: [...files, ...args],
  });
  const stop = async () => {
    await service.stop();
    await rm(data, { recursive: true, force: true });
  };
  return { service, stop };
}

export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Opens a page as a user and waits until it is shown. Default: the network. */
export async function enterPage(page: Page, origin: string, query: string, as = "net"): Promise<void> {
  await page.goto(`${origin}/dashboard/${query}`);
  await signIn(page, as);
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}

/** Clicks twice in one task, so that the second click comes before a rendering. */
export const clickTwice = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });

/** Waits until the page shows the reports of the current view. */
export async function settled(page: Page): Promise<void> {
  await page.locator(".breakdown[aria-busy='false'] :is(.pager, .nothing), .first-steps").first().waitFor();
  await page.locator(".figures[aria-busy='false'], .first-steps").waitFor();
  await page.locator(".overview[aria-busy='true']").waitFor({ state: "detached" });
}

/** Holds back the matching reports until the test releases them. */
export const holdReports = (
  page: Page,
  isHeld: (request: { filter: Record<string, unknown>; group_by: string[] }) => boolean,
) => hold(page, "**/v2/statistics/**", (request) => isHeld(request.postDataJSON()));

/** Holds back the matching requests to a URL until the test releases them. */
export async function hold(
  page: Page,
  url: string,
  isHeld: (request: Request) => boolean,
): Promise<{ release(): Promise<void> }> {
  const held: (() => Promise<void>)[] = [];
  await page.route(url, async (route) => {
    if (isHeld(route.request())) held.push(() => route.continue());
    else await route.continue();
  });
  return {
    release: async () => {
      for (const go of held) await go();
      await page.unroute(url);
    },
  };
}

/** Records texts drawn on canvases with their positions. Returns a function that lists those since the last clear. */
export async function recordLabels(page: Page): Promise<() => Promise<Label[]>> {
  await page.addInitScript(() => {
    const labels: Label[] = [];
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
    Object.assign(globalThis, { labels });
    CanvasRenderingContext2D.prototype.clearRect = function (...area) {
      labels.length = 0;
      clearRect.apply(this, area);
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      labels.push({ text, x, y });
      fillText.call(this, text, x, y);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { labels: Label[] }).labels);
}

/** Text of a chart and its position in pixels of the canvas. */
export interface Label {
  text: string;
  x: number;
  y: number;
}

export function figure(page: Page, key: string): Locator {
  return page.locator(`[data-metric='${key}'] .figure-value`);
}

export function cell(page: Page, row: string, column: number): Locator {
  return page.getByRole("row").filter({ hasText: row }).getByRole("cell").nth(column);
}

export const count = (value: number) => new Intl.NumberFormat("en-US").format(value);
export const money = (thousandths: number) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(thousandths / 1000);
