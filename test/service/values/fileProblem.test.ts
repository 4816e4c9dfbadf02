import { readFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { describeReadProblem } from "../../../src/service/values/fileProblem.ts";

test.each([
  ["a file that is not there", "test/none", "There is no such file."],
  ["one below a file", "package.json/none", "There is no such file."],
  ["a folder", "test", "It is a folder, not a file."],
])("an unreadable %s has an error message", async (_, path, words) => {
  const problem = await readFile(path).catch(describeReadProblem);
  expect(problem).toBe(words);
});

const COMPRESSED = gzipSync("text");

test.each([
  ["is not compressed", Buffer.from("text"), "It is not compressed with gzip, or damaged."],
  ["is cut", COMPRESSED.subarray(0, -4), "It is compressed with gzip, but its end is missing."],
])("a gzip file that %s has an error message", (_, bytes, words) => {
  const read = () => {
    try {
      return gunzipSync(bytes);
    } catch (error) {
      return describeReadProblem(error);
    }
  };
  expect(read()).toBe(words);
});

// The user who runs the tests may be allowed to read everything.
test.each(["EACCES", "EPERM"])(
  "the missing permission to read a file has an error message for %s",
  (code) => {
    expect(describeReadProblem(Object.assign(new Error("denied"), { code }))).toBe(
      "The user who runs this program may not read it.",
    );
  },
);

test("errors that do not concern a file keep their message", () => {
  expect(describeReadProblem(new Error("It is no archive."))).toBe("It is no archive.");
});
