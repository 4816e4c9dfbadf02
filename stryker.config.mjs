import { readFileSync } from "node:fs";

const area = process.env.ZONETAG_AREA ?? "tag";
const areas = JSON.parse(readFileSync(new URL("test/mutationAreas.json", import.meta.url), "utf8"));
if (!areas[area]) throw new Error(`ZONETAG_AREA is one of ${Object.keys(areas).join(", ")}.`);

const isSampled = process.env.ZONETAG_SAMPLE !== undefined;

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  plugins: ["@stryker-mutator/vitest-runner", "./scripts/mutationSample.mjs"],
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutation.config.ts" },
  mutate: areas[area].mutate,
  tsconfigFile: "none: TypeScript 7 has no interface for it to be rewritten",
  coverageAnalysis: "perTest",
  checkers: isSampled ? ["sample"] : [],
  reporters: ["clear-text", "progress", ...(isSampled ? ["estimate"] : [])],
  clearTextReporter: { reportTests: false },
  // One process draws the sample.
  concurrency: isSampled ? 1 : 2,
  // A busy machine must not turn a mutant that lives into one that took too long.
  timeoutMS: 10_000,
  tempDirName: ".stryker-tmp",
  // What a few dozen mutants say is not exact enough to refuse a change.
  thresholds: { high: 100, low: 95, break: isSampled ? null : 95 },
};
