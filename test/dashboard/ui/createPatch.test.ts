import { expect, test } from "vitest";
import { createPatch } from "../../../src/dashboard/ui/createPatch.ts";

test.each([
  [{ a: 1 }, { a: 1 }, {}],
  [{ a: 1 }, { a: 2 }, { a: 2 }],
  [{ a: 1 }, {}, { a: null }],
  [{ a: 1 }, { a: undefined }, { a: null }],
  [{}, { a: { b: 1 } }, { a: { b: 1 } }],
  [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 3 } }],
  [{ a: { b: 1 } }, { a: {} }, { a: { b: null } }],
  [{ a: [1, 2] }, { a: [2] }, { a: [2] }],
  [{ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, {}],
])("the patch from %j to %j is %j", (before, after, patch) => {
  expect(createPatch(before, after)).toEqual(patch);
});

test("a key named __proto__ is compared like any other", () => {
  const parse = (text: string): object => JSON.parse(text);
  expect(JSON.stringify(createPatch(parse("{}"), parse('{"__proto__":["a"]}')))).toBe('{"__proto__":["a"]}');
});
