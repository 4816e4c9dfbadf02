import { defineConfig, mergeConfig } from "vitest/config";
import areas from "./test/mutationAreas.json" with { type: "json" };
import units from "./vitest.config.ts";

/** What `npm run mutation` runs for each mutant: the unit tests of what is mutated. */
const config = mergeConfig(units, defineConfig({ test: {} }));
const area = (process.env.ZONETAG_AREA ?? "tag") as keyof typeof areas;
config.test = {
  ...config.test,
  include: areas[area].tests,
  // They run what is built.
  exclude: [
    "test/tag/import.test.ts",
    "test/statistics/service.test.ts",
    "test/service/{backup,commands,process}.test.ts",
  ],
};
export default config;
