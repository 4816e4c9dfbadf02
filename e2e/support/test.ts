/** The `test` of all browser specs, with a publisher's site and a scripted ad service. */
import { expect as baseExpect, type Page } from "playwright/test";
import { testWithServers } from "./fixtures.ts";

/** Playwright's `expect`, but polling more often than every second: reading costs a page little. */
export const expect: typeof baseExpect = new Proxy(baseExpect, {
  get: (target, name) => (name === "poll" ? pollOften : Reflect.get(target, name)),
});
const pollOften: typeof baseExpect.poll = (read, options) =>
  baseExpect.poll(read, {
    intervals: [20, 50, 100, 250],
    ...(typeof options === "string" ? { message: options } : options),
  });

interface Fixtures {
  /** Uncaught errors and rejections of the page. The test fails if there are any at its end. */
  faults: string[];
  /** Serves and opens a page with the tag and this body. */
  open(body: string, options?: PageOptions): Promise<void>;
}

export interface PageOptions {
  /** Attributes of the tag's script element, after `async src data-endpoint`. */
  script?: string;
  /** Markup before the script. */
  head?: string;
  path?: string;
  headers?: Record<string, string>;
}

export const test = testWithServers.extend<Fixtures>({
  faults: [
    // Depends on the servers so that they stop after this check, because stopping them makes fetches of the page fail.
    async ({ page, site: _site, ads: _ads }, use) => {
      const faults = watchFaults(page);
      await use(faults);
      // A handler that is still pending when the page closes would end the process and fail the next test.
      for (const routed of [page, page.context()]) await routed.unrouteAll({ behavior: "ignoreErrors" });
      if (faults.length) throw new Error(`uncaught in the page: ${faults.join("; ")}`);
    },
    { auto: true },
  ],
  open: async ({ page, site, ads }, use) => {
    await use(async (body, { script = "", head = "", path = "/", headers = {} } = {}) => {
      const tag = `<script async src="/dist/zonetag.js" data-endpoint="${ads.endpoint}" ${script}></script>`;
      const markup = `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title>${head}${tag}<body>${body}`;
      site.pages[path.split("?")[0] ?? "/"] = { body: markup, headers };
      await page.goto(site.origin + path);
    });
  },
});

function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  return faults;
}
