import { readFileSync } from "node:fs";

const area = process.env.ZONETAG_AREA ?? "tag";
const areas = JSON.parse(readFileSync(new URL("test/mutationAreas.json", import.meta.url), "utf8"));
if (!areas[area]) throw new Error(`ZONETAG_AREA is one of ${Object.keys(areas).join(", ")}.`);

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutation.config.ts" },
  mutate: areas[area].mutate,
  tsconfigFile: "none: TypeScript 7 has no interface for it to be rewritten",
  coverageAnalysis: "perTest",
  reporters: ["clear-text", "progress"],
  clearTextReporter: { reportTests: false },
  concurrency: 2,
  // A busy machine must not turn a mutant that lives into one that took too long.
  timeoutMS: 20_000,
  tempDirName: ".stryker-tmp",
  thresholds: { high: 100, low: 95, break: 95 },
};
