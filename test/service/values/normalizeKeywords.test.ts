import { expect, test } from "vitest";
import { isAscii, splitKeywords, splitWords } from "../../../src/service/values/normalizeKeywords.ts";

test.each([
  ["Running  Shoes", ["running", "shoes"]],
  ["ＲＵＮＮＩＮＧ", ["running"]],
  ["STRASSE, ÉTÉ", ["strasse", "été"]],
  ["Straße", ["strasse"]],
  ["STRAẞE", ["strasse"]],
  ["ΟΔΟΣ οδος", ["οδοσ", "οδοσ"]],
  ["wind\u00adschutz\u200bscheibe\u2060", ["windschutzscheibe"]],
  ["\ufeffshoes sh\u200do\u200ces", ["shoes", "shoes"]],
  ["cafe\u00ad\u0301", ["café"]],
  ["cafe\u0301", ["café"]],
  ["e-mail_x", ["e", "mail", "x"]],
  ["日本語 新聞", ["日本語", "新聞"]],
  ["C++, c#, C", ["c++", "c#", "c"]],
  ["Café C++, c#", ["café", "c++", "c#"]],
  ["1 + 1 #x", ["1", "1", "x"]],
  ["+++ !", []],
  ["¡", []],
  [" , ", []],
])("%j is split into the words %j", (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

test.each([
  ["Running shoes,bikes", ["running", "shoes", ",", "bikes"]],
  ["C++,,C#", ["c++", ",", ",", "c#"]],
  ["ÉTÉ , Straße", ["été", ",", "strasse"]],
  ["!", []],
  ["¡", []],
])("the keywords %j are split into words and commas %j", (text, words) => {
  expect(splitKeywords(text)).toEqual(words);
});

test("every letter is folded to the same word in upper and lower case", () => {
  const different: string[] = [];
  for (let code = 0x80; code <= 0x1ffff; code++) {
    const letter = String.fromCodePoint(code);
    if (!/\p{Changes_When_Casemapped}/u.test(letter)) continue;
    const folded = [letter, letter.toLowerCase(), letter.toUpperCase()].map((each) =>
      splitWords(each).join(" "),
    );
    if (new Set(folded).size > 1) different.push(letter);
  }
  expect(different).toEqual([]);
});

test("isAscii is true only for texts of ASCII characters", () => {
  expect(["", "a b\n~", "é", "aé", "éa"].map(isAscii)).toEqual([true, true, false, false, false]);
});

test("a character for a whole phrase is a word of its own, so that a text of such characters does not grow eighteen times", () => {
  expect(splitWords("محمد\ufdfa, \ufdfb.")).toEqual(["محمد", "\ufdfa", "\ufdfb"]);
  expect(splitKeywords("A\ufdfa,ﬃ")).toEqual(["a", "\ufdfa", ",", "ffi"]);
  const words = splitKeywords("\ufdfaa,".repeat(1000));
  expect(words.join("")).toHaveLength(3000);
});
