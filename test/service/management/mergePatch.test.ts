import { expect, test } from "vitest";
import { mergePatch } from "../../../src/service/management/mergePatch.ts";

/** The examples of RFC 7396, appendix A, whose target and patch are objects, and a few more. */
const EXAMPLES: [object, object, object][] = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  [{ a: "b" }, { a: { b: 1, c: null } }, { a: { b: 1 } }],
  [{ a: { b: { c: 1, d: 2 } } }, { a: { b: { c: null } } }, { a: { b: { d: 2 } } }],
  [{ a: 1 }, { b: null }, { a: 1 }],
  [{ a: 1 }, { toString: null, a: 2 }, { a: 2 }],
  [{ a: { b: 1 } }, {}, { a: { b: 1 } }],
];

test.each(EXAMPLES)("%j with the patch %j becomes %j", (target, patch, expected) => {
  const before = structuredClone(target);
  expect(mergePatch(target, patch)).toEqual(expected);
  expect(target).toEqual(before);
});

test("keys such as __proto__ and constructor are patched like other fields", () => {
  const target = JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}');
  const patch = JSON.parse('{"__proto__": {"b": 2}, "toString": {"c": 3}, "constructor": null}');
  expect(JSON.stringify(mergePatch(target, patch))).toBe('{"__proto__":{"a":1,"b":2},"toString":{"c":3}}');
});
