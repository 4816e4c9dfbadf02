import { expect, test } from "vitest";
import { appendItem } from "../../../src/service/management/editText.ts";
import { patchText } from "../../../src/service/management/mergePatch.ts";

const TEXT = `{
    "sites": [
        { "id": 1, "name": "One" },
        { "id": 2,   "name": "Two" }
    ],
    "zones": []
}
`;

test("a change of the catalogue's text leaves every other byte as it was written", () => {
  const changed = patchText(TEXT, ["sites", 0], { id: 1, name: "One" }, { name: "Eins" });
  expect(changed).toBe(TEXT.replace('"One"', '"Eins"'));
});

test("a change of the catalogue's text takes a field out where the patch says null, and passes over one that is not there", () => {
  const entry = { id: 1, name: "One" };
  expect(JSON.parse(patchText(TEXT, ["sites", 0], entry, { name: null, category: null })).sites[0]).toEqual({
    id: 1,
  });
});

test("a change of the catalogue's text merges objects and replaces lists", () => {
  const text = '{"campaigns":[{"budget":{"daily":"1","total":"9"},"keywords":["a"]}]}';
  const entry = JSON.parse(text).campaigns[0];
  const patch = {
    budget: { daily: "2", total: null },
    keywords: ["b", "c"],
    caps: { daily: 5, total: null },
  };
  expect(JSON.parse(patchText(text, ["campaigns", 0], entry, patch)).campaigns[0]).toEqual({
    budget: { daily: "2" },
    keywords: ["b", "c"],
    caps: { daily: 5 },
  });
});

test.each([
  ["four spaces", TEXT],
  ["tabs", TEXT.replaceAll("    ", "\t")],
  ["CR LF", TEXT.replaceAll("\n", "\r\n")],
])("a change of the catalogue's text adds an entry as the one before it is written: %s", (_name, text) => {
  const [before, after] = text.split('"name": "Two" }') as [string, string];
  const margin = /[\t ]*\{ "id": 2/.exec(text)?.[0]?.replace('{ "id": 2', "") ?? "";
  const eol = text.includes("\r") ? "\r\n" : "\n";
  expect(appendItem(text, ["sites"], { id: 3, name: "Three" })).toBe(
    `${before}"name": "Two" },${eol}${margin}{ "id": 3, "name": "Three" }${after}`,
  );
});

test.each([
  ["two spaces", "  ", "\n"],
  ["four spaces", "    ", "\n"],
  ["tabs", "\t", "\n"],
  ["CR LF", "   ", "\r\n"],
])(
  "a change of the catalogue's text is indented and ends its lines as the rest: %s",
  (_name, indent, eol) => {
    const write = (value: object) => JSON.stringify(value, null, indent).replaceAll("\n", eol);
    const before = { zones: [{ id: 1, size: "1x1" }], sites: [] };
    const both = {
      zones: [
        { id: 1, size: "1x1" },
        { id: 2, more: { a: [1] } },
      ],
      sites: [{ id: 7 }],
    };
    const appended = appendItem(write(before), ["zones"], { id: 2, more: { a: [1] } });
    expect(appendItem(appended, ["sites"], { id: 7 })).toBe(write(both));
    const budget = { daily: "5", total: "9" };
    const [zone] = before.zones;
    expect(patchText(write(before), ["zones", 0], zone, { budget })).toBe(
      write({ ...before, zones: [{ ...zone, budget }] }),
    );
  },
);

test("a change of the catalogue's text adds an entry to a list on one line on the same line", () => {
  const item = { id: 2, sizes: ["1x1", "2x2"], targeting: {}, budget: { daily: "1" }, note: null };
  expect(appendItem('{"zones":[ {"id":1} ],"sites":[]}', ["zones"], item)).toBe(
    '{"zones":[ {"id":1}, { "id": 2, "sizes": ["1x1", "2x2"], "targeting": {}, "budget": { "daily": "1" }, "note": null } ],"sites":[]}',
  );
});

test("a change of the catalogue's text adds an entry on many lines where the one before it begins beside the bracket", () => {
  const text = '{"zones": [{\n  "id": 1\n}]}';
  expect(appendItem(text, ["zones"], { id: 2 })).toBe('{"zones": [{\n  "id": 1\n}, {\n  "id": 2\n}]}');
});

test.each([
  ["[]", "zones"],
  ['{"zones":{}}', "zones"],
  ["", "zones.0"],
])("an entry cannot be added to %j, which has no list at %s", (text, path) => {
  expect(() => appendItem(text, path.split("."), {})).toThrow(`There is no list at ${path}.`);
});
