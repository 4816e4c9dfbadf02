/** Opens pages with the console, and reads what it says. */
import type { Locator, Page } from "playwright/test";
import { test as base, expect } from "../support/test.ts";

export { expect };

export interface Panel {
  /** The whole of it. */
  root: Locator;
  verdict: Locator;
  /** The entry of a zone, by its place in the list. */
  zone(at: number): Locator;
  tab(name: "Zones" | "Requests" | "Page"): Promise<void>;
  button(name: string): Locator;
}

/** The console's shadow tree is closed. Tests open it, in the page's own code alone. */
export const test = base.extend<{ panel: Panel }>({
  panel: async ({ page }, use) => {
    await page.addInitScript(() => {
      const attach = Element.prototype.attachShadow;
      Element.prototype.attachShadow = function (init) {
        return attach.call(this, { ...init, mode: "open" });
      };
    });
    await use(panelOf(page));
  },
});

export function panelOf(page: Page): Panel {
  const root = page.getByRole("region", { name: "zonetag console" });
  return {
    root,
    verdict: root.locator(".verdict"),
    zone: (at) => root.locator(".zone").nth(at),
    tab: (name) => root.getByRole("tab", { name }).click(),
    button: (name) => root.getByRole("button", { name, exact: true }),
  };
}
