import { expect, test } from "vitest";
import { createOptionSearch, parseTypedWords } from "../../../src/dashboard/ui/typedKeys.ts";

const OPTIONS = [
  { key: "DEU", label: "Germany", others: ["DE", "DEU"] },
  { key: "NER", label: "Niger", others: ["NE", "NER"] },
  { key: "NGA", label: "Nigeria" },
  { key: "KOR", label: "Korea, Republic of" },
  { key: "TUR", label: "Türkiye", others: ["Turkey"] },
  { key: "CIV", label: "Côte d’Ivoire" },
  { key: "7", label: "Sidebar" },
  { key: "8", label: "Sidebar, lower" },
  { key: "9", label: "Café" },
  { key: "10", label: "Cafe" },
];
const SEARCH = createOptionSearch(OPTIONS);

test.each([
  ["shoes", ["shoes"]],
  [" shoes , running,", ["shoes", "running"]],
  ["shoes\r\nboots\n", ["shoes", "boots"]],
  [" , ", []],
  ["", []],
])("without options, the text %j is read as the values %j", (text, keys) => {
  expect(parseTypedWords(text)).toEqual({ keys, rest: "" });
});

test.each([
  ["Germany", ["DEU"]],
  [" gERMANY ", ["DEU"]],
  ["deu", ["DEU"]],
  ["Nigeria", ["NGA"]],
  ["Niger", ["NER"]],
  ["Korea, Republic of", ["KOR"]],
  ["Turkiye", ["TUR"]],
  ["turkey", ["TUR"]],
  ["Cote d'Ivoire", ["CIV"]],
  ["Sidebar, lower", ["8"]],
  ["Sidebar, Niger", ["7", "NER"]],
  ["Germany, Korea, Republic of, Sidebar, lower, Sidebar,", ["DEU", "KOR", "8", "7"]],
  ["Germany\nNigeria\r\nKorea, Republic of\n", ["DEU", "NGA", "KOR"]],
  ["Café", ["9"]],
  ["Cafe", ["10"]],
  ["", []],
])("with options, the text %j is read as the keys %j", (text, keys) => {
  expect(SEARCH.read(text)).toEqual({ keys, rest: "" });
});

test.each([
  ["Germ", [], "Germ"],
  ["Germany, Nowhere\nAtlantis", ["DEU"], "Nowhere, Atlantis"],
  // Matches both "Café" and "Cafe".
  ["CAFE", [], "CAFE"],
])("the text %j is read as the keys %j and the unmatched rest %j", (text, keys, rest) => {
  expect(SEARCH.read(text)).toEqual({ keys, rest });
});

test("a typed name is unfinished while a longer option name begins with it", () => {
  expect(["Niger", "Sidebar", "Sidebar,"].map(SEARCH.isUnfinished)).toEqual([true, true, true]);
  expect(["Nigeria", "Germany", "Germany,", "x"].map(SEARCH.isUnfinished)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("options match by any part of the name; options that begin with the text come first", () => {
  const list = (text: string, chosen: string[] = []) => SEARCH.list(text, chosen).map(({ key }) => key);
  expect(list("ger")).toEqual(["DEU", "NER", "NGA"]);
  expect(list("TURK")).toEqual(["TUR"]);
  expect(list("niger", ["NER"])).toEqual(["NGA"]);
  expect(list("cafe")).toEqual(["9", "10"]);
  const many = createOptionSearch(
    Array.from({ length: 5000 }, (_, at) => ({ key: `${at}`, label: `${at}` })),
  );
  expect(many.list("", [])).toHaveLength(50);
});
