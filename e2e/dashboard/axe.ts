/** Finds violations of axe's rules in the current state of a page. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright/test";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the violations of these rules, by default of all rules and of the size of targets. */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The page's Content-Security-Policy blocks a script element with axe, but not `evaluate`.
  return page.evaluate(`${AXE};
    axe.run(document, ${JSON.stringify({ resultTypes: ["violations"], ...(rules ? { runOnly: rules } : { rules: { "target-size": { enabled: true } } }) })}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 160))))`);
}
