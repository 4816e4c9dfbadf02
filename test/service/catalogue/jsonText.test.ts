import { expect, test } from "vitest";
import {
  createLocator,
  JsonTextError,
  parseJsonText,
  parseJsonTextSliced,
} from "../../../src/service/catalogue/jsonText.ts";
import { ENTRIES_PER_STEP, runInSlices } from "../../../src/service/runtime/slices.ts";

const TEXT = `\uFEFF{
  // Comments are allowed anywhere.
  "sites": [
    { "id": 1, /* here too */ "name": "Site" },
  ],
}`;

test("JSON with comments, trailing commas and a byte order mark is read", () => {
  expect(parseJsonText(TEXT)).toEqual({ sites: [{ id: 1, name: "Site" }] });
  expect(parseJsonText('{"sites":[]}')).toEqual({ sites: [] });
  expect(parseJsonText('{"name":"a\uFEFFb"}')).toEqual({ name: "a\uFEFFb" });
});

test.each([
  ["", 1, 1],
  ["{", 1, 1],
  ['{\n  "a": nothing\n}', 2, 8],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
  [`${"\n".repeat(11)}{ "sites": [nothing] }`, 12, 13],
])("a syntax error in %j is reported with its position", (text, line, column) => {
  expect(() => parseJsonText(text)).toThrow(JsonTextError);
  try {
    parseJsonText(text);
  } catch (error) {
    expect((error as JsonTextError).position).toEqual({ line, column });
    expect((error as Error).message).toMatch(/^This is not JSON\. Unexpected[^(]*$/);
    expect((error as Error).name).toBe("JsonTextError");
  }
});

test.each([
  ["sites", 3, 3],
  ["sites[0]", 4, 5],
  ["sites[0].name", 4, 31],
  // A missing field is reported at the object that should contain it.
  ["sites[0].hostname", 4, 5],
  ["sites[7].name", 3, 3],
  ["sites[0].id.more", 4, 7],
  ["(root)", 1, 1],
])("the position of %s is line %i, column %i", (path, line, column) => {
  expect(createLocator(TEXT)(path)).toEqual({ line, column });
});

test("a byte order mark inside a text counts as one column", () => {
  expect(createLocator('{"name":"\uFEFF","id":1}')("id")).toEqual({ line: 1, column: 13 });
});

const REPEATED: [string, string, number, number, number][] = [
  ['{"a":1,"a":2}', "a", 1, 1, 8],
  ['\uFEFF{"a":1,"a":2}', "a", 1, 1, 8],
  [
    '{\n  "campaigns": [\n    {},\n    {"active": true,\n     "active": false}]}',
    "campaigns[1].active",
    4,
    5,
    6,
  ],
  ['{"sites":[],"x":{"a b":1},"sites":[]}', "sites", 1, 1, 27],
  ['{"x":[[{}, {"a b":[1,2],"a b":1}]]}', 'x[0][1]["a b"]', 1, 1, 25],
  ['["text",{"a":1,"a":2}]', "[1].a", 1, 1, 16],
  ['{"name":1,"n\\u0061me":2}', "name", 1, 1, 11],
  ['{"":1,"":2}', '[""]', 1, 1, 7],
  ['{"__proto__":1,"__proto__":2}', "__proto__", 1, 1, 16],
  ['{"a" /* "b": */ :1, // {"a":\n"b":{}, "a"\n:2,}', "a", 1, 2, 9],
];
test.each(REPEATED)("a repeated key is refused with its position: %s", (text, path, first, line, column) => {
  const problem = {
    message: `${path}: this key is also in line ${first}. Keep one of them.`,
    position: { line, column },
  };
  expect(() => parseJsonText(text)).toThrow(expect.objectContaining(problem));
});

test.each([
  '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
  '{"a":"a","b":"a:","c":"\\"a\\":","d":["a","a"],"A":1}',
  '{"a":1 /* "a":1 */, // "a":1\n"b":"// \\"a\\":1"}',
  '{"constructor":1,"toString":2}',
  '"a"',
])("a key of another object, in a text or in a comment is not repeated: %s", (text) => {
  expect(() => parseJsonText(text)).not.toThrow();
});

test("a repeated key is found in a text with 9 million escapes and 3,000 lists", () => {
  const long = `{"a":"${"\\\\".repeat(9_000_000)}","b":[${"[],".repeat(3000)}1],"a":1}`;
  expect(() => parseJsonText(long)).toThrow("a: this key is also in line 1.");
});

test("a long text is searched in steps of a bounded number of tokens, with the same results and errors", async () => {
  const rest = Array.from({ length: 5000 }, (_, at) => `{"id":${at},"name":"n"}`).join(",\n");
  const parsing = parseJsonTextSliced(`{"list":[${rest}]}`);
  let steps = 0;
  let step = parsing.next();
  for (; !step.done; steps++) step = parsing.next();
  expect(step.value).toMatchObject({ list: { length: 5000 } });
  // Each entry has nine tokens, with its comma.
  expect(steps).toBeGreaterThanOrEqual((5000 * 9) / ENTRIES_PER_STEP);
  const problem = {
    message: "list[5000].id: this key is also in line 5001. Keep one of them.",
    position: { line: 5001, column: 9 },
  };
  const text = `{"list":[${rest},\n{"id":1,"id":2}]}`;
  await expect(runInSlices(parseJsonTextSliced(text))).rejects.toMatchObject(problem);
});

test.each<[string, string, number]>([
  ["objects", `${'{"a":'.repeat(101)}1${"}".repeat(101)}`, 501],
  ["lists", "[".repeat(50_000) + "]".repeat(50_000), 101],
  ["objects with comments", `/* deep */ ${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`, 512],
  // Only the recursive parser reads a text that is not JSON.
  ["objects that are never closed", '{"a":'.repeat(50_000), 1],
])("deeply nested %s are refused as such, with their position", (_what, text, column) => {
  const error = {
    message: "Lists and objects are nested too deeply: at most 100 levels are read.",
    position: { line: 1, column },
  };
  expect(() => parseJsonText(text)).toThrow(expect.objectContaining(error));
});

test("100 levels are read", () => {
  expect(parseJsonText("[".repeat(100) + "]".repeat(100))).toHaveLength(1);
});
