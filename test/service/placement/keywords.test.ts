import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  hasKeywords,
  indexKeywords,
  type KeywordIndex,
  splitAddress,
} from "../../../src/service/placement/keywords.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";

/** Creates an index of campaigns, one for each list of keywords. */
function indexed(keywords: string[][]): KeywordIndex {
  const campaigns = keywords.map((list, at) => aCampaign({ id: at + 1, keywords: list }));
  return runAtOnce(indexKeywords(aCatalogue({ campaigns }).data.campaigns));
}

function matches(keyword: string, text: string): boolean {
  return ((indexed([[keyword]]).matchKeywords(text).matched[0] ?? 0) & 1) === 1;
}

test.each([
  ["running shoes", "Red Running-Shoes, bikes", true],
  ["SHOES", "Red Running-Shoes, bikes", true],
  ["red shoes", "Red Running-Shoes, bikes", false],
  ["shoes bikes", "Red Running-Shoes, bikes", false],
  ["shoe", "shoes", false],
  ["straße", "STRASSE", true],
  ["c", "c++", false],
  ["c++", "learn C++ now", true],
  ["c#", "c", false],
  ["été", "ete", false],
  ["Straße", "STRAẞE", true],
  ["wind\u00adschutz", "Windschutz", true],
  ["shoes", "sho\u200bes", true],
])("the keyword %j is found in %j: %j", (keyword, text, expected) => {
  expect(matches(keyword, text)).toBe(expected);
});

test("keywords match exactly where a plain substring search of words finds them", () => {
  const word = fc.constantFrom("a", "b", "c");
  const phrase = fc.array(word, { minLength: 1, maxLength: 4 });
  const text = fc.array(fc.array(word, { maxLength: 8 }), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(phrase, { minLength: 1, maxLength: 6 }), text, (phrases, keywords) => {
      const index = indexed(phrases.map((words) => [words.join(" ")]));
      const found = index.matchKeywords(`x,${keywords.map((words) => words.join(" ")).join(",")}`);
      for (const [at, words] of phrases.entries()) {
        const expected = keywords.some((own) => ` ${own.join(" ")} `.includes(` ${words.join(" ")} `));
        expect((((found.matched[0] ?? 0) >> at) & 1) === 1).toBe(expected);
      }
    }),
  );
});

test.each([
  ["", false],
  [" , ,", false],
  ["+", true],
  ["!", true],
  ["x", true],
  ["\u200b\ufeff, \u00ad", false],
  ["\u200bé", true],
])("the text %j contains keywords: %j", (keywords, expected) => {
  expect(hasKeywords(keywords)).toBe(expected);
});

test.each([
  [
    "https://cars:boats@news.example/sport@home?q=a@b#trips#more",
    ["news", "example", "sport", "home", "q", "a", "b"],
  ],
  [
    "https://news.example:8080/sport/running-shoes?q=winter+boots#x",
    ["news", "example", "sport", "running", "shoes", "q", "winter", "boots"],
  ],
  ["https://example.org/caf%C3%A9", ["example", "org", "café"]],
  ["https://example.org/100%/a%ZZb", ["example", "org", "100", "a", "zzb"]],
  ["https://example.org/%FFschuhe%20x/c%C3%A9", ["example", "org", "schuhe", "x", "cé"]],
  ["https://example.org/a%FFb", ["example", "org", "a", "b"]],
  ["https://example.org/x%FF%41%42c", ["example", "org", "x", "abc"]],
  ["https://xn--80ak6aa92e.example/", ["аррӏе", "example"]],
  ["https://xn--strae-oqa.example/", ["strasse", "example"]],
  ["https://code.example/c%2B%2B/c%23", ["code", "example", "c++", "c#"]],
  ["https://code.example/c++", ["code", "example", "c++"]],
  ["https://code.example/c++/c++20?c++20", ["code", "example", "c++", "c++", "20", "c", "20"]],
  ["https://code.example/learn+c+++now", ["code", "example", "learn", "c++", "now"]],
  ["https://shop.example/rote+schuhe+", ["shop", "example", "rote", "schuhe+"]],
  ["https://shop.example/sch%C3%B6ne+%C3%BCbung", ["shop", "example", "schöne", "übung"]],
  ["https://shop.example/x?q=c%2B%2B+buch+", ["shop", "example", "x", "q", "c++", "buch"]],
  ["https://shop.example/wind%C2%ADschutz", ["shop", "example", "windschutz"]],
  ["//news.example/a", ["news", "example", "a"]],
  ["not an address", ["not", "an", "address"]],
  ["", []],
])("the address %s is split into the words %j", (address, words) => {
  expect(splitAddress(address)).toEqual(words);
});

test("only the first 2,048 characters of an address are matched", () => {
  const index = indexed([["late"]]);
  const at = (length: number) => `https://a.example/${"x".repeat(length)}/late`;
  expect(index.matchAddress(at(1000)).matched[0]).toBe(1);
  expect(index.matchAddress(at(2048)).matched[0]).toBe(0);
});

test("matches are cached for texts of up to 512 characters", () => {
  const index = indexed([["shoes"]]);
  const text = (length: number) => "shoes ".padEnd(length, "x");
  const countAnswers = (length: number) =>
    new Set([1, 2, 3].map(() => index.matchKeywords(text(length)))).size;
  expect([10, 512, 513].map(countAnswers)).toEqual([1, 1, 3]);
});

test("texts without a match share one result, which lets their zones share candidates", () => {
  const index = indexed([["shoes"], []]);
  expect(index.matchKeywords("hats")).toBe(index.matchKeywords("boots"));
  expect(index.matchKeywords("hats")).toBe(index.matchAddress("https://news.example/"));
  // Texts without negative keywords share one empty set.
  expect(index.matchKeywords("shoes").excluded).toBe(index.matchKeywords("red shoes").excluded);
});

test("the steps of matching depend on the words of the text, not on the longest phrase", () => {
  const text = Array.from({ length: 1000 }, (_, at) => `word${at}`).join(" ");
  const steps = (phrase: string) => {
    const index = indexed([[phrase]]);
    const get = vi.spyOn(Map.prototype, "get");
    try {
      index.matchKeywords(text);
      return get.mock.calls.length;
    } finally {
      get.mockRestore();
    }
  };
  expect(steps("a")).toBeLessThan(1010);
  expect(steps("one two three four five six seven eight")).toBe(steps("a"));
});
