/**
 * What the count of passed and failed tests does not say: which did not run, and why, and which passed only when tried
 * again. As a reporter of Vitest it writes both to the file that ZONETAG_TEST_NOTES names.
 */
import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";

export interface TestNotes {
  skipped: Skipped[];
  /** Names of tests that failed and passed when tried again: each has a fault to be found. */
  flaky: string[];
}
interface Skipped {
  name: string;
  reason: string;
}

const NO_REASON = "no reason given";

export default class TestNotesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const cases = modules.flatMap((module) => [...module.children.allTests()]);
    const notes: TestNotes = {
      skipped: cases.flatMap(describeSkipped),
      flaky: cases.filter((test) => test.diagnostic()?.flaky).map(nameCase),
    };
    writeFileSync(process.env.ZONETAG_TEST_NOTES ?? "test-notes.json", JSON.stringify(notes));
  }
}

const nameCase = (test: TestCase) => `${test.module.relativeModuleId}: ${test.fullName}`;

function describeSkipped(test: TestCase): Skipped[] {
  const result = test.result();
  return result.state === "skipped" ? [{ name: nameCase(test), reason: result.note || NO_REASON }] : [];
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

/** The notes in Playwright's JSON report. */
export function readNotes({ suites = [], specs = [] }: Suite): TestNotes {
  const tests = specs.flatMap(({ file, title, tests }) =>
    tests.map((test) => ({ ...test, name: `${file}: ${title} (${test.projectName})` })),
  );
  const own = {
    skipped: tests
      .filter(({ status }) => status === "skipped")
      .map(({ name, annotations }) => ({
        name,
        reason: annotations.find(({ description }) => description)?.description ?? NO_REASON,
      })),
    flaky: tests.filter(({ status }) => status === "flaky").map(({ name }) => name),
  };
  return joinNotes([own, ...suites.map(readNotes)]);
}

export function joinNotes(notes: readonly TestNotes[]): TestNotes {
  return { skipped: notes.flatMap(({ skipped }) => skipped), flaky: notes.flatMap(({ flaky }) => flaky) };
}
