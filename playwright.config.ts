import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "./e2e/support/browser.ts";
import { testedEngines } from "./e2e/support/engines.ts";

/** Chromium runs everything. The other engines run the fault table, which opens its browsers itself. */
const others = testedEngines().filter((name) => name !== "chromium");

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  outputDir: "test-results",
  reporter: [["list"]],
  projects: [
    { name: "chromium", use: { browserName: "chromium", launchOptions: await chromiumLaunch() } },
    ...others.map((name) => ({ name, testDir: "e2e/faults" })),
  ],
});
