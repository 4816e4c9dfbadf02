import { expect, test } from "vitest";
import { isObject, omitUndefined } from "../../../src/service/values/object.ts";

test("objects are distinguished from lists, null and other values", () => {
  expect([{}, Object.create(null), { a: 1 }].map(isObject)).toEqual([true, true, true]);
  expect([[], null, undefined, "x", 1, () => {}].map(isObject)).toEqual(Array(6).fill(false));
});

test("undefined keys are left out, and other empty values stay", () => {
  const entries = Object.entries(omitUndefined({ a: undefined, b: null, c: 0, d: "" }));
  expect(entries).toEqual([
    ["b", null],
    ["c", 0],
    ["d", ""],
  ]);
});
