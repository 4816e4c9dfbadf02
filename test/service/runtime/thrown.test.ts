import { readFile, rename } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeThrown, describeWithoutPaths, findErrorCode } from "../../../src/service/runtime/thrown.ts";

test("an error is described by its message, other thrown values by their text", () => {
  expect(describeThrown(new RangeError("It is too long."))).toBe("It is too long.");
  expect(["words", 7, undefined, null].map(describeThrown)).toEqual(["words", "7", "undefined", "null"]);
});

test("an error of Node is described without the files that it names", async () => {
  const failed = await rename("none/a's", "none/b").catch(describeWithoutPaths);
  expect(failed).toBe("ENOENT: no such file or directory");
  expect(describeWithoutPaths(new Error("A, b 'c"))).toBe("A");
  expect(describeWithoutPaths(new Error("It's full."))).toBe("It's full.");
});

test("a system error has a code", async () => {
  expect(await readFile("package.json/none").catch(findErrorCode)).toBe("ENOTDIR");
});

test.each([[new Error("ENOENT")], [{ code: 7 }], ["ENOENT"], [undefined], [null]])(
  "%j has no code of a system error",
  (thrown) => {
    expect(findErrorCode(thrown)).toBeUndefined();
  },
);
