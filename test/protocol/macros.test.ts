/** Macros of landing pages: which are found, filled and refused. */
import { expect, test } from "vitest";
import { fillMacros, findMacroProblem, MACROS, parseMacros } from "../../src/protocol/macros.ts";
import { listKeys } from "../../src/protocol/tables.ts";

const PAGE = "https://shop.example/";
const fill = (address: string) => fillMacros(parseMacros(address), (macro) => `<${macro}>`);
const values = listKeys(MACROS).map((name) => `{${name}}`);

test.each([
  ["", ""],
  ["?a=1", "?a=1"],
  ["?id={click_id}", "?id=<click_id>"],
  ["?a=1&id={click_id}&b={sub}#c={sub}", "?a=1&id=<click_id>&b=<sub>#c=<sub>"],
  ["?{campaign_id}{campaign_id}", "?<campaign_id><campaign_id>"],
  ["#{os}", "#<os>"],
  ["a?x={os}?y={browser}", "a?x=<os>?y=<browser>"],
  ["?a=%7Bclick_id%7D", "?a=%7Bclick_id%7D"],
  ["%7Bclick_id%7D/?a={sub}", "%7Bclick_id%7D/?a=<sub>"],
  ["?a={}&b={Click_ID}&c={cost}&d={toString}", "?a={}&b={Click_ID}&c={cost}&d={toString}"],
  ["?a={{click_id}}&b={{click_id}&c={click_id}}", "?a={{click_id}}&b={<click_id>&c=<click_id>}"],
  ["?a={click_id&b={sub", "?a={click_id&b={sub"],
  ["?a={a{sub}b}", "?a={a<sub>b}"],
])("macros in %j are filled as %j", (rest, filled) => {
  expect(fill(PAGE + rest)).toBe(PAGE + filled);
});

test("a macro in the host name is text", () => {
  expect(fill("https://{sub}.example/?{sub}")).toBe("https://{sub}.example/?<sub>");
});

test.each([
  "?a=1",
  `?all=${values.join(",")}`,
  "#{sub}",
  "?a=%7Bclick_id%7D",
  "%7Bfoo%7D/?a=%7B%22x%22:1%7D",
])("an address with %j has no problem with macros", (rest) => {
  expect(findMacroProblem(PAGE + rest)).toBeUndefined();
});

test.each([
  ["?a={foo}", "{foo}"],
  ["?a={sub}&b={Click_ID}&c={foo}", "{Click_ID}"],
  ["?a={}", "{}"],
  ["?a={", "{"],
  ["#}", "}"],
  ["?a={{click_id}}", "{{click_id}}"],
  ["?a={click_id}}", "}"],
  ["?a={cost}", "{cost}"],
  ["?a={constructor}", "{constructor}"],
  ["?a={gr%C3%B6%C3%9Fe}", "{gr%C3%B6%C3%9Fe}"],
])("an unknown macro in %j is refused by name: %s", (rest, name) => {
  expect(findMacroProblem(PAGE + rest)).toEqual({ code: "macro-unknown", name, values });
});

test("a brace in the host name is refused, and a long name is shortened", () => {
  expect(findMacroProblem("https://{foo}.example/")).toMatchObject({ code: "macro-unknown", name: "{foo}" });
  const problem = findMacroProblem(`${PAGE}?{${"a".repeat(1000)}}`);
  expect(problem).toMatchObject({ name: expect.stringMatching(/^\{a{10,200}…$/) });
});

test.each(["https://{sub}.example/", `${PAGE}%7Bsub%7D/`, `${PAGE}a%7bsub%7d?b={click_id}`])(
  "a macro before the query is refused by name: %s",
  (address) => {
    expect(findMacroProblem(address)).toEqual({ code: "macro-place", name: "{sub}" });
  },
);

test("the length is that with every macro at its longest", () => {
  const macros = "?a={click_id}&b={click_id}#{browser}";
  const rest = macros.replaceAll(/\{(\w+)\}/g, (_, name) => "x".repeat(Reflect.get(MACROS, name)));
  const ofLength = (length: number) => PAGE + "a".repeat(length - PAGE.length - rest.length) + macros;
  expect(findMacroProblem(ofLength(2048))).toBeUndefined();
  expect(findMacroProblem(ofLength(2049))).toEqual({ code: "macro-length", most: 2048 });
});

test("thousands of braces take little time", () => {
  const braces = "{".repeat(30_000) + "}".repeat(30_000);
  expect(fill(`${PAGE}?${braces}`)).toBe(`${PAGE}?${braces}`);
  expect(findMacroProblem(`${PAGE}?${braces}`)).toMatchObject({ name: "{" });
});
