/**
 * Reporter of Vitest that prints a line for each file and the errors of failed tests, and writes `TestNotes` to the file
 * that ZONETAG_TEST_NOTES names.
 */
import { writeFileSync } from "node:fs";
import { DefaultReporter, type TestCase, type TestModuleState } from "vitest/node";
import { joinNotes, NO_REASON, type TestNotes, writeNotes } from "./notes.ts";

type EndOfRun = Parameters<DefaultReporter["onTestRunEnd"]>;

export default class UnitReporter extends DefaultReporter {
  /** The original also prints slow tests, and all tests of a failed file. */
  protected override printTestCase(state: TestModuleState, test: TestCase): void {
    if (test.result().state === "failed") super.printTestCase(state, test);
  }

  override onTestRunEnd(...[modules, errors, reason]: EndOfRun): void {
    super.onTestRunEnd(modules, errors, reason);
    const cases = modules.flatMap((module) => [...module.children.allTests()]);
    const notes = joinNotes(cases.map(readCase));
    writeFileSync(process.env.ZONETAG_TEST_NOTES ?? "test-notes.json", JSON.stringify(notes));
  }
}

const OUTCOMES = {
  passed: "expected",
  failed: "unexpected",
  skipped: "skipped",
  pending: "skipped",
} as const;

function readCase(test: TestCase): TestNotes {
  const result = test.result();
  return writeNotes(`${test.module.relativeModuleId}: ${test.fullName}`, {
    outcome: OUTCOMES[result.state],
    reason: (result.state === "skipped" && result.note) || NO_REASON,
    seconds: (test.diagnostic()?.duration ?? 0) / 1000,
  });
}
