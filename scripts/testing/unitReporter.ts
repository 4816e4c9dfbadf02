/** Reporter of Vitest that writes `TestNotes` to the file that ZONETAG_TEST_NOTES names. */
import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { joinNotes, NO_REASON, type TestNotes } from "./notes.ts";

export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const cases = modules.flatMap((module) => [...module.children.allTests()]);
    const notes = joinNotes(cases.map(readCase));
    writeFileSync(process.env.ZONETAG_TEST_NOTES ?? "test-notes.json", JSON.stringify(notes));
  }
}

function readCase(test: TestCase): TestNotes {
  const name = `${test.module.relativeModuleId}: ${test.fullName}`;
  const result = test.result();
  return {
    passed: result.state === "passed" ? 1 : 0,
    failed: result.state === "failed" ? 1 : 0,
    failures: result.state === "failed" ? [name] : [],
    skipped: result.state === "skipped" ? [{ name, reason: result.note || NO_REASON }] : [],
    flaky: [],
    durations: [{ name, seconds: (test.diagnostic()?.duration ?? 0) / 1000 }],
  };
}
