import type { RunnerTestCase, RunnerTestFile } from "vitest";
import { defineConfig, mergeConfig } from "vitest/config";
import type { Vitest } from "vitest/node";
import areas from "./test/mutationAreas.json" with { type: "json" };
import units from "./vitest.config.ts";

/** What `npm run mutation` runs for each mutant: the unit tests of what is mutated. */
const { projects, ...shared } = units.test ?? {};
const config = mergeConfig({ ...units, test: shared }, defineConfig({ test: {} }));
const area = (process.env.ZONETAG_AREA ?? "tag") as keyof typeof areas;
config.test = {
  ...config.test,
  reporters: [countFilesThatFail()],
  include: areas[area].tests,
};
export default config;

/**
 * Stryker looks at tests alone, so a mutant that no file of tests can be loaded with would have survived:
 * https://github.com/stryker-mutator/stryker-js/issues/6150
 */
function countFilesThatFail() {
  let vitest: Vitest | undefined;
  return {
    onInit: (started: Vitest) => {
      vitest = started;
    },
    onTestRunEnd: () => {
      for (const file of vitest?.state.getFiles() ?? [])
        if (file.result?.state === "fail" && file.tasks.length === 0) file.tasks.push(makeFailedTest(file));
    },
  };
}

function makeFailedTest(file: RunnerTestFile): RunnerTestCase {
  return {
    file,
    id: file.id,
    name: "the file is loaded",
    fullName: file.name,
    fullTestName: file.name,
    meta: file.meta,
    type: "test",
    mode: "run",
    result: { state: "fail" },
    timeout: 0,
    annotations: [],
    artifacts: [],
    // A test's own, and no test runs.
    context: {} as RunnerTestCase["context"],
  };
}
