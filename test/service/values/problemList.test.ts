import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPath, MORE_PROBLEMS } from "../../../src/protocol/validation.ts";
import { MAX_REFUSAL, ProblemList } from "../../../src/service/values/problemList.ts";

test("up to twenty problems are listed unchanged", () => {
  const problems = new ProblemList();
  for (let at = 0; at < 20; at++) problems.add(`[${at}]`, "Wrong.");
  expect(problems.isFull).toBe(false);
  expect(problems.list()).toEqual(Array.from({ length: 20 }, (_, at) => ({ [`[${at}]`]: "Wrong." })));
});

test("with the 21st problem the list is full and ends with a note", () => {
  const problems = new ProblemList();
  for (let at = 0; at < 21; at++) problems.add(`[${at}]`, "Wrong.");
  expect(problems.isFull).toBe(true);
  expect(problems.list()).toHaveLength(21);
  expect(problems.list().at(-1)).toEqual({ "[body]": MORE_PROBLEMS });
});

test("a problem that is added again is listed once", () => {
  const problems = new ProblemList();
  for (let at = 0; at < 30; at++) problems.add("[a]", "Wrong.");
  expect([problems.isFull, problems.list()]).toEqual([false, [{ "[a]": "Wrong." }]]);
});

test("any list of problems fits into a response of 16 KB", () => {
  const text = fc.string({ unit: "binary", maxLength: 5000, size: "max" });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 40, size: "max" }), (added) => {
      const problems = new ProblemList();
      for (const [key, message] of added) problems.add(formatPath([key, key]), message);
      const answer = JSON.stringify({ errors: problems.list() });
      expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(MAX_REFUSAL);
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
