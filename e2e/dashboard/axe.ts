/** Finds violations of axe's rules in the current state of a page. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright/test";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** `rules`: those that are checked; absent: all. */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The page's policy forbids scripts of others, so axe comes in through the browser's own door.
  return page.evaluate(`${AXE};
    axe.run(document, ${JSON.stringify({ resultTypes: ["violations"], ...(rules && { runOnly: rules }) })}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 160))))`);
}
