/** Waits for the browser instead of a fixed time. */
import type { Page } from "playwright/test";
import type { Tab } from "./tab.ts";

/**
 * Resolves once the browser has rendered the page and called its observers twice, so that changes by the first calls
 * are rendered and observed, too. A document's observers are called in the order of their creation, so this one is the
 * last (https://w3c.github.io/IntersectionObserver/#notify-intersection-observers-algo). A stopped clock also stops
 * animation frames, so they are used only in pages without IntersectionObserver, whose tests do not stop the clock.
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

/** Waits until the page has rendered its changes and called its layout observers. */
export const waitForRendering = (page: Page | Tab): Promise<unknown> =>
  "run" in page ? page.run(RENDERED) : page.evaluate(RENDERED);

/** Hides or shows the page, as a switch of tabs would. */
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

/** Stops the clock of the next page. `page.clock.install` alone lets time pass normally. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
}

/** Returns a function for polling while the clock is stopped: it advances the clock by 1 ms, then reads. */
export const tickAndRead =
  <T>(page: Page, read: () => T) =>
  async (): Promise<Awaited<T>> => {
    await page.clock.runFor(1);
    return await read();
  };
