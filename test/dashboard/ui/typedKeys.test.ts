import { expect, test } from "vitest";
import { createOptionSearch, readWords } from "../../../src/dashboard/ui/typedKeys.ts";

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
])("without options the text %j is the values %j", (text, keys) => {
  expect(readWords(text)).toEqual({ keys, rest: "" });
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
])("among options the text %j is the keys %j", (text, keys) => {
  expect(SEARCH.read(text)).toEqual({ keys, rest: "" });
});

test.each([
  ["Germ", [], "Germ"],
  ["Germany, Nowhere\nAtlantis", ["DEU"], "Nowhere, Atlantis"],
  // Either could be meant.
  ["CAFE", [], "CAFE"],
])("of the text %j, %j are options, and %j remains", (text, keys, rest) => {
  expect(SEARCH.read(text)).toEqual({ keys, rest });
});

test("a name is unfinished while a longer one begins with it", () => {
  expect(["Niger", "Sidebar", "Sidebar,"].map(SEARCH.isUnfinished)).toEqual([true, true, true]);
  expect(["Nigeria", "Germany", "Germany,", "x"].map(SEARCH.isUnfinished)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("options are listed by any part of their names, those that begin with the text first", () => {
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
