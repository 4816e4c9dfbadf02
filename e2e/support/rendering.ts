/** Waiting for the browser, never for a time. */
import type { Page } from "playwright/test";
import type { Tab } from "./tab.ts";

/**
 * Resolves once the browser has rendered the page and called its observers, twice: what the first calls changed is
 * rendered and observed too. A document's observers are called in the order in which they were made, so ours is the
 * last (https://w3c.github.io/IntersectionObserver/#notify-intersection-observers-algo). Animation frames would not do
 * where a test holds the clock, because that holds them too. Some pages have no observers, and hold no clock.
 */
export const RENDERED = `(async () => {
  for (let round = 0; round < 2; round++)
    await new Promise((resolve) => {
      if (!window.IntersectionObserver) return requestAnimationFrame(() => requestAnimationFrame(resolve));
      const observer = new IntersectionObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(document.documentElement);
    });
  return true;
})()`;

/** Waits until the page shows what it was told to show, and whatever watches its layout has been called. */
export const waitForRendering = (page: Page | Tab): Promise<unknown> =>
  "run" in page ? page.run(RENDERED) : page.evaluate(RENDERED);

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

/** Stops the clock of the page that is opened next. `page.clock.install` alone lets time pass as it does outside. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
}

/** Moves a stopped clock on by a moment, then reads: for polling where time stands still. */
export const tickAndRead =
  <T>(page: Page, read: () => T) =>
  async (): Promise<Awaited<T>> => {
    await page.clock.runFor(1);
    return await read();
  };
