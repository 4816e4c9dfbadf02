import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "./e2e/support/browser.ts";
import { selectEngines } from "./e2e/support/engines.ts";
import { readRetries } from "./scripts/retries.ts";

/** Chromium runs everything. The others run the fault table and the style sheets, which open their browsers themselves. */
const others = selectEngines().filter((name) => name !== "chromium");

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: readRetries(),
  workers: 2,
  // Limits for what never happens. They are far beyond what a busy machine takes, so that no test depends on speed.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  outputDir: "test-results",
  reporter: [["list"]],
  projects: [
    { name: "chromium", use: { browserName: "chromium", launchOptions: await chromiumLaunch() } },
    ...others.map((name) => ({ name, testMatch: /(faults\/.*|styles\/styles)\.spec\.ts/ })),
  ],
});
