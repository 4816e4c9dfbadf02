/**
 * Reporter of Playwright that prints a line for each file and the errors of failed tests, and writes `TestNotes` to the
 * file that ZONETAG_TEST_NOTES names.
 */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from "playwright/types/testReporter";
import { joinNotes, NO_REASON, type TestNotes, writeNotes } from "./notes.ts";

export default class BrowserReporter implements Reporter {
  #folder = "";
  #tests: readonly TestCase[] = [];
  /** Tests that have not ended, by file. */
  readonly #left = new Map<string, Set<TestCase>>();

  onBegin({ rootDir }: FullConfig, suite: Suite): void {
    this.#folder = rootDir;
    this.#tests = suite.allTests();
    for (const test of this.#tests) {
      const left = this.#left.get(test.location.file) ?? new Set();
      this.#left.set(test.location.file, left.add(test));
    }
  }

  onTestEnd(test: TestCase, { retry, status, errors }: TestResult): void {
    const { file } = test.location;
    if (test.outcome() === "unexpected" || status !== test.expectedStatus) {
      const attempt = retry > 0 ? `, attempt ${retry + 1}` : "";
      console.log(`✗ ${this.#name(test)}${attempt}\n${errors.map(describeError).join("\n")}`);
    }
    const isLast = status === test.expectedStatus || retry === test.retries;
    const left = this.#left.get(file);
    if (!isLast || !left?.delete(test) || left.size > 0) return;
    const notes = joinNotes(this.#tests.filter(({ location }) => location.file === file).map(this.#read));
    console.log(describeFile(relative(this.#folder, file), notes));
  }

  onError(error: TestError): void {
    console.log(describeError(error));
  }

  onEnd(): void {
    const notes = joinNotes(this.#tests.map(this.#read));
    writeFileSync(process.env.ZONETAG_TEST_NOTES ?? "test-notes.json", JSON.stringify(notes));
  }

  printsToStdio(): boolean {
    return true;
  }

  #name(test: TestCase): string {
    const project = test.parent.project()?.name;
    return `${relative(this.#folder, test.location.file)}: ${test.title} (${project})`;
  }

  readonly #read = (test: TestCase): TestNotes =>
    writeNotes(this.#name(test), {
      outcome: test.outcome(),
      reason: test.annotations.find(({ description }) => description)?.description ?? NO_REASON,
      seconds: test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    });
}

function describeFile(file: string, { passed, failed, skipped, durations }: TestNotes): string {
  const seconds = durations.reduce((sum, duration) => sum + duration.seconds, 0).toFixed(1);
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
  ];
  return `${failed > 0 ? "✗" : "✓"} ${file}: ${counts.join(", ")}, ${seconds} s`;
}

function describeError({ message, value, snippet, location }: TestError): string {
  const place = location ? `\n    at ${location.file}:${location.line}` : "";
  const text = [message ?? value ?? "", snippet ?? ""].filter(Boolean).join("\n") + place;
  return process.stdout.isTTY ? text : stripVTControlCharacters(text);
}
