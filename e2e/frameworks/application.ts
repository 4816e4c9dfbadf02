/** Common steps of every framework's spec: serve an application, watch its slots, check the final state. */
import type { Page } from "playwright/test";
import type { Ads } from "../support/ads.ts";
import { waitForRendering } from "../support/rendering.ts";
import { test as base, expect } from "../support/test.ts";
import { createProject, type Project } from "./project.ts";

export { expect };

/** Document around a framework's output. The tag runs before the application, so that ads arrive first. */
export interface Served {
  body: string;
  /** The application's module. */
  module: string;
  /** Whether the module loads only when the test calls `hydrate()` in the page. */
  isLate?: boolean;
}

interface Fixtures {
  /** Serves and opens a page. */
  serve(served: Served): Promise<void>;
  /** Errors and warnings in the console; the test fails if there are any at the end. */
  complaints: string[];
}

export const test = base.extend<
  Fixtures,
  { project: Project; projectFiles: Record<string, string> /* set by each spec */ }
>({
  project: [
    async ({}, use) => {
      const project = await createProject();
      await use(project);
      project.remove();
    },
    { scope: "worker" },
  ],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        // Tests see failed loads in the records of the servers.
        const isLoading = message.text().startsWith("Failed to load resource");
        if (["error", "warning"].includes(message.type()) && !isLoading) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  serve: async ({ page, site, ads }, use) => {
    await use(async ({ body, module, isLate = false }) => {
      site.pages["/app.js"] = { body: module, headers: { "content-type": "text/javascript" } };
      const start = `import("/app.js").then((app) => { window.app = app })`;
      site.pages["/"] =
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>application</title><link rel="icon" href="data:,">
        <script async src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script></head>
        <body>${body}<script>window.hydrate = () => ${start}; ${isLate ? "" : "hydrate()"}</script></body></html>`;
      await page.goto(site.origin);
    });
  },
});

/** Reads the slots in document order, with their content. */
export const readSlots = (page: Page) =>
  page.$$eval("[data-zone-id]", (all) =>
    all.map((element) => [
      Number(element.getAttribute("data-zone-id")),
      element.getAttribute("data-zone-state"),
      element.querySelector("a[rel~=sponsored] > img") ? "ad" : element.innerHTML,
    ]),
  );

/** Waits until the page has slots of these zones, and each slot shows an ad. */
export const expectAds = (page: Page, ...zones: number[]) =>
  expect.poll(() => readSlots(page)).toEqual(zones.map((zone) => [zone, "filled", "ad"]));

/** Waits until this many impressions were counted, each once, then checks that no more arrive. */
export async function expectImpressions(ads: Ads, page: Page, count: number): Promise<void> {
  await expect.poll(() => ads.impressions).toHaveLength(count);
  await waitForRendering(page);
  await page.evaluate((origin) => fetch(`${origin}/quiet`).catch(() => {}), ads.origin);
  expect(ads.impressions).toHaveLength(count);
}
