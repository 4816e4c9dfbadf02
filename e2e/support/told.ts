/** What the tag's events told a page, kept from before the tag came. */
import type { Page } from "playwright/test";

/** Markup that records every event; give it as `head`. */
export const RECORDER = `<script>
  window.told = [];
  for (const type of ["request", "filled", "empty", "impression", "viewable", "click", "error"])
    addEventListener("zonetag:" + type, ({ detail }) => told.push({ type, ...detail }));
</script>`;

export interface Told {
  type: string;
  zoneId: number;
  code?: string;
  message?: string;
}

export const told = (page: Page): Promise<Told[]> => page.evaluate("told");

/** The types alone, of one zone where it is named. */
export async function types(page: Page, zoneId?: number): Promise<string[]> {
  const all = await told(page);
  return all.filter((one) => zoneId === undefined || one.zoneId === zoneId).map(({ type }) => type);
}

/** `data-zone-state` of every placeholder, in document order. */
export const states = (page: Page): Promise<(string | null)[]> =>
  page.$$eval("[data-zone-id],[data-zoneid]", (all) => all.map((el) => el.getAttribute("data-zone-state")));

/** Lets the page go hidden or visible, as a switch of tabs would. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    Object.defineProperty(document, "visibilityState", {
      value: hidden ? "hidden" : "visible",
      configurable: true,
    });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, hidden);
}

/** Runs an installed clock on by a moment, then reads: for waiting where time stands still. */
export const ticking =
  <T>(page: Page, read: () => T) =>
  async (): Promise<Awaited<T>> => {
    await page.clock.runFor(1);
    return await read();
  };
