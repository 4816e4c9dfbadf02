import { expect, test } from "vitest";
import { formatPath, MAX_QUOTED, quote } from "../../src/protocol/validation.ts";

test.each([
  [["zones", 0, "id"], "[zones][0][id]"],
  [[], "[body]"],
  [["x".repeat(101)], `[${"x".repeat(99)}…]`],
])("the path of %j is %s", (keys, path) => {
  expect(formatPath(keys)).toBe(path);
});

test("a quotation has at most 100 characters", () => {
  expect(quote("y".repeat(MAX_QUOTED))).toBe("y".repeat(100));
  expect(quote("y".repeat(MAX_QUOTED + 1))).toBe(`${"y".repeat(99)}…`);
});
