import { expect, test } from "vitest";
import { isObject, omitUndefined } from "../../../src/service/values/object.ts";

test("objects are told from lists, null and everything else", () => {
  expect([{}, Object.create(null), { a: 1 }].map(isObject)).toEqual([true, true, true]);
  expect([[], null, undefined, "x", 1, () => {}].map(isObject)).toEqual(Array(6).fill(false));
});

test("keys without a value are left out, and those with another empty one stay", () => {
  const entries = Object.entries(omitUndefined({ a: undefined, b: null, c: 0, d: "" }));
  expect(entries).toEqual([
    ["b", null],
    ["c", 0],
    ["d", ""],
  ]);
});
