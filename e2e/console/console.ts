/** Opens pages with the console, and reads its content. */
import type { Locator, Page } from "playwright/test";
import { test as base, expect } from "../support/test.ts";

export { expect };

export interface Panel {
  /** The whole console. */
  root: Locator;
  verdict: Locator;
  /** Problems of the page, above its zones. */
  page: Locator;
  /** Entry of a zone by its position in the list, most severe problem first. */
  zone(at: number): Locator;
  /** Entry of a zone by its id. */
  zoneById(id: number): Locator;
  /** Opens a section and closes the open one. */
  part(name: "Zones" | "Requests" | "Page"): Promise<void>;
  /** The open section. */
  open: Locator;
  button(name: string): Locator;
}

export const test = base.extend<{ panel: Panel }>({
  panel: ({ page }, use) => use(findPanel(page)),
});

export function findPanel(page: Page): Panel {
  const root = page.getByRole("region", { name: "zonetag console" });
  return {
    root,
    verdict: root.locator("h2"),
    page: root.locator("details > ul"),
    zone: (at) => root.locator(".zone").nth(at),
    zoneById: (id) =>
      root.locator(".zone", { has: page.getByRole("heading", { name: new RegExp(`^Zone ${id} `) }) }),
    part: (name) => root.locator("summary", { hasText: name }).click(),
    open: root.locator("details[open]"),
    button: (name) => root.getByRole("button", { name, exact: true }),
  };
}
