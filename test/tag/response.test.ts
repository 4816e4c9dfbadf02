import { expect, test } from "vitest";
import { readResult } from "../../src/tag/response.ts";
import type { Answer } from "../../src/tag/types.ts";

const data = {
  url: "https://a.example/c",
  impression: "https://a.example/i",
  image: "https://a.example/p.png",
};
const banner = { idzone: 1, type: "banner", data };
const read = (answer: unknown, at = 0) => readResult(answer as Answer, at);

test("an answer is read by position", () => {
  const answer = { zones: [null, banner, null], errors: { 2: ["Zone 3 not found"] } };
  expect(read(answer, 0)).toEqual([]);
  expect(read(answer, 1)).toEqual(["", "", banner]);
  expect(read(answer, 2)).toEqual(["zone", "Zone 3 not found"]);
});

test("null data means no ad, or with a message a failure of the zone", () => {
  const empty = { ...banner, data: null };
  expect(read({ zones: [empty], errors: {} })).toEqual([]);
  expect(read({ zones: [empty], errors: { 0: ["a", "b"] } })).toEqual(["zone", "a,b"]);
});

const NONE: unknown[] = [
  7,
  "x",
  true,
  false,
  [],
  {},
  { type: "banner" },
  { type: "banner", data: "" },
  { type: { toString: 1 }, data },
];
test.each(NONE.map((entry) => [entry]))("%j is no entry of an answer", (entry) =>
  expect(read({ zones: [entry] })).toEqual(["invalid-response", ""]),
);

test("zones that an answer lacks fail", () => {
  expect(read({ zones: [null] }, 1)).toEqual(["invalid-response", ""]);
});

test("a message that is not text is reported as JSON", () => {
  const errors = { 0: { toString: 0 }, 1: ["a", { b: 1 }] };
  expect(read({ zones: [null], errors })).toEqual(["zone", `{"toString":0}`]);
  expect(read({ zones: [null, null], errors }, 1)).toEqual(["zone", `a,{"b":1}`]);
});

test("a failed entry has the service's message", () => {
  expect(read({ zones: [5], errors: { 0: "why" } })).toEqual(["invalid-response", "why"]);
});

test.each(["url", "impression", "image"])("an unsafe %s of an answer is named", (name) => {
  const entry = { ...banner, data: { ...data, [name]: "javascript:alert(1)" } };
  expect(read({ zones: [entry] })).toEqual(["unsafe-url", `${name}: "javascript:alert(1)"`]);
});

test("addresses in ads of other types are left to their renderer", () => {
  const entry = { type: "native", data: { url: "x" } };
  expect(read({ zones: [entry] })).toEqual(["", "", entry]);
});

test("a failed answer is a failure of every zone", () => {
  const reply = { code: "rejected", message: "why", _retryAfterMs: 1 } as const;
  expect([0, 1].map((at) => readResult(reply, at))).toEqual(Array(2).fill(["rejected", "why"]));
});
