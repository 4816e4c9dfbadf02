import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "./e2e/support/browser.ts";
import { findEngines, firefoxLaunch } from "./e2e/support/engines.ts";

/** `npm test` runs these: the tag, what it costs a page, and every test with this tag, unless it is unstable. */
const ESSENTIAL = /^(?!.*@unstable\b).*(@essential\b|\b(tag|counts)\/[\w-]+\.spec\.ts\b)/;

/** These need programs beside the browser. */
const APART = ["cluster/*.spec.ts", "deploy/*.spec.ts"];

const chromium = { browserName: "chromium", launchOptions: await chromiumLaunch() } as const;

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // A test that passes only now is listed as flaky at the end of the run.
  retries: 1,
  // Limits for what never happens. They are far beyond what a busy machine takes, so that no test depends on speed.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  outputDir: "test-results",
  reporter: [["list"]],
  projects: [
    { name: "essential", use: chromium, grep: ESSENTIAL },
    { name: "chromium", use: chromium, grepInvert: ESSENTIAL, testIgnore: APART },
    { name: "cluster", use: chromium, testMatch: "cluster/*.spec.ts" },
    { name: "deploy", use: chromium, testMatch: "deploy/*.spec.ts" },
    // The other engines run the fault table and the style sheets, which open their browsers themselves. Firefox, which
    // Playwright drives, also runs what may not harm a page, and old libraries and morphs.
    ...findEngines()
      .filter((name) => name !== "chromium")
      .map((name) => ({
        name,
        use: { browserName: name, ...(name === "firefox" && { launchOptions: firefoxLaunch() }) },
        testMatch:
          name === "firefox"
            ? /(faults\/.*|frameworks\/(morphing|prototype)|styles\/(styles|placement|yielding|stacking))\.spec\.ts/
            : /(faults\/.*|styles\/(styles|placement|yielding))\.spec\.ts/,
      })),
  ],
});
