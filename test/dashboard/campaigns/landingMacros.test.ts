/** Inserting macros into landing pages, and finding the click id there. */
import { expect, test } from "vitest";
import {
  hasClickId,
  insertMacro,
  listClickIdParameters,
} from "../../../src/dashboard/campaigns/landingMacros.ts";
import { findMacroProblem } from "../../../src/protocol/macros.ts";

/** Inserts `{os}` at the caret or in place of the selection, which `|` marks. */
function insert(marked: string): string {
  const [before = "", second = "", third] = marked.split("|");
  const [selected, after] = third === undefined ? ["", second] : [second, third];
  const from = before.length;
  const { text, caret } = insertMacro(before + selected + after, from, from + selected.length, "os");
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

test.each([
  ["https://a.example|", "https://a.example?os={os}|"],
  ["|https://a.example/p", "https://a.example/p?os={os}|"],
  ["https://a.example/|path|", "https://a.example/path?os={os}|"],
  ["https://a.ex|ample/p?a=b", "https://a.example/p?a=b&os={os}|"],
  ["https://a.ex|ample/p?a=b#top", "https://a.example/p?a=b&os={os}|#top"],
  ["https://a.ex|ample/p#top", "https://a.example/p?os={os}|#top"],
  ["https://a.ex|ample/p?", "https://a.example/p?os={os}|"],
  ["https://a.ex|ample/p?a=b&", "https://a.example/p?a=b&os={os}|"],
])("a macro before the query becomes a parameter at its end: %s", (marked, expected) => {
  expect(insert(marked)).toBe(expected);
  expect(findMacroProblem(expected.replace("|", ""))).toBe(undefined);
});

test.each([
  ["https://a.example/?|", "https://a.example/?os={os}|"],
  ["https://a.example/?a=b&|", "https://a.example/?a=b&os={os}|"],
  ["https://a.example/?a=b|", "https://a.example/?a=b&os={os}|"],
  ["https://a.example/?a=größe|&c=d", "https://a.example/?a=größe&os={os}|&c=d"],
  ["https://a.example/?a={sub}|#top", "https://a.example/?a={sub}&os={os}|#top"],
])("a macro where a parameter begins or ends becomes a parameter: %s", (marked, expected) => {
  expect(insert(marked)).toBe(expected);
});

test.each([
  ["https://a.example/?a=|", "https://a.example/?a={os}|"],
  ["https://a.example/?a=x-|", "https://a.example/?a=x-{os}|"],
  ["https://a.example/?a=b|c", "https://a.example/?a=b{os}|c"],
  ["https://a.example/?a=|REPLACE|&c=d", "https://a.example/?a={os}|&c=d"],
  ["https://a.example/#|", "https://a.example/#{os}|"],
  ["https://a.example/#x=|", "https://a.example/#x={os}|"],
])("a macro inside a value is inserted alone: %s", (marked, expected) => {
  expect(insert(marked)).toBe(expected);
});

test("parameters with the click id are listed once, others not", () => {
  const addresses = [
    "https://a.example/?click={click_id}&os={os}",
    "https://b.example/?click={click_id}&gclid={click_id}",
    "https://c.example/?a=x{click_id}",
    "no address",
  ];
  expect(listClickIdParameters(addresses)).toEqual(["click", "gclid"]);
});

test.each([
  ["https://a.example/?click={click_id}", true, ["click"]],
  ["https://a.example/?my%20click={click_id}&a=b", true, ["my click"]],
  ["https://a.example/?click=%7Bclick_id%7D", false, []],
  ["https://a.example/?click=%7Bclick_id%7D&to={click_id}", true, ["to"]],
  ["https://a.example/?click={{click_id}}", false, []],
  ["https://a.example/?click=x-{click_id}", true, []],
  ["https://a.example/#click={click_id}", true, []],
  ["https://a.example/{click_id}", false, []],
  ["no address", false, []],
])("%s: click id %s, in %j", (address, has, parameters) => {
  expect(hasClickId(address)).toBe(has);
  expect(listClickIdParameters([address])).toEqual(parameters);
});
