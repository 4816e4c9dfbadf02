import { expect, test } from "vitest";
import { patchText } from "../../../src/service/management/mergePatch.ts";

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
  const text = JSON.stringify(target);
  expect(JSON.parse(patchText(text, [], target, patch))).toEqual(expected);
});

test("a patch of an entry leaves what stands around it, comments and order", () => {
  const text =
    '{\n  // Ours.\n  "sites": [\n    { "id": 1, "name": "A" }, // Old.\n    { "id": 2, "name": "B" }\n  ]\n}\n';
  const patched = patchText(text, ["sites", 0], { id: 1, name: "A" }, { name: "C" });
  expect(patched).toBe(text.replace('"A"', '"C"'));
});
