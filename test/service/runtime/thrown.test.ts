import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeThrown, findErrorCode } from "../../../src/service/runtime/thrown.ts";

test("an error is described by its message, other thrown values by their text", () => {
  expect(describeThrown(new RangeError("It is too long."))).toBe("It is too long.");
  expect(["words", 7, undefined, null].map(describeThrown)).toEqual(["words", "7", "undefined", "null"]);
});

test("readCode returns the code of a system error", async () => {
  expect(await readFile("package.json/none").catch(findErrorCode)).toBe("ENOTDIR");
});

test.each([[new Error("ENOENT")], [{ code: 7 }], ["ENOENT"], [undefined], [null]])(
  "readCode returns undefined for %j",
  (thrown) => {
    expect(findErrorCode(thrown)).toBeUndefined();
  },
);
