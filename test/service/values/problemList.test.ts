import fc from "fast-check";
import { expect, test } from "vitest";
import type { Problem } from "../../../src/protocol/problems.ts";
import { formatPath } from "../../../src/protocol/validation.ts";
import {
  describeFields,
  describeProblem,
  MAX_REFUSAL,
  ProblemList,
  writeErrors,
} from "../../../src/service/values/problemList.ts";

const PROBLEM: Problem = { code: "whole-number-range", least: 1, most: 9 };

test("up to twenty problems are listed unchanged", () => {
  const problems = new ProblemList();
  for (let at = 0; at < 20; at++) problems.add(`[${at}]`, PROBLEM);
  expect(problems.isFull).toBe(false);
  expect(problems.list()).toEqual(
    Array.from({ length: 20 }, (_, at) => ({ path: `[${at}]`, problem: PROBLEM })),
  );
});

test("with the 21st problem the list is full and ends with a note", () => {
  const problems = new ProblemList();
  for (let at = 0; at < 21; at++) problems.add(`[${at}]`, PROBLEM);
  expect(problems.isFull).toBe(true);
  expect(problems.list()).toHaveLength(21);
  expect(describeFields(problems.list().slice(-1))).toEqual({
    errors: [{ "[body]": "There are more problems; they are not listed." }],
    codes: [{ code: "more-problems" }],
  });
});

test("a problem that is added again is listed once", () => {
  const problems = new ProblemList();
  for (let at = 0; at < 30; at++) problems.add("[a]", PROBLEM);
  expect([problems.isFull, problems.list()]).toEqual([false, [{ path: "[a]", problem: PROBLEM }]]);
});

test("an answer has a code with its parameters for each problem, in the same order", () => {
  const problems = [
    { path: "[limit]", problem: PROBLEM },
    { path: "[page]", problem: { code: "field-unexpected" } as const },
  ];
  expect(describeFields(problems)).toEqual({
    errors: [
      { "[limit]": "Expected a whole number from 1 to 9." },
      { "[page]": "This field was not expected." },
    ],
    codes: [{ code: "whole-number-range", least: 1, most: 9 }, { code: "field-unexpected" }],
  });
  expect(describeProblem({ code: "views-full", most: 100 })).toEqual({
    message: "This account has 100 views already.",
    codes: [{ code: "views-full", most: 100 }],
  });
});

test("a parameter of any length is shortened like its sentence", () => {
  const sizes = Array.from({ length: 5000 }, (_, at) => `${at + 1000}x250`);
  const long = [
    { path: "[size]", problem: { code: "size-unused", sizes } as const },
    { path: "[file]", problem: { code: "image-missing", name: "n".repeat(5000) } as const },
  ];
  const { codes } = describeFields(long);
  expect(codes).toEqual([
    { code: "size-unused", sizes: sizes.slice(0, 250) },
    { code: "image-missing", name: `${"n".repeat(2000)}…` },
  ]);
  expect(describeProblem({ code: "import-unreadable", reason: "r".repeat(5000) }).message).toHaveLength(5000);
});

test("any list of problems fits into a response of 16 KB, and its codes into as much", () => {
  const text = fc.string({ unit: "binary", maxLength: 5000, size: "max" });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 40, size: "max" }), (added) => {
      const problems = new ProblemList();
      for (const [key, name] of added) problems.add(formatPath([key, key]), { code: "image-missing", name });
      const errors = JSON.stringify({ errors: writeErrors(problems.list()) });
      expect(Buffer.byteLength(errors)).toBeLessThanOrEqual(MAX_REFUSAL);
      const { codes } = describeFields(problems.list());
      expect(Buffer.byteLength(JSON.stringify({ codes }))).toBeLessThanOrEqual(MAX_REFUSAL);
      expect(problems.list().length).toBeLessThanOrEqual(21);
    }),
    { numRuns: 50 },
  );
});

test("a path quotes at most 100 characters of each key", () => {
  expect(formatPath(["zones", 0, "k".repeat(100)])).toBe(`[zones][0][${"k".repeat(100)}]`);
  expect(formatPath(["k".repeat(101)])).toBe(`[${"k".repeat(99)}…]`);
  expect(formatPath([])).toBe("[body]");
});
