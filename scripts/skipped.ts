/** Which tests did not run, and why. As a reporter of Vitest it writes them to the file that ZONETAG_SKIPPED names. */
import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";

export interface Skipped {
  name: string;
  reason: string;
}

const NO_REASON = "no reason given";

export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const cases = modules.flatMap((module) => [...module.children.allTests("skipped")]);
    writeFileSync(process.env.ZONETAG_SKIPPED ?? "skipped.json", JSON.stringify(cases.map(describeCase)));
  }
}

function describeCase(test: TestCase): Skipped {
  const result = test.result();
  const reason = (result.state === "skipped" && result.note) || NO_REASON;
  return { name: `${test.module.relativeModuleId}: ${test.fullName}`, reason };
}

/** What Playwright's JSON report has of it. */
interface Suite {
  suites?: Suite[];
  specs?: { file: string; title: string; tests: PlaywrightTest[] }[];
}
interface PlaywrightTest {
  status: string;
  projectName: string;
  annotations: { type: string; description?: string }[];
}

/** The skipped tests of Playwright's JSON report. */
export function listSkipped({ suites = [], specs = [] }: Suite): Skipped[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "skipped")
      .map(({ projectName, annotations }) => ({
        name: `${file}: ${title} (${projectName})`,
        reason: annotations.find(({ description }) => description)?.description ?? NO_REASON,
      })),
  );
  return [...own, ...suites.flatMap(listSkipped)];
}
