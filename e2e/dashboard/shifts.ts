/** Layout shifts of a page, also right after input: https://wicg.github.io/layout-instability/ */
import type { Page } from "playwright/test";

interface Shift extends PerformanceEntry {
  sources: { node: Node | null }[];
}

/**
 * Records what moves within elements that match `within`. Returns a function that lists what moved since its last call,
 * or since the page was opened.
 */
export async function watchShifts(page: Page, within: string): Promise<() => Promise<string[]>> {
  await page.addInitScript((within) => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[])
        for (const { node } of sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          if (element?.closest(within)) moved.push(`${element.tagName} ${element.textContent}`.slice(0, 80));
        }
    }).observe({ type: "layout-shift", buffered: true });
  }, within);
  return () =>
    page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          // Shifts of a frame are reported after it.
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              setTimeout(() => resolve((window as object as { moved: string[] }).moved.splice(0))),
            ),
          );
        }),
    );
}
