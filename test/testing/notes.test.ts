import { expect, test } from "vitest";
import { readTimes } from "../../scripts/testing/command.ts";
import { findMatching } from "../../scripts/testing/matching.ts";
import { describeSkipped, describeSlowest, NO_NOTES, writeNotes } from "../../scripts/testing/notes.ts";

test.each([
  ["expected", { passed: 1 }],
  ["unexpected", { failed: 1, failures: ["a"] }],
  ["flaky", { passed: 1, flaky: ["a"] }],
  ["skipped", { skipped: [{ name: "a", reason: "needs nginx" }] }],
] as const)("a test with the outcome %s is counted and named", (outcome, expected) => {
  const durations = [{ name: "a", seconds: 1.5 }];
  expect(writeNotes("a", { outcome, reason: "needs nginx", seconds: 1.5 })).toEqual({
    ...NO_NOTES,
    durations,
    ...expected,
  });
});

test("skipped tests are summarized in one line by reason", () => {
  const reasons = ["needs nginx", "needs Redis", "needs Redis"];
  expect(describeSkipped(reasons.map((reason) => ({ name: "x", reason })))).toBe(
    "3 skipped: 2 × needs Redis; 1 × needs nginx",
  );
});

test("the slowest 10 tests are listed, the slowest first", () => {
  const durations = Array.from({ length: 30 }, (_, seconds) => ({ name: `test ${seconds}`, seconds }));
  const lines = describeSlowest(durations);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("  29.0 s  test 29");
});

test.each([
  ["0m0.01s 0m0.02s\n1m1.50s 0m0.25s\n", 61.75],
  ["0m0.010s 0m0.020s\n0m1,500s 0m0,250s\n", 1.75],
])("the output %j of the shell's `times` is read as %d seconds of child processes", (text, seconds) => {
  expect(readTimes(text)).toBe(seconds);
});

test.each([
  ["testing/notes", { units: ["test/testing/notes.test.ts"], browsers: [], isTitle: false }],
  [
    "each stage dispatches its event, in order",
    { units: expect.anything(), browsers: ["e2e/tag/fill.spec.ts"], isTitle: true },
  ],
  ["no such ".concat("test"), { units: [], browsers: [], isTitle: true }],
])("npm test -- %j finds files by path, otherwise by test title", (pattern, expected) => {
  expect(findMatching(pattern)).toEqual(expected);
});
