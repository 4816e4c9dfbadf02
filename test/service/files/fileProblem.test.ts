import { readFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { describeReadProblem } from "../../../src/service/files/fileProblem.ts";

test.each([
  ["missing file", "test/none", "There is no such file."],
  ["path below a file", "package.json/none", "There is no such file."],
  ["folder", "test", "It is a folder, not a file."],
])("reading a %s gets its error message", async (_, path, words) => {
  const problem = await readFile(path).catch(describeReadProblem);
  expect(problem).toBe(words);
});

const COMPRESSED = gzipSync("text");

test.each([
  ["is not compressed", Buffer.from("text"), "It is not compressed with gzip, or damaged."],
  ["is truncated", COMPRESSED.subarray(0, -4), "It is compressed with gzip, but its end is missing."],
])("reading a gzip file that %s gets its error message", (_, bytes, words) => {
  const read = () => {
    try {
      return gunzipSync(bytes);
    } catch (error) {
      return describeReadProblem(error);
    }
  };
  expect(read()).toBe(words);
});

// Simulated, since the tests may run as root, who can read every file.
test.each(["EACCES", "EPERM"])("reading a file without permission gets its error message for %s", (code) => {
  expect(describeReadProblem(Object.assign(new Error("denied"), { code }))).toBe(
    "The user who runs this program may not read it.",
  );
});

test("the message of other errors is returned unchanged", () => {
  expect(describeReadProblem(new Error("It is no archive."))).toBe("It is no archive.");
});
