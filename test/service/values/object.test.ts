import { expect, test } from "vitest";
import { isObject, omitUndefined } from "../../../src/service/values/object.ts";

test("isObject is true for objects but not for lists, null, functions and primitives", () => {
  expect([{}, Object.create(null), { a: 1 }].map(isObject)).toEqual([true, true, true]);
  expect([[], null, undefined, "x", 1, () => {}].map(isObject)).toEqual(Array(6).fill(false));
});

test("omitUndefined removes only keys whose value is undefined", () => {
  const entries = Object.entries(omitUndefined({ a: undefined, b: null, c: 0, d: "" }));
  expect(entries).toEqual([
    ["b", null],
    ["c", 0],
    ["d", ""],
  ]);
});
