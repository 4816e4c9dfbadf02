/** What the rules of axe find wrong with a page as it stands. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright/test";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function findViolations(page: Page): Promise<string[]> {
  // The page's policy forbids scripts of others, so axe comes in through the browser's own door.
  return page.evaluate(`${AXE};
    axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 160))))`);
}
