import { describe, expect, test } from "vitest";
import { isAddress, readResponse } from "../../src/tag/response.ts";

const data = {
  url: "https://a.example/c",
  impression: "https://a.example/i",
  image: "https://a.example/p.png",
};
const banner = { idzone: 1, type: "banner", data };
const read = (answer: unknown, count = 1) => readResponse(JSON.stringify(answer), Array(count).fill(0));

describe("isAddress", () => {
  test.each([
    "http://a.example",
    "https://a.example/",
    "HTTPS://A.EXAMPLE?x",
    "http://a#b",
    "http://[::1]:80/x@y",
  ])("takes %s", (address) => expect(isAddress(address)).toBe(true));
  const REFUSED: unknown[] = [
    ...[
      "",
      "https://",
      "https:///x",
      "https:a",
      "//a.example",
      "/a",
      "javascript:alert(1)",
      "data:,x",
      "ftp://a",
    ],
    ...[
      "https://a@b/",
      "https://a\\@b/",
      "https://a b/",
      " https://a/",
      "\thttps://a/",
      "xhttps://a",
      "https://?a",
    ],
    ...[null, undefined, 5, {}, [], ["https://a.example/"], { toString: 1 }],
  ];
  test("refuses what is none", () => expect(REFUSED.filter(isAddress)).toEqual([]));
});

describe("readResponse", () => {
  test("reads by position", () => {
    expect(read({ zones: [null, banner, null], errors: { 2: ["Zone 3 not found"] } }, 3)).toEqual([
      null,
      banner,
      { code: "zone", message: "Zone 3 not found" },
    ]);
  });

  test("null data is no ad; with a message it is a failure of the zone", () => {
    const empty = { ...banner, data: null };
    expect(read({ zones: [empty], errors: {} })).toEqual([null]);
    expect(read({ zones: [empty], errors: { 0: ["a", "b"] } })).toEqual([{ code: "zone", message: "a; b" }]);
  });

  const NONE: unknown[] = [
    7,
    "x",
    true,
    false,
    [],
    {},
    { type: "banner" },
    { type: "banner", data: "x" },
    { type: 5, data },
  ];
  test("entries that are none", () => {
    for (const entry of NONE) expect(read({ zones: [entry] })).toMatchObject([{ code: "invalid-response" }]);
  });

  test("a short list fails the zones it lacks", () => {
    expect(read({ zones: [null] }, 2)).toEqual([null, { code: "invalid-response", message: "" }]);
  });

  test("an entry that fails takes the service's words along", () => {
    expect(read({ zones: [5], errors: { 0: "why" } })).toEqual([
      { code: "invalid-response", message: "why" },
    ]);
  });

  test.each(["url", "impression", "image"])("names an unsafe %s", (name) => {
    const entry = { ...banner, data: { ...data, [name]: "javascript:alert(1)" } };
    expect(read({ zones: [entry] })).toEqual([
      { code: "unsafe-url", message: `${name}: "javascript:alert(1)"` },
    ]);
  });

  test("addresses of other types of ad are their renderer's", () => {
    const entry = { type: "native", data: { url: "x" } };
    expect(read({ zones: [entry] })).toEqual([entry]);
  });

  test("a refusal as a whole is every zone's, in its words", () => {
    const errors = [{ "[user][ip]": "This field is missing." }, "and more"];
    const result = { code: "rejected", message: `{"[user][ip]":"This field is missing."}; and more` };
    expect(read({ errors }, 2)).toEqual([result, result]);
    expect(read({ errors: "no" })).toEqual([{ code: "rejected", message: "no" }]);
  });

  test.each(["", "null", "{}", "[]", "5", '"zones"', "{", "<html>", '{"zones":null}', '{"errors":null}'])(
    "%s is no answer",
    (text) => expect(readResponse(text, [0])).toBeUndefined(),
  );
});
