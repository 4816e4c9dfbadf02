import { expect, test } from "vitest";
import { readFields, readNumbers, readTexts } from "../../../src/service/redis/reply.ts";

test("a reply of the kind that its command has is taken as it is", () => {
  expect(readNumbers([1, 0, 7])).toEqual([1, 0, 7]);
  expect(readTexts(["a", ""])).toEqual(["a", ""]);
  expect(readFields(["a", null])).toEqual(["a", null]);
  expect([readNumbers([]), readTexts([]), readFields([])]).toEqual([[], [], []]);
});

test("a reply of another kind is an error, not a value of the wrong type", () => {
  const failure = "Redis gave a reply of another kind";
  for (const reply of [null, "1", 1, ["1"], [null], [[1]]]) expect(() => readNumbers(reply)).toThrow(failure);
  for (const reply of [null, "a", [1], [null], [["a"]]]) expect(() => readTexts(reply)).toThrow(failure);
  for (const reply of [null, "a", [1], [["a"]]]) expect(() => readFields(reply)).toThrow(failure);
});
