import { expect, test } from "vitest";
import { parseResult } from "../../src/tag/response.ts";
import type { Answer } from "../../src/tag/types.ts";

const data = {
  url: "https://a.example/c",
  impression: "https://a.example/i",
  image: "https://a.example/p.png",
};
const banner = { idzone: 1, type: "banner", data };
const read = (answer: unknown, at = 0) => parseResult(answer as Answer, at);

test("an answer is read by position", () => {
  const answer = { zones: [null, banner, null], errors: { 2: ["Zone 3 not found"] } };
  expect(read(answer, 0)).toEqual([]);
  expect(read(answer, 1)).toEqual(["", "", banner]);
  expect(read(answer, 2)).toEqual(["zone", "Zone 3 not found"]);
});

test("null data means no ad, or a failed zone if the answer has a message for it", () => {
  const empty = { ...banner, data: null };
  expect(read({ zones: [empty], errors: {} })).toEqual([]);
  expect(read({ zones: [empty], errors: { 0: ["a", "b"] } })).toEqual(["zone", "a,b"]);
});

test.each([
  ...[7, "x", true, false, 0, "", [], {}, { type: "banner" }, { type: "banner", data: "" }],
  ...[5, { toString: 1 }].map((type) => ({ type, data })),
])("the invalid entry %j fails without affecting the next entry", (entry) => {
  expect(read({ zones: [entry, banner] })).toEqual(["invalid-response", ""]);
  expect(read({ zones: [entry, banner] }, 1)).toEqual(["", "", banner]);
});

test.each([7, true, "ab", { 1: null }, []])(
  "an answer whose zones are %j fails as invalid-response",
  (zones) => {
    expect(read({ zones })).toEqual(["invalid-response", ""]);
  },
);

test.each([null, 5, [], { 1: ["Zone 2 not found"] }])(
  "errors %j have no message for the first zone",
  (errors) => {
    expect(read({ zones: [null, null], errors })).toEqual([]);
  },
);

test("zones missing from an answer fail as invalid-response", () => {
  expect(read({ zones: [null] }, 1)).toEqual(["invalid-response", ""]);
});

test.each([
  [5, "5"],
  [[5, null], "5,null"],
  [{ a: 1 }, `{"a":1}`],
  [[[["deep"]]], `[["deep"]]`],
  [true, "true"],
  [{ toString: 0 }, `{"toString":0}`],
  [["a", { b: 1 }], `a,{"b":1}`],
])("the message %j, which is not text, is reported as JSON", (message, text) => {
  expect(read({ zones: [null], errors: { 0: message } })).toEqual(["zone", text]);
});

test("an invalid entry is reported with the service's message", () => {
  expect(read({ zones: [5], errors: { 0: "why" } })).toEqual(["invalid-response", "why"]);
});

test.each(["url", "impression", "image"])(
  "an unsafe %s in an answer is reported with its name and value",
  (name) => {
    const entry = { ...banner, data: { ...data, [name]: "javascript:alert(1)" } };
    expect(read({ zones: [entry] })).toEqual(["unsafe-url", `${name}: "javascript:alert(1)"`]);
  },
);

test.each([["x"], [[]], [{}], [{ url: [] }], [{ url: { toString: 1 } }], [{ ...data, image: 5 }]])(
  "a banner with the data %j has an unsafe address",
  (wrong) => {
    expect(read({ zones: [{ type: "banner", data: wrong }] })[0]).toBe("unsafe-url");
  },
);

test("addresses in ads of types other than banner are not checked", () => {
  const entry = { type: "native", data: { url: "x" } };
  expect(read({ zones: [entry] })).toEqual(["", "", entry]);
});

test("a failed answer is a failure of every zone", () => {
  const reply = { code: "rejected", message: "why", _retryAfterMs: 1 } as const;
  expect([0, 1].map((at) => parseResult(reply, at))).toEqual(Array(2).fill(["rejected", "why"]));
});
