import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeReadProblem } from "../../../src/service/values/fileProblem.ts";

test.each([
  ["a file that is not there", "test/none", "There is no such file."],
  ["one below a file", "package.json/none", "There is no such file."],
  ["a folder", "test", "It is a folder, not a file."],
])("that %s cannot be read is said in words", async (_, path, words) => {
  const problem = await readFile(path).catch(describeReadProblem);
  expect(problem).toBe(words);
});

test("what is no problem of a file keeps its message", () => {
  expect(describeReadProblem(new Error("It is no archive."))).toBe("It is no archive.");
});
