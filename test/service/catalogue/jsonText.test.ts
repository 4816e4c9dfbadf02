import { expect, test } from "vitest";
import { createLocator, JsonTextError, parseJsonText } from "../../../src/service/catalogue/jsonText.ts";

const TEXT = `\uFEFF{
  // Comments may stand anywhere.
  "sites": [
    { "id": 1, /* here too */ "name": "Site" },
  ],
}`;

test("reads JSON with comments, trailing commas and a byte order mark", () => {
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
])("says where %j is not JSON", (text, line, column) => {
  expect(() => parseJsonText(text)).toThrow(JsonTextError);
  try {
    parseJsonText(text);
  } catch (error) {
    expect((error as JsonTextError).position).toEqual({ line, column });
    expect((error as Error).message).toMatch(/^Unexpected[^(]*$/);
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
])("finds %s", (path, line, column) => {
  expect(createLocator(TEXT)(path)).toEqual({ line, column });
});

test("finds what stands behind a byte order mark that is part of a text", () => {
  expect(createLocator('{"name":"\uFEFF","id":1}')("id")).toEqual({ line: 1, column: 13 });
});
