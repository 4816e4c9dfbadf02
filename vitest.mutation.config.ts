import { defineConfig, mergeConfig } from "vitest/config";
import units from "./vitest.config.ts";

/** What `npm run mutation` runs for each mutant: the unit tests of what is mutated. */
const config = mergeConfig(units, defineConfig({ test: {} }));
config.test = {
  ...config.test,
  include: ["test/tag/*.test.ts", "test/protocol/*.test.ts"],
  // It runs what is built.
  exclude: ["test/tag/import.test.ts"],
};
export default config;
